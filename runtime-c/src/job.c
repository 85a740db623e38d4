/*
 * Jobs: what happens from the start of a body to the task's next release.
 *
 * Without preemption a missed deadline and an exceeded budget are detected when the body ends. Interrupts that came in
 * between are not part of the execution time that is held against the budget. With threads, budget.c detects both at
 * once.
 */
#include "alarm.h"
#include "core.h"
#include "threads.h"
#include "trace.h"

#if !PL_PREEMPTIVE

#if PL_USES_RESOURCES
uint8_t pl_running;
#endif

/* Whether more ticks were taken than the table allows; if so, counts it. Outlined: two users, and many registers. */
PL_OUTLINE static bool exceeds(pl_tick_t ticks, const pl_tick_t *limit, uint16_t *counter)
{
    if (!pl_flash_below(limit, ticks)) {
        return false;
    }
    pl_count(counter);
    return true;
}

#if PL_CREDITS

pl_tick_t pl_begun;

pl_tick_t pl_body_pause(void)
{
    pl_tick_t now = pl_port_now();
    return pl_begun + pl_port_stolen() - now;
}

void pl_body_resume(pl_tick_t pause)
{
    /* What was stolen meanwhile lies in the span. */
    (void)pl_port_stolen();
    pl_begun = pause + pl_port_now() + PL_PAUSE_TICKS;
}

pl_tick_t pl_body_used(pl_tick_t now)
{
    pl_begun += pl_port_stolen();
    pl_tick_t used = now - pl_begun;
    return used > PL_TICKS_MAX ? 0 : used;
}

/* Records the start of a body, and begins its account. */
static pl_tick_t begin_body(uint8_t id)
{
    pl_trace_at(PL_EVENT_START, id, pl_port_now());
    pl_irq_t state = pl_port_lock();
    (void)pl_port_stolen();
    pl_begun = pl_port_now() + PL_BODY_TICKS;
    pl_port_unlock(state);
    return 0;
}

/* The execution time of the body that has ended. In one lock: an interrupt before `*end` is part of the account. */
static pl_tick_t end_body(pl_tick_t begun, pl_tick_t *end)
{
    (void)begun;
    pl_irq_t state = pl_port_lock();
    *end = pl_port_now();
    pl_tick_t used = pl_body_used(*end);
    pl_port_unlock(state);
    return used;
}

#else

static pl_tick_t begin_body(uint8_t id)
{
    pl_tick_t begun = pl_port_now();
    pl_trace_at(PL_EVENT_START, id, begun);
    return begun;
}

static pl_tick_t end_body(pl_tick_t begun, pl_tick_t *end)
{
    *end = pl_port_now();
    return *end - begun;
}

#endif

/* If the deadline has passed: counts, reports, runs the handler. Returns the time after that. */
static pl_tick_t check_deadline(pl_task_t *task, const pl_task_config_t *config, pl_tick_t end)
{
    if (!exceeds(end - task->release, &config->deadline, &task->counters.deadline_misses)) {
        return end;
    }
    pl_trace_at(PL_EVENT_DEADLINE_MISS, pl_flash_u8(&config->id), end);
#if PL_USES_DEADLINE_HANDLER
    void (*handler)(void) = pl_flash_pointer(void (*)(void), &config->deadline_handler);
    if (handler != 0) {
        handler();
        return pl_port_now();
    }
#endif
    return end;
}

static void check_budget(pl_task_t *task, const pl_task_config_t *config, pl_tick_t used, pl_tick_t end)
{
    if (exceeds(used, &config->budget, &task->counters.budget_overruns)) {
        pl_trace_at(PL_EVENT_BUDGET_EXHAUSTED, pl_flash_u8(&config->id), end);
#if PL_USES_BUDGET_HANDLER
        void (*handler)(void) = pl_flash_pointer(void (*)(void), &config->budget_handler);
        if (handler != 0) {
            handler();
        }
#endif
    }
}

#endif

#if PL_USES_BACKLOG

/* Makes the oldest release in arrear the current one; false: there is none. Locked. */
static bool take_backlog(pl_task_t *task, const pl_task_config_t *config)
{
    if (task->backlog_count == 0) {
        return false;
    }
    const pl_tick_t *backlog = pl_flash_pointer(const pl_tick_t *, &config->backlog);
    task->release = backlog[task->backlog_first];
    task->backlog_count--;
    task->backlog_first++;
    if (task->backlog_first == pl_flash_u8(&config->catch_up_limit)) {
        task->backlog_first = 0;
    }
    return true;
}

#endif

/* The job is complete: the task waits for its next release, or has one in arrear. */
static void retire(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit)
{
    pl_irq_t state = pl_port_lock();
#if PL_USES_BACKLOG
    if (!take_backlog(task, config)) {
        pl_demoted &= (pl_mask_t)~bit;
        pl_ready &= (pl_mask_t)~bit;
    }
#else
    (void)task;
    (void)config;
    pl_ready &= (pl_mask_t)~bit;
#endif
    pl_port_unlock(state);
}

/* Records what of the job's releases that were given up is not recorded yet. Before retire(): none of the next job's.
 */
static void tell_skips(pl_task_t *task, uint8_t id, pl_mask_t bit, pl_tick_t at)
{
#if PL_TELEMETRY
    pl_irq_t state = pl_port_lock();
    pl_release_end_skips(task, id, bit, at);
    pl_port_unlock(state);
#else
    (void)task;
    (void)id;
    (void)bit;
    (void)at;
#endif
}

#if PL_PREEMPTIVE

/* Told together with what says whether switches are told: see threads.c. The account of the body begins with it. */
static void start_job(uint8_t id, pl_mask_t bit)
{
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_port_lock();
    pl_trace_locked(PL_EVENT_START, id, at);
    pl_started |= bit;
    pl_budget_start();
    pl_port_unlock(state);
}

static void end_job(uint8_t id, pl_mask_t bit, pl_tick_t at)
{
    pl_irq_t state = pl_port_lock();
    pl_started &= (pl_mask_t)~bit;
    pl_trace_locked(PL_EVENT_COMPLETE, id, at);
    pl_port_unlock(state);
}

void pl_job_run(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit)
{
    uint8_t index = (uint8_t)(task - pl_state);
    uint8_t id = pl_flash_u8(&config->id);
    start_job(id, bit);
    pl_flash_pointer(void (*)(void), &config->body)();
    pl_tick_t end = pl_port_now();
    pl_irq_t state = pl_port_lock();
    pl_budget_end();
    end_job(id, bit, end);
    tell_skips(task, id, bit, end);
    retire(task, config, bit);
    if ((pl_ready & bit) != 0) {
        pl_budget_go_on(index, bit);
        pl_alarm_set();
    } else {
        pl_budget_sleep(index, bit);
    }
    pl_level_check();
    pl_port_unlock(state);
    pl_port_reschedule();
}

void pl_job_run_background(uint8_t index)
{
    const pl_task_config_t *config = &pl_tasks[index];
    uint8_t id = pl_flash_u8(&config->id);
    bool traced = pl_trace_admit_background();
    if (traced) {
        start_job(id, pl_bit(index));
    }
    pl_flash_pointer(void (*)(void), &config->body)();
    if (traced) {
        end_job(id, pl_bit(index), pl_port_now());
    }
    PL_PORT_TURN();
}

#else

void pl_job_run(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit)
{
    uint8_t id = pl_flash_u8(&config->id);
#if PL_USES_RESOURCES
    pl_running = (uint8_t)(config - pl_tasks);
#endif
    pl_tick_t begun = begin_body(id);
    pl_flash_pointer(void (*)(void), &config->body)();
    pl_tick_t end;
    pl_tick_t used = end_body(begun, &end);
    end = check_deadline(task, config, end);
    check_budget(task, config, used, end);
    pl_trace_at(PL_EVENT_COMPLETE, id, end);
    tell_skips(task, id, bit, end);
    retire(task, config, bit);
}

void pl_job_run_background(uint8_t index)
{
    const pl_task_config_t *config = &pl_tasks[index];
    uint8_t id = pl_flash_u8(&config->id);
    bool traced = pl_trace_admit_background();
#if PL_USES_RESOURCES
    pl_running = index;
#endif
    if (traced) {
        pl_trace_at(PL_EVENT_START, id, pl_port_now());
    }
    pl_flash_pointer(void (*)(void), &config->body)();
    if (traced) {
        pl_trace_at(PL_EVENT_COMPLETE, id, pl_port_now());
    }
    PL_PORT_TURN();
}

#endif

pl_task_counters_t pl_task_counters(uint8_t task)
{
    pl_irq_t state = pl_port_lock();
    pl_task_counters_t counters = pl_state[task].counters;
    pl_port_unlock(state);
    return counters;
}

bool pl_task_stopped(uint8_t task)
{
    pl_irq_t state = pl_port_lock();
    bool stopped = (pl_stopped & pl_bit(task)) != 0;
    pl_port_unlock(state);
    return stopped;
}
