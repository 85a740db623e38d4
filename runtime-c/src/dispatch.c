/*
 * The super-loop: runs the most urgent ready job to its end, again and again, and sleeps when no
 * job is ready.
 */
#include "job.h"
#include "trace.h"

#if !PL_PREEMPTIVE && !PL_ONE_STACK

#if PL_POLICY == PL_POLICY_EDF

/* Whether a's job has the earlier absolute deadline. A job without a deadline comes last. */
static bool earlier(uint8_t a, uint8_t b)
{
    pl_tick_t deadline_a = pl_flash_u32(&pl_tasks[a].deadline);
    pl_tick_t deadline_b = pl_flash_u32(&pl_tasks[b].deadline);
    if (deadline_a == PL_NONE || deadline_b == PL_NONE) {
        return deadline_a < deadline_b;
    }
    deadline_a += pl_state[a].release;
    deadline_b += pl_state[b].release;
    return deadline_a != deadline_b && pl_tick_reached(deadline_b, deadline_a);
}

static uint8_t most_urgent(pl_mask_t ready)
{
    uint8_t best = 0;
    while ((ready & 1U) == 0) {
        ready = (pl_mask_t)(ready >> 1);
        best++;
    }
    for (uint8_t i = (uint8_t)(best + 1U); (ready = (pl_mask_t)(ready >> 1)) != 0; i++) {
        if ((ready & 1U) != 0 && earlier(i, best)) {
            best = i;
        }
    }
    return best;
}

static void run_most_urgent(pl_mask_t ready)
{
    uint8_t index = most_urgent(ready);
    pl_job_run(&pl_state[index], &pl_tasks[index], pl_bit(index));
}

#else

static void run_most_urgent(pl_mask_t ready)
{
    pl_task_t *task = pl_state;
    const pl_task_config_t *config = pl_tasks;
    pl_mask_t bit = 1;
    while ((ready & bit) == 0) {
        task++;
        config++;
        bit = (pl_mask_t)(bit << 1);
    }
    pl_job_run(task, config, bit);
}

#endif

static void run_foreground(pl_mask_t ready)
{
#if PL_USES_BACKLOG
    pl_mask_t undemoted = ready & (pl_mask_t)~pl_demoted;
    if (undemoted != 0) {
        ready = undemoted;
    }
#endif
    run_most_urgent(ready);
    if (pl_trace_waiting()) {
        pl_trace_service();
    }
}

#if PL_USES_BACKGROUND

/* Runs one job of the next background task; false: there is no background task. */
static bool run_background(void)
{
    static uint8_t turn;
    for (uint8_t left = PL_TASK_COUNT; left != 0; left--) {
        uint8_t task = turn;
        turn = (uint8_t)(task + 1U == PL_TASK_COUNT ? 0 : task + 1U);
        if (pl_flash_u8(&pl_tasks[task].kind) == PL_BACKGROUND) {
            pl_job_run_background(task);
            return true;
        }
    }
    return false;
}

#endif

static void run_idle(void)
{
    if (pl_trace_waiting()) {
        pl_trace_service();
        return;
    }
#if PL_USES_BACKGROUND
    if (run_background()) {
        return;
    }
#endif
    pl_irq_t state = pl_port_lock();
    if (pl_ready == 0 && !pl_trace_waiting()) {
        pl_port_idle();
    } else {
        pl_port_unlock(state);
    }
}

static pl_mask_t ready_now(void)
{
#if PL_TASK_COUNT <= 8
    return pl_ready;
#else
    pl_irq_t state = pl_port_lock();
    pl_mask_t ready = pl_ready;
    pl_port_unlock(state);
    return ready;
#endif
}

void pl_run(void)
{
    for (;;) {
        pl_mask_t ready = ready_now();
        if (ready != 0) {
            run_foreground(ready);
        } else {
            run_idle();
        }
    }
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_dispatch_absent_t;

#endif
