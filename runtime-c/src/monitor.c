/* Deadlines and budgets on one stack. See monitor.h. */
#include "monitor.h"
#include "trace.h"

#if PL_WATCHES

pl_mask_t pl_monitor_missed_calls;
pl_mask_t pl_monitor_budget_calls;
pl_tick_t pl_monitor_quiet;

pl_mask_t pl_watched;
pl_mask_t pl_missed;

/* Tasks with a current job whose deadline the alarm watches, and that has not missed it. */
static pl_mask_t open_deadlines;

/* Deadlines are looked at after this time at the latest, so that times do not become ambiguous. */
#define LONGEST_QUIET (UINT32_C(1) << 29)

static pl_tick_t deadline_of(uint8_t task)
{
    return pl_flash_u32(&pl_tasks[task].deadline);
}

static bool is_next_release(uint8_t task)
{
    return pl_flash_u8(&pl_tasks[task].kind) == PL_PERIODIC && deadline_of(task) == pl_flash_u32(&pl_tasks[task].period);
}

void pl_monitor_begin(pl_tick_t now)
{
    pl_monitor_quiet = now + LONGEST_QUIET;
    for (uint8_t i = 0; i != PL_TASK_COUNT; i++) {
        if (deadline_of(i) != PL_NONE && !is_next_release(i)) {
            pl_watched |= pl_bit(i);
        }
    }
}

/* ---- deadlines ---- */

static void miss(uint8_t task, pl_mask_t bit, pl_tick_t at)
{
    pl_missed |= bit;
    open_deadlines &= (pl_mask_t)~bit;
    pl_count(&pl_state[task].counters.deadline_misses);
    pl_trace_locked(PL_EVENT_DEADLINE_MISS, pl_flash_u8(&pl_tasks[task].id), at);
#if PL_USES_DEADLINE_HANDLER
    if (pl_flash_pointer(void (*)(void), &pl_tasks[task].deadline_handler) != 0) {
        pl_monitor_missed_calls |= bit;
        pl_wanted = true;
    }
#endif
}

static void watch(pl_mask_t bit, pl_tick_t now, pl_tick_t due)
{
    open_deadlines |= bit;
    pl_monitor_quiet = pl_sooner(now, pl_monitor_quiet, due + 1U);
}

PL_OUTLINE void pl_monitor_deadline(uint8_t task, pl_mask_t bit, pl_tick_t at)
{
    watch(bit, at, at + deadline_of(task));
}

PL_OUTLINE void pl_monitor_kept(uint8_t task, pl_mask_t bit)
{
    pl_tick_t deadline = deadline_of(task);
    pl_tick_t now = pl_port_now();
    pl_tick_t at = pl_state[task].release;
    pl_missed &= (pl_mask_t)~bit;
    if (deadline == PL_NONE) {
        return;
    }
    if (now - at > deadline && now - at <= PL_TICKS_MAX) {
        miss(task, bit, at + deadline);
    } else {
        watch(bit, now, at + deadline);
    }
}

void pl_monitor_end(uint8_t task, pl_mask_t bit, pl_tick_t at)
{
    open_deadlines &= (pl_mask_t)~bit;
    if ((pl_missed & bit) == 0 && pl_flash_below(&pl_tasks[task].deadline, at - pl_state[task].release)) {
        miss(task, bit, at);
    }
}

/* The first deadline that the alarm watches, found by looking at each task. */
static pl_tick_t soonest(pl_tick_t now)
{
    pl_tick_t when = now + LONGEST_QUIET;
    pl_mask_t bit = 1;
    for (uint8_t i = 0; i != PL_TASK_COUNT; i++) {
        if ((open_deadlines & bit) != 0) {
            when = pl_sooner(now, when, pl_state[i].release + deadline_of(i) + 1U);
        }
        bit = (pl_mask_t)(bit << 1);
    }
    return when;
}

pl_tick_t pl_monitor_next(pl_tick_t now, pl_tick_t when)
{
    if (pl_sooner(now, pl_monitor_quiet, when) != pl_monitor_quiet) {
        return when;
    }
    pl_monitor_quiet = soonest(now);
    return pl_sooner(now, when, pl_monitor_quiet);
}

PL_OUTLINE void pl_monitor_look(pl_tick_t at)
{
    pl_mask_t bit = 1;
    for (uint8_t i = 0; i != PL_TASK_COUNT; i++) {
        if ((open_deadlines & bit) != 0) {
            pl_tick_t due = pl_state[i].release + deadline_of(i);
            if (pl_tick_reached(at, due + 1U)) {
                miss(i, bit, due);
            }
        }
        bit = (pl_mask_t)(bit << 1);
    }
}

/* ---- budgets ---- */

#if PL_CREDITS

pl_tick_t pl_body_limit = PL_NONE;
#if PL_USES_EXHAUSTION_STOP
bool pl_monitor_stops;
pl_tick_t pl_monitor_limit;

/* Whether it is the budget, and not the end of a section. */
static bool exceeds_budget(void)
{
    pl_monitor_limit = pl_body_limit;
    return pl_body_limit == pl_flash_u32(&pl_tasks[pl_running].budget);
}
#else
static inline bool exceeds_budget(void)
{
    return true;
}
#endif

void pl_monitor_exceed(pl_tick_t at)
{
    bool budget = exceeds_budget();
    pl_body_limit = PL_NONE;
    pl_count(&pl_state[pl_running].counters.budget_overruns);
    if (budget) {
        pl_trace_locked(PL_EVENT_BUDGET_EXHAUSTED, pl_flash_u8(&pl_tasks[pl_running].id), at);
    }
#if PL_USES_BUDGET_HANDLER
    if (pl_flash_pointer(void (*)(void), &pl_tasks[pl_running].budget_handler) != 0) {
        pl_monitor_budget_calls |= pl_bit(pl_running);
        pl_wanted = true;
    }
#endif
#if PL_USES_EXHAUSTION_STOP
    if (pl_flash_u8(&pl_tasks[pl_running].exhaustion) == PL_EXHAUSTION_STOP) {
        pl_monitor_stops = true;
        pl_wanted = true;
    }
#endif
}

#if PL_WATCHES_BUDGETS

void pl_monitor_watch(void)
{
    if (pl_body_limit != PL_NONE) {
        /* The interrupt does not count all the time until it looks: see pl_alarm_due(). */
        pl_alarm_watch(pl_begun + pl_body_limit + 1U + PL_PAUSE_TICKS);
    } else if (pl_alarm_watches()) {
        pl_alarm_back();
    }
}

void pl_hook_body_resumed(void)
{
    pl_monitor_watch();
}

#endif

#endif

#else

/* ISO C requires a declaration in every file. */
typedef int pl_monitor_absent_t;

#endif
