/*
 * Preemption on one stack, without a kernel: a more urgent job is called on top of the one that it
 * interrupts, by the interrupt that releases it or at the end of a critical section, and runs to its
 * end. So a job never waits once it has started, and the stack unwinds by itself (T. P. Baker,
 * "Stack-based scheduling of real-time processes", Real-Time Systems 3, 1991).
 *
 * Positions in pl_tasks[] are the preemption levels: under fixed priorities the priorities, under EDF
 * the order of relative deadlines. Only the most urgent of the jobs that wait may start, if its level
 * is above the ceilings and above the running job's.
 */
#include "job.h"
#include "monitor.h"
#include "release.h"
#include "section.h"
#include "trace.h"

#if PL_ONE_STACK

/* While no job runs. Background tasks and idling are below all jobs. */
#define NO_JOB PL_TASK_COUNT

/* The job that is on top of the stack; NO_JOB while a background task runs. */
static uint8_t top = NO_JOB;

/* ---- choice ---- */

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
    uint8_t best = NO_JOB;
    for (uint8_t i = 0; ready != 0; i++, ready = (pl_mask_t)(ready >> 1)) {
        if ((ready & 1U) != 0 && (best == NO_JOB || earlier(i, best))) {
            best = i;
        }
    }
    return best;
}

/* Whether the job waits, although it is the most urgent one: for a ceiling, or the running job is due first. */
static bool waits(uint8_t task)
{
    if ((pl_may_start & pl_bit(task)) == 0) {
        return true;
    }
    return top != NO_JOB && (pl_demoted & pl_bit(top)) == 0 && !earlier(task, top);
}

/* Jobs that wait, also those that may not start. */
static inline pl_mask_t waiting(void)
{
    return pl_ready & (pl_mask_t)~pl_on_stack;
}

#else

static inline uint8_t most_urgent(pl_mask_t ready)
{
    uint8_t task = 0;
    while ((ready & 1U) == 0) {
        ready = (pl_mask_t)(ready >> 1);
        task++;
    }
    return task;
}

static inline bool waits(uint8_t task)
{
    (void)task;
    return false;
}

/* Jobs that wait and may start: the most urgent one is among them if any is. */
static inline pl_mask_t waiting(void)
{
    return pl_ready & pl_may_start;
}

#endif

/* The tasks from which the next job is chosen. A demoted task starts while no job is on the stack. */
static inline pl_mask_t candidates(void)
{
    pl_mask_t ready = waiting();
#if PL_USES_BACKLOG
    pl_mask_t undemoted = ready & (pl_mask_t)~pl_demoted;
    if (undemoted != 0 || top != NO_JOB) {
        ready = undemoted;
    }
#endif
    return ready;
}

/* ---- handlers ---- */

#if PL_USES_DEADLINE_HANDLER || PL_USES_BUDGET_HANDLER

static void call(void (*handler)(void))
{
    pl_port_open();
    handler();
    pl_port_close();
}

/* Runs the requested handlers, above all jobs. Returns whether there were any. */
static bool run_handlers(void)
{
    bool any = false;
    pl_closed = true;
    pl_may_start = 0;
    for (uint8_t i = 0; i != PL_TASK_COUNT; i++) {
#if PL_USES_DEADLINE_HANDLER
        if ((pl_monitor_missed_calls & pl_bit(i)) != 0) {
            pl_monitor_missed_calls &= (pl_mask_t)~pl_bit(i);
            call(pl_flash_pointer(void (*)(void), &pl_tasks[i].deadline_handler));
            any = true;
        }
#endif
#if PL_USES_BUDGET_HANDLER
        if ((pl_monitor_budget_calls & pl_bit(i)) != 0) {
            pl_monitor_budget_calls &= (pl_mask_t)~pl_bit(i);
            call(pl_flash_pointer(void (*)(void), &pl_tasks[i].budget_handler));
            any = true;
        }
#endif
    }
    pl_closed = false;
    pl_may_start = pl_section_above();
    return any;
}

static inline bool handlers_called(void)
{
    return (pl_monitor_missed_calls | pl_monitor_budget_calls) != 0 && run_handlers();
}

#else

static inline bool handlers_called(void)
{
    return false;
}

#endif

/* ---- preemption ---- */

/*
 * Runs one job of the task on top of what runs now. Everything that belongs to the job below is kept
 * here.
 */
static void run(uint8_t task)
{
    pl_mask_t bit = pl_bit(task);
    pl_mask_t above_job = pl_above_job;
    uint8_t running = pl_running;
    uint8_t below = top;
#if PL_USES_RESOURCES
    pl_mask_t ceilings = pl_above_ceilings;
    pl_mask_t outer = pl_above_outer;
    pl_resource_t *innermost = pl_innermost;
    pl_above_outer = ceilings;
    pl_innermost = 0;
#endif
#if PL_USES_JOB_TIME
    pl_tick_t reported = pl_body_reported;
#endif
    top = task;
    pl_running = task;
    pl_above_job = (pl_mask_t)(bit - 1U);
    pl_on_stack |= bit;
    pl_may_start = pl_section_above();
    pl_job_run(&pl_state[task], &pl_tasks[task], bit);
    pl_on_stack &= (pl_mask_t)~bit;
#if PL_USES_RESOURCES
    pl_above_ceilings = ceilings;
    pl_above_outer = outer;
    pl_innermost = innermost;
#endif
#if PL_USES_JOB_TIME
    pl_body_reported = reported;
#endif
    top = below;
    pl_running = running;
    pl_above_job = above_job;
    pl_may_start = pl_section_above();
}

#if PL_WATCHES && PL_CREDITS

/* The budget of the interrupted body is not watched until the body continues. */
static pl_tick_t take_limit(void)
{
    pl_tick_t limit = pl_body_limit;
    pl_body_limit = PL_NONE;
    return limit;
}

static void give_limit(pl_tick_t limit)
{
    pl_body_limit = limit;
}

#else

#define take_limit() 0U
#define give_limit(limit) ((void)(limit))

#endif

#if PL_USES_EXHAUSTION_STOP

/*
 * Ends the job on top of the stack if it must. More urgent jobs wait for that short time: then its
 * resources are free, and nothing returns to it.
 */
static void stop_exhausted(void)
{
    if (pl_monitor_stops) {
        pl_monitor_stops = false;
        pl_port_leave();
    }
}

#else

#define stop_exhausted() ((void)0)

#endif

/*
 * Outlined: an interrupt that starts no job does not save the registers that this needs. And the bound of
 * the stack counts what begins here as a level of its own.
 */
PL_OUTLINE void pl_hook_preempt(void)
{
    pl_wanted = false;
    if (pl_closed) {
        return;
    }
    stop_exhausted();
    pl_tick_t limit = take_limit();
    for (;;) {
        pl_wanted = false;
        while (handlers_called()) {
        }
        pl_mask_t ready = candidates();
        if (ready == 0) {
            break;
        }
        uint8_t task = most_urgent(ready);
        if (waits(task)) {
            break;
        }
        run(task);
    }
    give_limit(limit);
}

#if PL_CREDITS

/* The pause ends with the call of pl_hook_preempt(). */
static void preempt_running(void)
{
    pl_body_resume(pl_body_pause());
}

#else

static void preempt_running(void)
{
    pl_hook_preempt();
}

#endif

void pl_hook_yield(void)
{
    pl_irq_t state = pl_port_lock();
    if (pl_wanted) {
        preempt_running();
    }
    pl_port_unlock(state);
}

bool pl_preempts(void)
{
    return pl_wanted;
}

void pl_preempt_pended(void)
{
    pl_hook_yield();
}

/* ---- when no job is ready ---- */

#if PL_USES_BACKGROUND

/* Runs one job of the next background task; false: there is no background task. */
static bool run_background(void)
{
    static uint8_t turn;
    for (uint8_t left = PL_TASK_COUNT; left != 0; left--) {
        uint8_t task = turn;
        turn = (uint8_t)(task + 1U == PL_TASK_COUNT ? 0 : task + 1U);
        if (pl_flash_u8(&pl_tasks[task].kind) == PL_BACKGROUND) {
            pl_running = task;
            pl_job_run_background(task);
            pl_running = NO_JOB;
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
    if (!pl_wanted && !pl_trace_waiting()) {
        pl_port_idle();
    } else {
        pl_port_unlock(state);
    }
}

void pl_run(void)
{
    pl_irq_t state = pl_port_lock();
    pl_running = NO_JOB;
    pl_closed = false;
    pl_may_start = pl_section_above();
    pl_wanted = true;
    pl_port_unlock(state);
    for (;;) {
        if (pl_wanted) {
            pl_hook_yield();
        }
        run_idle();
    }
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_preempt_absent_t;

#endif
