/*
 * Shared by the core's files: the state of the tasks. Not for programs or ports.
 *
 * Everything here is touched by the timer's interrupt: outside of it, access is locked unless the comment says why not.
 */
#ifndef POLYLOOP_CORE_H
#define POLYLOOP_CORE_H

#include "polyloop/polyloop.h"
#include "polyloop/port.h"

/* One bit for each task, by position in pl_tasks[]. */
#if PL_TASK_COUNT <= 8
typedef uint8_t pl_mask_t;
#elif PL_TASK_COUNT <= 16
typedef uint16_t pl_mask_t;
#else
typedef uint32_t pl_mask_t;
#endif

typedef struct {
    pl_tick_t next; /* while timed: the next release, or the end of a sporadic task's minimum inter-arrival */
    pl_tick_t
        release; /* release of the current job; not changed while the task is ready, so its job reads it unlocked */
    pl_task_counters_t counters;
#if PL_TELEMETRY
    uint16_t skips_untold; /* releases given up that telemetry has not been told of */
#endif
#if PL_USES_BACKLOG
    uint8_t backlog_first; /* oldest entry of the configured backlog ring */
    uint8_t backlog_count;
#endif
} pl_task_t;

extern pl_task_t pl_state[PL_TASK_COUNT];

/* Tasks with a job that is released and not complete. */
extern volatile pl_mask_t pl_ready;
/* Tasks whose `next` the timer watches. */
extern pl_mask_t pl_timed;
/* Ready tasks that run below all others. Only with PL_USES_BACKLOG. */
extern volatile pl_mask_t pl_demoted;
/* Sporadic tasks whose next release waits for the end of the minimum inter-arrival. */
extern pl_mask_t pl_deferred;
/* Tasks that their overrun policy has stopped. */
extern pl_mask_t pl_stopped;

static inline pl_mask_t pl_bit(uint8_t task)
{
    return (pl_mask_t)((pl_mask_t)1 << task);
}

/* Until the start time, so that the first releases are made by the timer as all others are. 50 µs. */
#define PL_START_MARGIN (PL_TICK_HZ / 20000U)

/* Starts the clock of all releases: tasks are due from `start` on. Locked. */
void pl_release_begin(pl_tick_t start);

#if PL_TELEMETRY

/* Records the releases of the task that were given up and are not recorded yet. Locked. */
void pl_release_tell_skips(pl_task_t *task, uint8_t id, pl_tick_t at);

/* The same at the end of a job: the next one's first is recorded at once again. Locked. */
void pl_release_end_skips(pl_task_t *task, uint8_t id, pl_mask_t bit, pl_tick_t at);

#endif

/*
 * Runs one job of a ready task to its end and applies deadline, budget and overrun rules. State, row of pl_tasks[] and
 * bit of the same task: who looks for it has them all, and has not to multiply. Unlocked.
 */
void pl_job_run(pl_task_t *task, const pl_task_config_t *config, pl_mask_t bit);

#if PL_PREEMPTIVE || PL_USES_RESOURCES

/* Whose job or thread has the processor: a position, PL_THREAD_MANAGER or PL_THREAD_NONE. A thread reads its own. */
extern uint8_t pl_running;

#endif

#if PL_PREEMPTIVE

/* A job of the task is released at `at`, after it had none. Locked. */
void pl_thread_released(uint8_t task, pl_mask_t bit, pl_tick_t at);

/* A task has been released, or was already, outside of the alarm. Locked. */
void pl_thread_triggered(void);

#endif

#if PL_CREDITS

/* The execution time of the running body until `now`, without what interrupts have taken of it. Locked. */
pl_tick_t pl_body_used(pl_tick_t now);

#endif

/* Runs one job of the background task at this position. Unlocked. */
void pl_job_run_background(uint8_t index);

/* Adds one, but not beyond the largest value. */
void pl_count(uint16_t *counter);

#endif
