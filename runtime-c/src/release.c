/*
 * Releases: when a job becomes ready, and what the overrun policy does with a release that comes
 * too early.
 *
 * The k-th release of a periodic task is at start + offset + k * period, in modular arithmetic,
 * whatever the jobs do. `earliest` is always the least `next` of the timed tasks. A pass releases
 * exactly the tasks that are due then, so releases happen in the order of their times even when the
 * interrupt comes late.
 */
#include "release.h"
#include "account.h"
#include "budget.h"
#include "monitor.h"
#include "section.h"
#include "trace.h"

/* Whether the timer watches all tasks all the time: then `pl_timed` is not used. */
#define ALL_PERIODIC (!PL_USES_SPORADIC && !PL_USES_BACKGROUND)

static bool started;
static pl_tick_t earliest;

#if PL_TELEMETRY

/*
 * Dropped releases are recorded together once their periods add up to this time, or there are so
 * many of them.
 */
#define GROUP_TICKS (PL_TICK_HZ / 32U)
#define MOST_UNRECORDED 255U

/* Tasks that have dropped a release since their last job ended. */
static pl_mask_t dropping;

static void record_drops(pl_task_t *task, uint8_t id, pl_tick_t at)
{
    if (task->drops_unrecorded != 0 && pl_trace_release_dropped_locked(id, task->drops_unrecorded, at)) {
        task->drops_unrecorded = 0;
    }
}

/*
 * Records dropped releases: the first one during a job at once, later ones together, so that a task
 * with a job that never ends sends no more telemetry than a task that runs. The end of the job records the
 * rest.
 */
static void record_drop(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit, pl_tick_t at)
{
    pl_count(&task->drops_unrecorded);
    bool first = (dropping & bit) == 0;
    dropping |= bit;
    if (first || task->drops_unrecorded >= MOST_UNRECORDED ||
        task->drops_unrecorded * pl_flash_u32(&config->period) >= GROUP_TICKS) {
        record_drops(task, pl_flash_u8(&config->id), at);
    }
}

void pl_release_end_drops(pl_task_t *task, uint8_t id, pl_mask_t bit, pl_tick_t at)
{
    if ((dropping & bit) != 0) {
        record_drops(task, id, at);
        dropping &= (pl_mask_t)~bit;
    }
}

#endif

static void drop_release(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit, pl_tick_t at)
{
    pl_count(&task->counters.dropped_releases);
#if PL_TELEMETRY
    record_drop(task, config, bit, at);
#else
    (void)config;
    (void)bit;
    (void)at;
#endif
}

#if PL_USES_BACKLOG

/* Appends a release to the backlog; false: it is full. */
static bool backlog_add(pl_task_t *task, const pl_task_config_t *config, pl_tick_t at)
{
    uint8_t limit = pl_flash_u8(&config->catch_up_limit);
    if (task->backlog_count >= limit) {
        return false;
    }
    uint16_t last = (uint16_t)(task->backlog_first + task->backlog_count);
    pl_tick_t *backlog = pl_flash_pointer(pl_tick_t *, &config->backlog);
    backlog[last >= limit ? last - limit : last] = at;
    task->backlog_count++;
    pl_trace_locked(PL_EVENT_RELEASE, pl_flash_u8(&config->id), at);
    return true;
}

#endif

#if PL_USES_BACKLOG

/* From now on the task runs below all others. On one stack all others may start on top of its job. */
static void demote(pl_mask_t bit)
{
    pl_demoted |= bit;
#if PL_ONE_STACK
    pl_may_start = pl_section_above();
    pl_wanted = true;
#endif
}

#endif

/* A release comes before the previous job is complete, or after the task was stopped. */
PL_OUTLINE static void release_early(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit, pl_tick_t at)
{
#if PL_USES_BACKLOG
    uint8_t overrun = pl_flash_u8(&config->overrun);
    if (overrun == PL_OVERRUN_CATCH_UP || overrun == PL_OVERRUN_DEMOTE) {
        if (overrun == PL_OVERRUN_DEMOTE) {
            demote(bit);
        }
        if (backlog_add(task, config, at)) {
            return;
        }
    }
#endif
    if (PL_USES_STOP && pl_flash_u8(&config->overrun) == PL_OVERRUN_STOP) {
        pl_stopped |= bit;
    }
    drop_release(task, config, bit, at);
}

/*
 * Tasks that cannot accept a release. Stopped tasks stay timed, so that the releases that they lose
 * are counted.
 */
static inline pl_mask_t busy(void)
{
    return PL_USES_STOP ? pl_ready | pl_stopped : pl_ready;
}

#if PL_PREEMPTIVE

/* Wakes the thread of a task that had no job, unless a ceiling withholds it. */
static void wake(uint8_t task, pl_mask_t bit, pl_tick_t at)
{
    pl_budget_wake(task, bit, at);
    if (!pl_withhold(task)) {
        pl_port_thread_wake(task);
    }
}

#endif

static void release(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit, pl_tick_t at)
{
    if ((busy() & bit) != 0) {
#if PL_WATCHES
        if ((pl_ready & bit) != 0) {
            pl_monitor_overrun((uint8_t)(task - pl_state), bit);
        }
#endif
        release_early(task, config, bit, at);
        return;
    }
    task->release = at;
    pl_ready |= bit;
    pl_trace_locked(PL_EVENT_RELEASE, pl_flash_u8(&config->id), at);
#if PL_PREEMPTIVE
    wake((uint8_t)(task - pl_state), bit, at);
#endif
#if PL_WATCHES
    pl_monitor_release((uint8_t)(task - pl_state), bit, at);
#endif
#if PL_ONE_STACK
    if ((pl_may_start & bit) != 0) {
        pl_wanted = true;
    }
#endif
}

/* The timer has reached the task's `next`. Returns how far ahead the new one is. */
static pl_tick_t reach(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit)
{
#if PL_USES_SPORADIC
    if (pl_flash_u8(&config->kind) == PL_SPORADIC) {
        if ((pl_deferred & bit) == 0) {
            pl_timed &= (pl_mask_t)~bit;
            return PL_TICKS_MAX;
        }
        pl_deferred &= (pl_mask_t)~bit;
    }
#endif
    pl_tick_t at = task->next;
    pl_tick_t period = pl_flash_u32(&config->period);
    task->next = at + period;
    release(task, config, bit, at);
    return period;
}

/* Releases each task with a `next` equal to `earliest`, then advances `earliest`. */
static void pass(void)
{
    pl_tick_t at = earliest;
    pl_tick_t nearest = PL_TICKS_MAX;
    pl_task_t *task = pl_state;
    const pl_task_config_t *config = pl_tasks;
    pl_mask_t bit = 1;
    for (uint8_t left = PL_TASK_COUNT; left != 0; left--) {
        if (ALL_PERIODIC || (pl_timed & bit) != 0) {
            pl_tick_t distance = task->next - at;
            if (distance == 0) {
                distance = reach(task, config, bit);
            }
            if (distance < nearest) {
                nearest = distance;
            }
        }
        task++;
        config++;
        bit = (pl_mask_t)(bit << 1);
    }
    earliest = at + nearest;
}

#if PL_ALARM_SHARED

pl_tick_t pl_release_next(void)
{
    return earliest;
}

void pl_release_serve(void)
{
    pass();
}

#else

PL_OUTLINE static void serve_releases(void)
{
    do {
        pass();
    } while (!pl_port_alarm(earliest));
}

void pl_alarm_due(void)
{
    serve_releases();
#if PL_ONE_STACK
    if (pl_wanted) {
        PL_PORT_PREEMPT();
    }
#endif
}

#endif

void pl_release_begin(pl_tick_t start)
{
    pl_task_t *task = pl_state;
    const pl_task_config_t *config = pl_tasks;
    pl_mask_t bit = 1;
    for (uint8_t left = PL_TASK_COUNT; left != 0; left--) {
        if (ALL_PERIODIC || pl_flash_u8(&config->kind) == PL_PERIODIC) {
            task->next = start + pl_flash_u32(&config->offset);
#if !ALL_PERIODIC
            pl_timed |= bit;
#endif
        }
        task++;
        config++;
        bit = (pl_mask_t)(bit << 1);
    }
    earliest = start - 1U;
#if PL_ALARM_SHARED
    pl_alarm_set();
#else
    serve_releases();
#endif
    started = true;
}

#if PL_USES_SPORADIC

#if !PL_ALARM_SHARED

#if PL_CREDITS

/* For a body that triggers a task: see pl_alarm_set_unpaid(). */
PL_OUTLINE static void serve_unpaid(void)
{
    pl_tick_t from = pl_port_now();
    serve_releases();
    pl_body_credit(pl_port_now() - from);
}

#else

#define serve_unpaid() serve_releases()

#endif

#endif

/* Sets the alarm for `earliest`; serves what is due already. */
static void arm(void)
{
#if PL_ALARM_SHARED
    pl_alarm_set_unpaid();
#else
    if (!pl_port_alarm(earliest)) {
        serve_unpaid();
    }
#endif
}

/* Makes a task timed. */
static void watch(pl_task_t *task, pl_mask_t bit, pl_tick_t now)
{
    pl_timed |= bit;
    if (!pl_tick_reached(now, earliest) && task->next - now < earliest - now) {
        earliest = task->next;
        arm();
    }
}

static bool trigger(uint8_t index, pl_mask_t bit)
{
    pl_task_t *task = &pl_state[index];
    if ((pl_timed & bit) == 0) {
        const pl_task_config_t *config = &pl_tasks[index];
        pl_tick_t now = pl_port_now();
        task->next = now + pl_flash_u32(&config->period);
        release(task, config, bit, now);
        watch(task, bit, now);
#if PL_PREEMPTIVE
        pl_hook_triggered();
#endif
        return true;
    }
    if ((pl_deferred & bit) == 0) {
        pl_deferred |= bit;
        return true;
    }
    pl_count(&task->counters.dropped_releases);
    return false;
}

bool pl_task_trigger(uint8_t task)
{
    if (task >= PL_TASK_COUNT || pl_flash_u8(&pl_tasks[task].kind) != PL_SPORADIC) {
        return false;
    }
    pl_mask_t bit = pl_bit(task);
    bool accepted = false;
    pl_irq_t state = pl_port_lock();
    if (started) {
        arm(); /* releases that are due already come first */
        accepted = trigger(task, bit) && (pl_stopped & bit) == 0;
    }
    pl_port_unlock(state);
    pl_release_yield(state);
    return accepted;
}

#else

bool pl_task_trigger(uint8_t task)
{
    (void)task;
    return false;
}

#endif
