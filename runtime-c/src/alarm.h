/*
 * The port's one alarm, shared by all sources of times: releases, budgets, deadlines,
 * replenishments. Called locked.
 *
 * A program without threads and interrupts has one source only, releases: then release.c uses the
 * port's alarm itself.
 */
#ifndef POLYLOOP_ALARM_H
#define POLYLOOP_ALARM_H

#include "polyloop/polyloop.h"

/* Whether there are sources beside releases. */
#define PL_ALARM_SHARED (PL_PREEMPTIVE || PL_WATCHES || PL_INTERRUPT_COUNT > 0)

#if PL_ALARM_SHARED

/*
 * Hooks, supplied by due.c, which knows the sources: the soonest time that any source waits for,
 * and doing what is due at `at`.
 */
pl_tick_t pl_hook_alarm_next(void);
void pl_hook_alarm_serve(pl_tick_t at);

/*
 * The sooner of two times. Each is less than 2^30 ticks before `now`, or less than 2^31 after it.
 */
static inline pl_tick_t pl_sooner(pl_tick_t now, pl_tick_t a, pl_tick_t b)
{
    const pl_tick_t past = UINT32_C(1) << 30;
    return (pl_tick_t)(a - now + past) <= (pl_tick_t)(b - now + past) ? a : b;
}

/*
 * Sets the alarm for the soonest time of all sources, after a source has changed. Serves what is
 * due already.
 */
void pl_alarm_set(void);

/*
 * Whether a body sets the alarm: it triggers a task, turns the program's interrupts off and on, or
 * sets an I/O budget.
 */
#define PL_BODIES_SET_ALARM (PL_USES_SPORADIC || PL_IO_SERVER_COUNT > 0)

#if (PL_PREEMPTIVE || PL_CREDITS) && PL_BODIES_SET_ALARM

/*
 * The same for a body. It does not pay for what has become due while interrupts were off: the
 * alarm's interrupt would have served that at the same cost, which the analysis counts for the
 * release.
 */
void pl_alarm_set_unpaid(void);

#if PL_PREEMPTIVE

/* Hook, supplied by due.c: pl_hook_alarm_serve(), which the running thread does not pay. */
void pl_hook_alarm_serve_unpaid(pl_tick_t at);

#else

/* Serves what is due from `at` on, until the alarm is set. Returns the time for which it is set. */
pl_tick_t pl_alarm_settle(pl_tick_t at);

/* Hook, supplied by due.c: pl_alarm_settle(), which the running body does not pay. */
pl_tick_t pl_hook_alarm_settle_unpaid(pl_tick_t at);

#endif

#else
#define pl_alarm_set_unpaid pl_alarm_set
#endif

/* The time that the port was asked for last. */
extern pl_tick_t pl_alarm_asked;

/* On one stack: whether the alarm may be set for the end of a budget, so that something happens then. */
#define PL_ALARM_FOR_BUDGET PL_WATCHES_BUDGETS

#if PL_ALARM_FOR_BUDGET

/*
 * Sets the alarm for `at`, or for the present if that has passed, but not later than for the time
 * that pl_alarm_set() found. Does nothing if the alarm is set for that time. Serves nothing.
 */
void pl_alarm_watch(pl_tick_t at);

/* Whether the alarm is set for the time of pl_alarm_watch(). */
bool pl_alarm_watches(void);

#endif

#if PL_PREEMPTIVE

/*
 * Sets the alarm for `at`, or for the present if that has passed, but not later than for the time
 * that pl_alarm_set() found. Replaces the time of an earlier call. Serves nothing.
 */
void pl_alarm_by(pl_tick_t at);

/* The same, but only if the alarm is set for a later time. */
void pl_alarm_at_latest(pl_tick_t at);

#endif

#if PL_PREEMPTIVE || PL_ALARM_FOR_BUDGET

/* Sets the alarm back to the time that pl_alarm_set() found. Serves nothing. */
void pl_alarm_back(void);

/*
 * Whether the time that pl_alarm_set() found has been reached; else the alarm came for
 * pl_alarm_by().
 */
bool pl_alarm_is_due(pl_tick_t now);

#endif

#endif

#endif
