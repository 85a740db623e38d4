/*
 * Deadlines and budgets of jobs that preempt each other on one stack. Called locked.
 *
 * A deadline is missed one tick after it. A budget is exceeded when the job has taken one tick more
 * of its own time. Each is counted, recorded with its own time and handled once. Then the job
 * continues, or ends if its task has PL_EXHAUSTION_STOP.
 *
 * Deadlines are checked by the alarm, and once more when the job ends. Budgets are checked by each
 * alarm and when the job ends. If the program has a budget handler, or a task with
 * PL_EXHAUSTION_STOP, the alarm also comes at the end of the running body's budget.
 */
#ifndef POLYLOOP_MONITOR_H
#define POLYLOOP_MONITOR_H

#include "account.h"
#include "alarm.h"

#if PL_WATCHES

/* Tasks with a deadline handler, and with a budget handler, that must be called. */
extern pl_mask_t pl_monitor_missed_calls;
extern pl_mask_t pl_monitor_budget_calls;

/* No deadline is due before this time. A lower bound: it may belong to a job that has ended since. */
extern pl_tick_t pl_monitor_quiet;

void pl_monitor_begin(pl_tick_t now);

/*
 * Tasks whose deadlines the alarm watches from the release on. The deadline of other periodic tasks is
 * the next release, which finds out whether the job has ended. Constant after the start.
 */
extern pl_mask_t pl_watched;
/* Ready tasks with a current job that has missed its deadline. */
extern pl_mask_t pl_missed;

/* The alarm watches the deadline of the task's current job, which has been released at `at`, now. */
void pl_monitor_deadline(uint8_t task, pl_mask_t bit, pl_tick_t at);

/* The same for a job whose release was kept, maybe for long: its deadline may have passed. */
void pl_monitor_kept(uint8_t task, pl_mask_t bit);

/* The task has a new current job, released at `at`. */
static inline void pl_monitor_release(uint8_t task, pl_mask_t bit, pl_tick_t at)
{
    pl_missed &= (pl_mask_t)~bit;
    if ((pl_watched & bit) != 0) {
        pl_monitor_deadline(task, bit, at);
    }
}

/* A release has found the job before it unfinished. */
static inline void pl_monitor_overrun(uint8_t task, pl_mask_t bit)
{
    if (((pl_watched | pl_missed) & bit) == 0) {
        pl_monitor_kept(task, bit);
    }
}

/* The current job of the task has ended at `at`: checks its deadline. */
void pl_monitor_end(uint8_t task, pl_mask_t bit, pl_tick_t at);

/* ---- as a source of the alarm ---- */

/* When the next deadline is due; `when` if that is sooner. */
pl_tick_t pl_monitor_next(pl_tick_t now, pl_tick_t when);

/* Reports the deadlines that are due at `at`. */
void pl_monitor_look(pl_tick_t at);

static inline void pl_monitor_serve(pl_tick_t at)
{
    if (pl_tick_reached(at, pl_monitor_quiet)) {
        pl_monitor_look(at);
    }
}

/* ---- the budget of the running body ---- */

#if PL_CREDITS

/*
 * The budget; PL_NONE: it has none, or has exceeded it. While a job that can be stopped holds a resource: the end of its
 * section, if that comes first. The dispatcher keeps that of the body it interrupts.
 */
extern pl_tick_t pl_body_limit;

/* The running body has exceeded its budget: reports that, once. */
void pl_monitor_exceed(pl_tick_t at);

/* Reports the budget if the running body, which has used so much time until now, has exceeded it. */
static inline void pl_monitor_budget(pl_tick_t used, pl_tick_t now)
{
    if (used > pl_body_limit && used <= PL_TICKS_MAX) {
        pl_monitor_exceed(now - (used - pl_body_limit - 1U));
    }
}

#if PL_USES_EXHAUSTION_STOP

/* The job on top of the stack has exceeded its budget, and must end. The dispatcher does that. */
extern bool pl_monitor_stops;
/* The limit that it has exceeded. */
extern pl_tick_t pl_monitor_limit;

#endif

/* Sets the alarm for the end of the budget, if something happens then. Not in a pause. */
#if PL_WATCHES_BUDGETS
void pl_monitor_watch(void);
#else
static inline void pl_monitor_watch(void)
{
}
#endif

#endif

#endif

#endif
