/* Jobs: from the start of a body to the task's next release. */
#ifndef POLYLOOP_JOB_H
#define POLYLOOP_JOB_H

#include "state.h"

#if PL_PREEMPTIVE

/* A body starts: records it and opens its account. A thread calls it, without the lock. */
void pl_job_start(uint8_t id, pl_mask_t bit);

/*
 * A body has ended at `at`: records that, and the task takes its next job or sleeps. Call
 * pl_watch_end() before it, in the same locked section.
 */
void pl_job_end(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit, pl_tick_t at);

#elif PL_ONE_STACK

/*
 * Runs one job of a ready task to its end. The parameters are the state, the row of pl_tasks[] and
 * the bit of the same task. Locked; interrupts come while the body runs.
 */
void pl_job_run(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit);

#else

/*
 * Runs one job of a ready task to its end and applies the rules for deadline, budget and overrun.
 * The parameters are the state, the row of pl_tasks[] and the bit of the same task: the caller has
 * all of them from its search, so they are not computed again. Without the lock.
 */
void pl_job_run(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit);

#endif

#if PL_USES_JOB_TIME && !PL_PREEMPTIVE && !PL_CREDITS

/* When the running job's body began. */
extern pl_tick_t pl_job_begun;

#endif

/* Runs one job of the background task at this position. Without the lock. */
void pl_job_run_background(uint8_t index);

#endif
