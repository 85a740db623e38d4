/*
 * Polyloop runtime: tasks. The interface between a generated program and the runtime, and what task bodies may call.
 *
 * The generated program supplies
 *   - polyloop_config.h, the constants that size and select everything (see "Configuration" below);
 *   - pl_tasks[], the task table; with telemetry also pl_metadata[] (telemetry.h);
 *   - a main program (Arduino: setup() and loop()) that calls pl_start() once and then pl_run().
 * The runtime owns every other object. There is no heap; everything is static.
 *
 * Times are ticks of the port's release timer, PL_TICK_HZ per second (2,000,000 on the Uno).
 */
#ifndef POLYLOOP_POLYLOOP_H
#define POLYLOOP_POLYLOOP_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Configuration, polyloop_config.h:
 *   PL_TASK_COUNT          tasks in pl_tasks[], 1 to 32
 *   PL_POLICY              PL_POLICY_FIXED or PL_POLICY_EDF
 *   PL_TELEMETRY           1: events are recorded and sent; 0: that code is not there
 *   PL_TELEMETRY_BAUD      line speed, where the port has a serial line (default 500000)
 *   PL_METADATA_BYTES      size of pl_metadata[]; with telemetry only
 *   PL_TRACE_RING_BYTES    optional: 128 or 256 (default 128): bytes recorded but not yet sent
 *   PL_USES_SPORADIC, PL_USES_BACKGROUND, PL_USES_BACKLOG, PL_USES_DEADLINE_HANDLER
 *                          optional (default 1): 0 leaves out code that no task of the table needs. PL_USES_BACKLOG is
 *                          needed by the overrun policies catch-up and demote.
 */
#define PL_POLICY_FIXED 0
#define PL_POLICY_EDF 1

#include "polyloop_config.h"

#ifndef PL_USES_SPORADIC
#define PL_USES_SPORADIC 1
#endif
#ifndef PL_USES_BACKGROUND
#define PL_USES_BACKGROUND 1
#endif
#ifndef PL_USES_BACKLOG
#define PL_USES_BACKLOG 1
#endif
#ifndef PL_USES_DEADLINE_HANDLER
#define PL_USES_DEADLINE_HANDLER 1
#endif

#if PL_TASK_COUNT < 1 || PL_TASK_COUNT > 32
#error "PL_TASK_COUNT must be 1 to 32"
#endif
#if PL_POLICY != PL_POLICY_FIXED && PL_POLICY != PL_POLICY_EDF
#error "PL_POLICY must be PL_POLICY_FIXED or PL_POLICY_EDF"
#endif

/* The port's compile-time part: PL_FLASH, PL_TICK_HZ, readers of flash, critical sections. */
#include "polyloop_target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A point in time or a duration, in ticks. Wraps: compare points with pl_tick_reached() only. */
typedef uint32_t pl_tick_t;

/* As a deadline or a budget: there is none. */
#define PL_NONE UINT32_C(0xFFFFFFFF)
/* The longest period, offset, deadline and budget. */
#define PL_TICKS_MAX UINT32_C(0x7FFFFFFF)

/* Whether `now` is at or after `when`; the two must lie less than 2^31 ticks apart. */
static inline bool pl_tick_reached(pl_tick_t now, pl_tick_t when)
{
    return (pl_tick_t)(now - when) <= PL_TICKS_MAX;
}

/* pl_task_config_t.kind */
#define PL_PERIODIC 0   /* released at start + offset + k * period, for ever, without drift */
#define PL_SPORADIC 1   /* released by pl_task_trigger(), at least a period apart */
#define PL_BACKGROUND 2 /* runs again and again when no other task is ready; background tasks take turns */

/* pl_task_config_t.overrun: what a release does that comes before the job before it has ended. */
#define PL_OVERRUN_SKIP 0 /* the release is given up */
#define PL_OVERRUN_CATCH_UP                                                                                            \
    1                       /* up to `catch_up_limit` such releases are kept and run back to back, the rest given up */
#define PL_OVERRUN_STOP 2   /* the job ends, and the task is never released again */
#define PL_OVERRUN_DEMOTE 3 /* as catch-up, and the task runs below all others until it has no release in arrear */

/*
 * A task, constant. The table pl_tasks[] is ordered by urgency: the most urgent first. Under PL_POLICY_FIXED that order
 * is the order of dispatch; under PL_POLICY_EDF it breaks ties between equal absolute deadlines.
 */
typedef struct {
    pl_tick_t period;               /* T, 1 to PL_TICKS_MAX; minimum inter-arrival of a sporadic task; background: 0 */
    pl_tick_t offset;               /* first release of a periodic task, after pl_start(); at most PL_TICKS_MAX */
    pl_tick_t deadline;             /* D, relative to the release, or PL_NONE */
    pl_tick_t budget;               /* C, or PL_NONE */
    void (*body)(void);             /* one job; never 0 */
    void (*setup)(void);            /* run once by pl_start(), in table order, or 0 */
    void (*deadline_handler)(void); /* run when a job has missed its deadline, or 0 */
    pl_tick_t *backlog;             /* RAM for `catch_up_limit` ticks, for the policies catch-up and demote; else 0 */
    uint8_t kind;                   /* PL_PERIODIC … */
    uint8_t overrun;                /* PL_OVERRUN_… */
    uint8_t catch_up_limit; /* releases in arrear that are kept; 0 unless catch-up or demote (there: at least 1) */
    uint8_t priority;       /* larger is more urgent; for kernels with priorities, the super-loop uses table order */
    uint8_t id;             /* the task's index in telemetry */
} pl_task_config_t;

/* The task table, defined by the generated program. */
extern const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH;

/* What the runtime has counted for a task since pl_start(); each stays at 65535 once it is there. */
typedef struct {
    uint16_t deadline_misses;
    uint16_t budget_overruns;
    uint16_t
        skipped_releases; /* given up by the overrun policy; for a sporadic task also triggers that came too often */
} pl_task_counters_t;

/*
 * Starts clock and telemetry, runs each task's setup, then fixes the start time from which all releases count.
 * Call once, with interrupts enabled, before pl_run().
 */
void pl_start(void);

/* Runs the tasks; does not return. */
void pl_run(void);

/* Ticks since an arbitrary point before pl_start(). From any context. */
pl_tick_t pl_now(void);

/*
 * Releases a job of the sporadic task at this position of pl_tasks[]. From any context, interrupts included.
 * Within a period of the release before, the release is put off to the end of that period; one is put off, more are
 * given up: the result is false then, and also before pl_start(), for a
 * task that is not sporadic, and for one that its overrun policy has stopped.
 */
bool pl_task_trigger(uint8_t task);

/* The counters of the task at this position of pl_tasks[]. From any context. */
pl_task_counters_t pl_task_counters(uint8_t task);

/* Whether the overrun policy PL_OVERRUN_STOP has stopped the task at this position. */
bool pl_task_stopped(uint8_t task);

#ifdef __cplusplus
}
#endif

#endif
