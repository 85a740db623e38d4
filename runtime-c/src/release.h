/* Releases: when a job becomes ready. Called locked. */
#ifndef POLYLOOP_RELEASE_H
#define POLYLOOP_RELEASE_H

#include "alarm.h"
#include "state.h"

/*
 * The first releases are this long after the call of pl_release_begin(), so that the timer makes
 * them as all others. 50 µs.
 */
#define PL_START_MARGIN (PL_TICK_HZ / 20000U)

/* Starts the releases: their times count from `start` on. */
void pl_release_begin(pl_tick_t start);

#if PL_ALARM_SHARED

/* As a source of the alarm: the time of the next release; there always is one. */
pl_tick_t pl_release_next(void);

/* Releases the tasks that are due at pl_release_next(). */
void pl_release_serve(void);

#endif

#if PL_ONE_STACK

/* Hook, supplied by preempt.c: runs the jobs that preempt the running one. Unlocked, from a job. */
void pl_hook_yield(void);

#endif

/*
 * Lets the jobs preempt that a call of a body has released. The body calls this after it has
 * unlocked with `state`. An interrupt lets them preempt at its end.
 */
static inline void pl_release_yield(pl_irq_t state)
{
#if PL_PREEMPTIVE
    if (pl_irq_open(state)) {
        pl_port_reschedule();
    }
#elif PL_ONE_STACK
    if (pl_wanted && pl_irq_open(state)) {
        pl_hook_yield();
    }
#else
    (void)state;
#endif
}

#if PL_PREEMPTIVE

/* Hook, supplied by threads.c: pl_task_trigger() has released a job outside of the alarm. */
void pl_hook_triggered(void);

#endif

#if PL_TELEMETRY

/*
 * At the end of a job: records the releases that were dropped during it and are not recorded yet.
 */
void pl_release_end_drops(pl_task_t *task, uint8_t id, pl_mask_t bit, pl_tick_t at);

#endif

#endif
