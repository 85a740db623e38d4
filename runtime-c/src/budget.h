/*
 * Budgets where the kernel preempts: the servers of tasks, and when a budget is replenished. And
 * deadlines: when a job misses its own. Called locked.
 */
#ifndef POLYLOOP_BUDGET_H
#define POLYLOOP_BUDGET_H

#include "watch.h"

#if PL_PREEMPTIVE

/* Tasks with a deadline handler that the manager must call. */
extern pl_mask_t pl_deadline_calls;

/* Creates the servers. Call it before the first release. */
void pl_budget_begin(pl_tick_t now);

/* A job of the task is released at `at`; the task had none. */
void pl_budget_wake(uint8_t task, pl_mask_t bit, pl_tick_t at);

/* The running task has completed a job and starts the next one, which was released before that. */
void pl_budget_go_on(uint8_t task, pl_mask_t bit);

/* The running task has completed a job and has no other. */
void pl_budget_sleep(uint8_t task, pl_mask_t bit);

/* ---- as a source of the alarm ---- */

/*
 * When the running thread's piece ends, or a replenishment or a deadline is due; `when` if that is
 * sooner.
 */
pl_tick_t pl_budget_next(pl_tick_t now, pl_tick_t when);

/* Does what is due at `at`. Call pl_level_check() after it. */
void pl_budget_serve(pl_tick_t at);

#endif

#endif
