/*
 * Watching the running thread: its account from switch to switch and from the start of a body to its
 * end, and the alarm for the end of its budget or of its critical section. Called locked.
 */
#ifndef POLYLOOP_WATCH_H
#define POLYLOOP_WATCH_H

#include "exhaust.h"

#if PL_PREEMPTIVE

/* The kernel switches from the running thread, and then to this one. */
void pl_watch_leave(pl_tick_t now);
void pl_watch_enter(uint8_t thread);

/* The body of the running task's job starts, and ends. */
void pl_watch_start(void);
void pl_watch_end(void);

#if PL_TELEMETRY

/*
 * Charges the running thread for what it is about to record. True: that exceeds its budget or its
 * critical section, so it must give way first, unless it has taken the lock more than once.
 */
bool pl_watch_text(pl_tick_t cost);

/* Unlocks for the alarm, which then exhausts the budget. Returns when the thread may go on. */
void pl_watch_give_way(pl_irq_t state);

#endif

#if PL_USES_RESOURCES

/*
 * The running task's critical section has begun. Sets the alarm if others wait for its end; returns
 * whether it did.
 */
bool pl_watch_enter_section(void);

/* The critical section has ended: the alarm is not needed for its end. */
void pl_watch_leave_section(void);

#endif

/* ---- as a source of the alarm ---- */

/* When the running thread's piece or critical section ends; `when` if that is sooner. */
pl_tick_t pl_watch_next(pl_tick_t now, pl_tick_t when);

/*
 * The alarm has come, in a pause, for the end of the running thread's piece or critical section.
 * True: that end has moved, because interrupts were credited, and nothing has to be done.
 */
bool pl_watch_put_off(void);

#endif

#endif
