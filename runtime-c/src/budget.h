/*
 * Budgets where the kernel preempts: when a task's budget is exhausted, and when it is replenished.
 * And deadlines: when a job misses its own. Called locked.
 */
#ifndef POLYLOOP_BUDGET_H
#define POLYLOOP_BUDGET_H

#include "account.h"
#include "state.h"

#if PL_PREEMPTIVE

/* Tasks with a deadline handler or a budget handler that the manager must call. */
extern pl_mask_t pl_deadline_calls;
extern pl_mask_t pl_budget_calls;

/* Creates the servers. Call it before the first release. */
void pl_budget_begin(pl_tick_t now);

/* The kernel switches from the running thread, and then to this one. */
void pl_budget_leave(pl_tick_t now);
void pl_budget_enter(uint8_t thread);

/* The body of the running task's job starts, and ends. */
void pl_budget_start(void);
void pl_budget_end(void);

/* A job of the task is released at `at`; the task had none. */
void pl_budget_wake(uint8_t task, pl_mask_t bit, pl_tick_t at);

/* The running task has completed a job and starts the next one, which was released before that. */
void pl_budget_go_on(uint8_t task, pl_mask_t bit);

/* The running task has completed a job and has no other. */
void pl_budget_sleep(uint8_t task, pl_mask_t bit);

/*
 * Exhausts the budgets that are overdrawn, except of tasks that hold a resource, and ends a
 * critical section that is too long. Returns whether it did anything: then call pl_level_check()
 * and pl_alarm_set().
 */
bool pl_budget_settle(pl_tick_t now);

/* Counts a budget overrun of the task and requests a call of its budget handler. */
void pl_budget_overrun(uint8_t task, pl_mask_t bit);

#if PL_TELEMETRY

/*
 * Charges the running thread for what it is about to record. True: that exceeds its budget or its
 * critical section, so it must give way first, unless it has taken the lock more than once.
 */
bool pl_budget_text(pl_tick_t cost);

/* Unlocks for the alarm, which then exhausts the budget. Returns when the thread may go on. */
void pl_budget_give_way(pl_irq_t state);

#endif

#if PL_USES_RESOURCES

/*
 * The running task's critical section has begun. Sets the alarm if others wait for its end; returns
 * whether it did.
 */
bool pl_budget_enter_section(void);

/* The critical section has ended: the alarm is not needed for its end. */
void pl_budget_leave_section(void);

#endif

/* ---- as a source of the alarm ---- */

/*
 * When the running thread's piece ends, or a replenishment or a deadline is due; `when` if that is
 * sooner.
 */
pl_tick_t pl_budget_next(pl_tick_t now, pl_tick_t when);

/* Does what is due at `at`. Call pl_level_check() after it. */
void pl_budget_serve(pl_tick_t at);

/*
 * The alarm has come, in a pause, for the end of the running thread's piece or critical section.
 * True: that end has moved, because interrupts were credited, and nothing has to be done.
 */
bool pl_budget_put_off(void);

#endif

#endif
