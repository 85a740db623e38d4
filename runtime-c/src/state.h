/*
 * The state of the tasks and, with PL_PREEMPTIVE, of their threads. For the core's files only, not
 * for programs or ports.
 *
 * The timer's interrupt reads and writes everything here. All other code takes the lock first,
 * unless a comment says why it does not need to.
 */
#ifndef POLYLOOP_STATE_H
#define POLYLOOP_STATE_H

#include "polyloop/polyloop.h"
#include "polyloop/port.h"

#if PL_PREEMPTIVE
#include "server.h"
#endif
#if (PL_PREEMPTIVE || PL_ONE_STACK) && PL_USES_RESOURCES
#include "polyloop/resource.h"
#endif

/* A set of tasks: one bit for each, by position in pl_tasks[]. */
#if PL_TASK_COUNT <= 8
typedef uint8_t pl_mask_t;
#elif PL_TASK_COUNT <= 16
typedef uint16_t pl_mask_t;
#else
typedef uint32_t pl_mask_t;
#endif

typedef struct {
    /* In pl_timed: the next release, or the end of a sporadic task's minimum inter-arrival time. */
    pl_tick_t next;
    /*
     * Release of the current job. Constant while the task is ready, so the job reads it without the
     * lock.
     */
    pl_tick_t release;
    pl_task_counters_t counters;
#if PL_TELEMETRY
    uint16_t drops_unrecorded; /* dropped releases that telemetry has not recorded yet */
#endif
#if PL_USES_BACKLOG
    uint8_t backlog_first; /* index of the oldest release in the task's backlog ring */
    uint8_t backlog_count;
#endif
} pl_task_t;

extern pl_task_t pl_state[PL_TASK_COUNT];

/* Tasks with a job that is released and not complete. */
extern volatile pl_mask_t pl_ready;
/* Tasks with a `next` that the timer watches. */
extern pl_mask_t pl_timed;
/* Ready tasks that run below all others. Empty without PL_USES_BACKLOG. */
extern volatile pl_mask_t pl_demoted;
/* Sporadic tasks with a release that waits for the end of the minimum inter-arrival time. */
extern pl_mask_t pl_deferred;
/* Tasks that their overrun policy has stopped. */
extern pl_mask_t pl_stopped;

static inline pl_mask_t pl_bit(uint8_t task)
{
    return (pl_mask_t)((pl_mask_t)1 << task);
}

/* Increments a counter; it stays at 65535. */
void pl_count(uint16_t *counter);

#if PL_PREEMPTIVE || PL_ONE_STACK || PL_USES_RESOURCES || PL_USES_JOB_TIME

/*
 * The running thread, or without threads the task of the running job: a position in pl_tasks[],
 * PL_THREAD_MANAGER or PL_THREAD_NONE. A thread reads its own number without the lock.
 */
extern uint8_t pl_running;

#endif

#if PL_ONE_STACK

/*
 * Tasks that may start a job on top of what runs now: those above the running job and above the
 * ceilings of all held resources. Before pl_run(), and while a handler runs: none.
 */
extern volatile pl_mask_t pl_may_start;
/* pl_hook_preempt() has something to do: a job that may start, or a handler. */
extern volatile bool pl_wanted;
/* Tasks with a job on the stack. */
extern pl_mask_t pl_on_stack;

#endif

#if PL_PREEMPTIVE

typedef struct {
    pl_server_t server; /* of a task with a budget */
#if PL_USES_RESOURCES
    pl_resource_t *innermost; /* of the resources that the task holds, the last it locked, or 0 */
#endif
#if PL_TELEMETRY
    pl_tick_t text; /* cost of the job's text that the server is not charged for yet */
#endif
#if PL_USES_RESOURCES
    uint8_t lost; /* locks of revoked resources that the task has not tried to unlock yet */
#endif
#if PL_USES_JOB_TIME
    pl_tick_t job_time; /* execution time that the job's account has paid, and the cost of its text */
#endif
    uint8_t level; /* as last set in the kernel; written by the manager only */
} pl_thread_t;

extern pl_thread_t pl_threads[PL_TASK_COUNT];

/* Tasks of kind background. Constant after the start. */
extern pl_mask_t pl_background;
/*
 * Tasks with a job that has started and not ended; of background jobs only those that are recorded.
 */
extern pl_mask_t pl_started;
/* Ready tasks with an exhausted budget. */
extern pl_mask_t pl_exhausted;

#endif

#endif
