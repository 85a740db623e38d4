/*
 * The one alarm of the port, shared by all that waits for a time. Where only releases do, release.c has it for itself.
 *
 * A source has two functions: when it wants to be served next, and what is served then. Both locked.
 */
#ifndef POLYLOOP_ALARM_H
#define POLYLOOP_ALARM_H

#include "polyloop/polyloop.h"

/* Whether others than releases wait for times. */
#define PL_ALARM_SHARED (PL_PREEMPTIVE || PL_INTERRUPT_COUNT > 0)

#if PL_ALARM_SHARED

/* The time of the next release, and serving it: exactly the tasks that are due then. There always is one. */
pl_tick_t pl_release_next(void);
void pl_release_serve(void);

/* The end of the running thread's budget, replenishments, deadlines. `when` if nothing of it comes sooner. */
pl_tick_t pl_thread_next(pl_tick_t now, pl_tick_t when);
void pl_thread_serve(pl_tick_t at);

/*
 * The alarm has come, in a pause, before anything is due but the end of the running thread's budget. False: that is due,
 * or deadlines have changed, and everything is to be served.
 */
bool pl_budget_put_off(void);

/* Replenishments of the interrupts' servers. */
pl_tick_t pl_interrupt_next(pl_tick_t now, pl_tick_t when);
void pl_interrupt_serve(pl_tick_t at);

/* The sooner one of two times that lie less than 2^30 ticks before `now`, or less than 2^31 after it. */
static inline pl_tick_t pl_sooner(pl_tick_t now, pl_tick_t a, pl_tick_t b)
{
    const pl_tick_t past = UINT32_C(1) << 30;
    return (pl_tick_t)(a - now + past) <= (pl_tick_t)(b - now + past) ? a : b;
}

/*
 * The alarm comes at `at`, or soon if that is past, but not later than for what pl_alarm_set() has found; this replaces
 * the request before it. Serves nothing. Locked.
 */
void pl_alarm_by(pl_tick_t at);

/* The same, but only if the alarm would come later. */
void pl_alarm_at_latest(pl_tick_t at);

/* Takes that request back. Serves nothing. Locked. */
void pl_alarm_back(void);

/* Sets the alarm anew, after something has been given a time or lost it; serves what has been reached already. Locked.
 */
void pl_alarm_set(void);

#endif

#endif
