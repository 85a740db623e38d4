/*
 * Jobs: what happens from the start of a body to the task's next release.
 *
 * Without preemption a missed deadline and an exceeded budget are detected when the body ends. The
 * execution time that is compared with the budget excludes interrupts. With threads, budget.c
 * detects both at once.
 */
#include "job.h"

#include "alarm.h"
#include "body.h"
#include "budget.h"
#include "monitor.h"
#include "release.h"
#include "section.h"
#include "trace.h"

#if !PL_PREEMPTIVE && !PL_ONE_STACK

/*
 * Whether the time exceeds the limit in the task table; if so, counts it. Outlined: it has two
 * callers and needs many registers.
 */
PL_OUTLINE static bool exceeds(pl_tick_t ticks, const pl_tick_t *limit, uint16_t *counter)
{
    if (!pl_flash_below(limit, ticks)) {
        return false;
    }
    pl_count(counter);
    return true;
}

#if PL_CREDITS

/* Records the start of a body and opens its account. */
static pl_tick_t begin_body(uint8_t id)
{
    pl_trace_at(PL_EVENT_START, id, pl_port_now());
    pl_body_open();
    return 0;
}

/*
 * The execution time of the body that has ended. The lock covers both readings, so the account
 * includes each interrupt before `*end`.
 */
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

#if PL_USES_JOB_TIME
pl_tick_t pl_job_begun;
#endif

static pl_tick_t begin_body(uint8_t id)
{
    pl_tick_t begun = pl_port_now();
    pl_trace_at(PL_EVENT_START, id, begun);
#if PL_USES_JOB_TIME
    pl_job_begun = begun;
#endif
    return begun;
}

static pl_tick_t end_body(pl_tick_t begun, pl_tick_t *end)
{
    *end = pl_port_now();
    return *end - begun;
}

#endif

/*
 * If the job has missed its deadline: counts and records that, and runs the handler. Returns the
 * time after that.
 */
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

/* Makes the oldest release of the backlog the current one; false: the backlog is empty. Locked. */
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

/*
 * The job is complete: the task waits for its next release, or starts the oldest one of its
 * backlog.
 */
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

/*
 * Records the releases that were dropped during the job. Called before retire(), so that it counts
 * no release of the next job.
 */
static void record_drops(pl_task_t *task, uint8_t id, pl_mask_t bit, pl_tick_t at)
{
#if PL_TELEMETRY
    pl_irq_t state = pl_port_lock();
    pl_release_end_drops(task, id, bit, at);
    pl_port_unlock(state);
#else
    (void)task;
    (void)id;
    (void)bit;
    (void)at;
#endif
}

#if PL_PREEMPTIVE

/*
 * One lock for the event and for pl_started, by which threads.c decides whether a switch is
 * recorded.
 */
void pl_job_start(uint8_t id, pl_mask_t bit)
{
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_port_lock();
    pl_trace_locked(PL_EVENT_START, id, at);
    pl_started |= bit;
    pl_watch_start();
#if PL_USES_JOB_TIME
    pl_threads[pl_running].job_time = 0;
#endif
    pl_port_unlock(state);
}

static void record_end(uint8_t id, pl_mask_t bit, pl_tick_t at)
{
    pl_irq_t state = pl_port_lock();
    pl_started &= (pl_mask_t)~bit;
    pl_trace_locked(PL_EVENT_COMPLETE, id, at);
    pl_port_unlock(state);
}

void pl_job_end(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit, pl_tick_t at)
{
    uint8_t index = (uint8_t)(task - pl_state);
    uint8_t id = pl_flash_u8(&config->id);
    record_end(id, bit, at);
    record_drops(task, id, bit, at);
    retire(task, config, bit);
    if ((pl_ready & bit) != 0) {
        pl_budget_go_on(index, bit);
        pl_alarm_set();
    } else {
        pl_budget_sleep(index, bit);
    }
}

void pl_job_run_background(uint8_t index)
{
    const pl_task_config_t *config = &pl_tasks[index];
    uint8_t id = pl_flash_u8(&config->id);
    bool traced = pl_trace_admit_background();
    if (traced) {
        pl_job_start(id, pl_bit(index));
    }
#if PL_USES_JOB_TIME
    else {
        pl_irq_t state = pl_port_lock();
        pl_account_open(pl_port_now(), 0);
        pl_threads[pl_running].job_time = 0;
        pl_port_unlock(state);
    }
#endif
    pl_flash_pointer(void (*)(void), &config->body)();
    if (traced) {
        record_end(id, pl_bit(index), pl_port_now());
    }
    PL_PORT_TURN();
}

#elif PL_ONE_STACK

#if PL_USES_RESOURCES

static void end_sections(pl_tick_t end)
{
    if (pl_innermost != 0) {
        pl_hook_end_sections(end);
        pl_section_lower();
    }
}

#else

#define end_sections(end) ((void)0)

#endif

static void check_deadline(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit, pl_tick_t end)
{
#if PL_WATCHES
    (void)config;
    pl_monitor_end((uint8_t)(task - pl_state), bit, end);
#else
    (void)bit;
    if (pl_flash_below(&config->deadline, end - task->release)) {
        pl_count(&task->counters.deadline_misses);
    }
#endif
}

void pl_job_run(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit)
{
    uint8_t id = pl_flash_u8(&config->id);
    pl_tick_t end = pl_body_run(id, config);
    end_sections(end);
    check_deadline(task, config, bit, end);
    pl_trace_locked(PL_EVENT_COMPLETE, id, end);
    record_drops(task, id, bit, end);
    retire(task, config, bit);
#if PL_WATCHES && PL_USES_BACKLOG
    if ((pl_ready & bit) != 0) {
        pl_monitor_kept((uint8_t)(task - pl_state), bit);
    }
#endif
}

/* Unlocked, while no other job runs. */
void pl_job_run_background(uint8_t index)
{
    const pl_task_config_t *config = &pl_tasks[index];
    uint8_t id = pl_flash_u8(&config->id);
    bool traced = pl_trace_admit_background();
#if PL_CREDITS
    pl_body_open();
#endif
    if (traced) {
        pl_trace_at(PL_EVENT_START, id, pl_port_now());
    }
    pl_flash_pointer(void (*)(void), &config->body)();
    pl_irq_t state = pl_port_lock();
    pl_tick_t end = pl_port_now();
    end_sections(end);
    if (traced) {
        pl_trace_locked(PL_EVENT_COMPLETE, id, end);
    }
    pl_port_unlock(state);
    PL_PORT_TURN();
}

#else

void pl_job_run(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit)
{
    uint8_t id = pl_flash_u8(&config->id);
#if PL_USES_RESOURCES || PL_USES_JOB_TIME
    pl_running = (uint8_t)(config - pl_tasks);
#endif
    pl_section_begin_job();
    pl_tick_t begun = begin_body(id);
    pl_flash_pointer(void (*)(void), &config->body)();
    pl_tick_t end;
    pl_tick_t used = end_body(begun, &end);
    end = check_deadline(task, config, end);
    check_budget(task, config, used, end);
    pl_trace_at(PL_EVENT_COMPLETE, id, end);
    record_drops(task, id, bit, end);
    retire(task, config, bit);
}

void pl_job_run_background(uint8_t index)
{
    const pl_task_config_t *config = &pl_tasks[index];
    uint8_t id = pl_flash_u8(&config->id);
    bool traced = pl_trace_admit_background();
#if PL_USES_RESOURCES || PL_USES_JOB_TIME
    pl_running = index;
#endif
    pl_section_begin_job();
#if PL_USES_JOB_TIME && PL_CREDITS
    pl_body_open();
#elif PL_USES_JOB_TIME
    pl_job_begun = pl_port_now();
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
