/*
 * Threads: one for each task, and the manager. What they run, and which of the kernel's switches
 * telemetry records.
 */
#include "threads.h"
#include "alarm.h"
#include "budget.h"
#include "job.h"
#include "level.h"
#include "release.h"
#include "section.h"
#include "trace.h"

#if PL_PREEMPTIVE

void pl_run(void)
{
    pl_port_threads_start();
    for (;;) {
    }
}

/* ---- tasks ---- */

static void run_background(uint8_t thread)
{
    for (;;) {
        pl_job_run_background(thread);
        if (pl_trace_waiting()) {
            pl_trace_service();
        }
        pl_trace_stack();
    }
}

static void run_job(uint8_t thread, const pl_task_config_t *config)
{
    pl_mask_t bit = pl_bit(thread);
    pl_job_start(pl_flash_u8(&config->id), bit);
    pl_flash_pointer(void (*)(void), &config->body)();
    pl_tick_t end = pl_port_now();
    pl_irq_t state = pl_port_lock();
    pl_watch_end();
    pl_job_end(&pl_state[thread], config, bit, end);
    pl_level_check();
    pl_port_unlock(state);
    pl_port_reschedule();
}

static bool may_run(pl_mask_t bit)
{
    pl_irq_t state = pl_port_lock();
    bool may = (pl_ready & (pl_mask_t)~pl_withheld & bit) != 0;
    pl_port_unlock(state);
    return may;
}

void pl_thread_main(uint8_t thread)
{
    const pl_task_config_t *config = &pl_tasks[thread];
    if (pl_flash_u8(&config->kind) == PL_BACKGROUND) {
        run_background(thread);
    }
    for (;;) {
        pl_port_thread_wait();
        while (may_run(pl_bit(thread))) {
            run_job(thread, config);
            if (pl_trace_waiting()) {
                pl_trace_service();
            }
        }
    }
}

void pl_hook_triggered(void)
{
    pl_level_check();
    pl_alarm_set_unpaid();
}

void pl_thread_idle(void)
{
    if (pl_trace_waiting()) {
        pl_trace_service();
        return;
    }
    pl_trace_stack();
    pl_irq_t state = pl_port_lock();
    if (pl_trace_waiting()) {
        pl_port_unlock(state);
    } else {
        pl_port_idle();
    }
}

/* ---- the manager ---- */

#if PL_USES_DEADLINE_HANDLER || PL_USES_BUDGET_HANDLER

static pl_mask_t take(pl_mask_t *calls)
{
    pl_irq_t state = pl_port_lock();
    pl_mask_t taken = *calls;
    *calls = 0;
    pl_port_unlock(state);
    return taken;
}

#endif

static void call_handlers(void)
{
#if PL_USES_BUDGET_HANDLER
    pl_mask_t budgets = take(&pl_budget_calls);
    for (uint8_t i = 0; budgets != 0; i++, budgets = (pl_mask_t)(budgets >> 1)) {
        if ((budgets & 1U) != 0) {
            pl_flash_pointer(void (*)(void), &pl_tasks[i].budget_handler)();
        }
    }
#endif
#if PL_USES_DEADLINE_HANDLER
    pl_mask_t deadlines = take(&pl_deadline_calls);
    for (uint8_t i = 0; deadlines != 0; i++, deadlines = (pl_mask_t)(deadlines >> 1)) {
        if ((deadlines & 1U) != 0) {
            pl_flash_pointer(void (*)(void), &pl_tasks[i].deadline_handler)();
        }
    }
#endif
}

void pl_threads_begin(void)
{
    for (uint8_t i = 0; i < PL_TASK_COUNT; i++) {
        pl_threads[i].level = PL_LEVEL_BACKGROUND;
        if (pl_flash_u8(&pl_tasks[i].kind) == PL_BACKGROUND) {
            pl_background |= pl_bit(i);
        }
    }
    pl_level_begin();
}

void pl_threads_manage(void)
{
    for (;;) {
        pl_port_thread_wait();
        pl_level_apply();
        call_handlers();
    }
}

/* ---- switches ---- */

#if PL_TELEMETRY

static bool has_started(uint8_t thread)
{
    return thread < PL_TASK_COUNT && (pl_started & pl_bit(thread)) != 0;
}

/*
 * A switch to a job that has not started is not recorded: the job's start event stands for it.
 * Switches to the manager are not recorded: it returns to the same thread, or to the one that it
 * made more urgent.
 */
static void record(uint8_t thread, pl_tick_t now)
{
    static uint8_t recorded = PL_THREAD_NONE;
    if (thread == recorded || thread == PL_THREAD_MANAGER) {
        return;
    }
    if (has_started(recorded)) {
        pl_trace_locked(PL_EVENT_SWITCH_OUT, pl_flash_u8(&pl_tasks[recorded].id), now);
    }
    if (has_started(thread)) {
        pl_trace_locked(PL_EVENT_SWITCH_IN, pl_flash_u8(&pl_tasks[thread].id), now);
    }
    if (thread == PL_THREAD_NONE) {
        pl_trace_locked(PL_EVENT_CONTROL, PL_CONTROL_IDLE, now);
    }
    recorded = thread;
}

#else

static void record(uint8_t thread, pl_tick_t now)
{
    (void)thread;
    (void)now;
}

#endif

/*
 * A switch may delay the interrupt of a release. Then the switch is recorded at the release's time:
 * events are recorded in order, and the release keeps its own time.
 */
void pl_thread_switched(uint8_t thread)
{
    pl_tick_t now = pl_port_now();
    pl_tick_t release = pl_release_next();
    pl_watch_leave(now);
    record(thread, pl_sooner(now, now, release));
    pl_watch_enter(thread);
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_threads_absent_t;

#endif
