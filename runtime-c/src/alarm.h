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

/* Replenishments of the interrupts' servers. */
pl_tick_t pl_interrupt_next(pl_tick_t now, pl_tick_t when);
void pl_interrupt_serve(pl_tick_t at);

/* The sooner one of two times that lie less than 2^30 ticks before `now`, or less than 2^31 after it. */
static inline pl_tick_t pl_sooner(pl_tick_t now, pl_tick_t a, pl_tick_t b)
{
    const pl_tick_t past = UINT32_C(1) << 30;
    return (pl_tick_t)(a - now + past) <= (pl_tick_t)(b - now + past) ? a : b;
}

/* Sees that the alarm comes at `at` at the latest, or soon if that is past. Serves nothing. Locked. */
void pl_alarm_by(pl_tick_t at);

/* Sets the alarm anew, after something has been given a time or lost it; serves what has been reached already. Locked.
 */
void pl_alarm_set(void);

#endif

#endif
