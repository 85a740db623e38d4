/*
 * The end of a budget or of a critical section's time: what happens to the job, and when it takes
 * effect. Called locked.
 *
 * A budget is exhausted when consumption exceeds C by one tick: a job may use all of C. The excess
 * tick is taken from the next replenishment.
 *
 * Exhaustion and replenishment take time for alarms, switches and the manager. The exhausted task
 * pays for that: PL_HELD_TICKS are charged to its server, and so are taken from the next
 * replenishment.
 */
#ifndef POLYLOOP_EXHAUST_H
#define POLYLOOP_EXHAUST_H

#include "account.h"
#include "alarm.h"

#if PL_PREEMPTIVE

/* Tasks with a budget handler that the manager must call. */
extern pl_mask_t pl_budget_calls;

/*
 * No replenishment, deadline or tending is due before this time, so most alarms need not look at
 * each task. A lower bound: it may belong to a job that has ended since.
 */
extern pl_tick_t pl_quiet_until;

/* Something is due at `at`. */
void pl_quiet_end(pl_tick_t now, pl_tick_t at);

/* Counts a budget overrun of the task and requests a call of its budget handler. */
void pl_exhaust_overrun(uint8_t task, pl_mask_t bit);

/*
 * Exhausts the budgets that are overdrawn, except of tasks that hold a resource, and ends a
 * critical section that is too long. Returns whether it did anything: then call pl_level_check()
 * and pl_alarm_set().
 */
bool pl_exhaust_settle(pl_tick_t now);

#if PL_USES_RESOURCES

/*
 * Whether tasks wait for a resource of the running thread, or only that resource still keeps it
 * above the background.
 */
static inline bool pl_exhaust_is_in_the_way(void)
{
    return pl_withheld != 0 || ((pl_overdrawn | pl_exhausted | pl_demoted | pl_background) & pl_bit(pl_running)) != 0;
}

/* Whether other tasks may wait for the running thread. */
bool pl_exhaust_others_wait(void);

/* Whether the running thread's critical section is too long and other tasks wait. */
PL_INLINE static bool pl_exhaust_exceeds_section(void)
{
    return pl_limited && pl_section_left() == 0 && pl_exhaust_others_wait();
}

#else

static inline bool pl_exhaust_exceeds_section(void)
{
    return false;
}

#endif

#endif

#endif
