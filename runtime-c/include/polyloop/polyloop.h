/*
 * Polyloop runtime: tasks. The interface between a generated program and the runtime, and the
 * functions that task bodies may call.
 *
 * The generated program supplies
 *   - polyloop_config.h, the constants that size and select everything (see configuration.h);
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

#include "polyloop/configuration.h"

/*
 * The inline part of the port: constants, access to tables in flash, critical sections. See port.h.
 */
#include "polyloop_target.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A point in time or a duration, in ticks. Points in time wrap: compare them with pl_tick_reached()
 * only.
 */
typedef uint32_t pl_tick_t;

/* As a deadline or a budget: the task has none. */
#define PL_NONE UINT32_C(0xFFFFFFFF)
/* The longest period, offset, deadline and budget. */
#define PL_TICKS_MAX UINT32_C(0x7FFFFFFF)

/* Whether `now` is at or after `when`. They must be less than 2^31 ticks apart. */
static inline bool pl_tick_reached(pl_tick_t now, pl_tick_t when)
{
    return (pl_tick_t)(now - when) <= PL_TICKS_MAX;
}

/* pl_task_config_t.kind */
#define PL_PERIODIC 0   /* released at start + offset + k * period, without drift */
#define PL_SPORADIC 1   /* released by pl_task_trigger(), at least a period apart */
#define PL_BACKGROUND 2 /* runs when no other task is ready; background tasks take turns */

/* pl_task_config_t.overrun: what happens at a release before the previous job has ended. */
/* The release is dropped. */
#define PL_OVERRUN_SKIP 0
/* Up to `catch_up_limit` such releases are kept, and their jobs run back to back. Others are dropped. */
#define PL_OVERRUN_CATCH_UP 1
/* The job runs to its end. This release and all later ones are dropped. */
#define PL_OVERRUN_STOP 2
/* As catch-up, and the task runs below all others until none of its releases is kept. */
#define PL_OVERRUN_DEMOTE 3

/*
 * pl_task_config_t.exhaustion: what happens to a job with an exhausted budget. With PL_PREEMPTIVE:
 */
#define PL_EXHAUSTION_BACKGROUND 0 /* it runs below all others until the budget is replenished */
#define PL_EXHAUSTION_WAIT 1       /* it does not run until then */
#define PL_EXHAUSTION_STOP 2       /* with PL_ONE_STACK: it ends there */

/*
 * Bodies. A body is one job, and returns when the job is done. It may call every function of this
 * header and of telemetry.h except pl_start() and pl_run(). Of a channel it uses only its task's
 * end. With threads it may lock resources, which it unlocks before it returns. It does not wait and
 * does not sleep: a later job looks whether an event has happened. A body that never returns is one
 * job that never ends. Without preemption nothing else runs then. With threads its task gets its
 * budget in each period, and other tasks are not affected.
 *
 * With threads a body runs on the stack of its task, and a more urgent job can preempt it between
 * any two instructions. Tasks therefore share data only by channels, or protected by a resource or
 * a spinlock. The same is true on one stack, where the more urgent body runs on top of the other.
 *
 * Handlers of deadlines and budgets. Without preemption they run when the job ends, as a part of
 * it, before anything else does. With threads they run at the time of the miss or the exhaustion,
 * in the middle of the job: on the manager's stack, above all tasks, and no budget pays for them.
 * On one stack they also run then, on top of all jobs. So they must be short, a few microseconds.
 * They may call what a body may call, except resources.
 * Data that bodies and handlers share is protected by a spinlock. A handler is called once for each
 * missed deadline and each exhaustion. If another one happens before the handler has run, it is
 * called once for both.
 *
 * On one stack a job with PL_EXHAUSTION_STOP ends where its budget is exhausted, or as soon as its
 * body enables interrupts. Its resources are unlocked, and its handler runs. Variables keep what the
 * body has written, destructors do not run, and no item of a channel is written or read in part.
 *
 * With threads a missed deadline is detected, and recorded, at the first tick after the deadline. A
 * budget is exhausted when consumption exceeds C by one tick. Of the kept releases of a task only
 * the oldest can miss its deadline; the others can when they become the oldest.
 */

/*
 * A task, constant. The table pl_tasks[] is ordered by urgency, the most urgent task first. Under
 * PL_POLICY_FIXED that order is the order of dispatch. Under PL_POLICY_EDF it breaks ties between
 * equal absolute deadlines.
 */
typedef struct {
    pl_tick_t period;               /* T, 1 to PL_TICKS_MAX; sporadic: minimum inter-arrival time */
    pl_tick_t offset;               /* of the first periodic release; at most PL_TICKS_MAX */
    pl_tick_t deadline;             /* D, relative to the release, or PL_NONE */
    pl_tick_t budget;               /* C, at most T, or PL_NONE */
    void (*body)(void);             /* one job; never 0 */
    void (*setup)(void);            /* called once by pl_start(), in table order, or 0 */
    void (*deadline_handler)(void); /* called when a job has missed its deadline, or 0; see above */
#if PL_USES_BUDGET_HANDLER
    void (*budget_handler)(void); /* called when the budget is exhausted, or 0; see above */
#endif
    pl_tick_t *backlog;     /* for catch-up and demote: RAM for `catch_up_limit` ticks; else 0 */
    uint8_t kind;           /* PL_PERIODIC … */
    uint8_t overrun;        /* PL_OVERRUN_… */
    uint8_t catch_up_limit; /* for catch-up and demote: releases kept, at least 1; else 0 */
    uint8_t priority;       /* larger is more urgent; the super-loop uses the order of the table */
    uint8_t id;             /* the task's index in telemetry */
#if PL_PREEMPTIVE || PL_USES_EXHAUSTION_STOP
    uint8_t exhaustion; /* PL_EXHAUSTION_…; on one stack: PL_EXHAUSTION_STOP, or 0 to report it only */
#endif
} pl_task_config_t;

/* The task table, defined by the generated program. */
extern PL_TABLE pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH;

/* What the runtime has counted for a task since pl_start(). Each counter stays at 65535. */
typedef struct {
    uint16_t deadline_misses;
    uint16_t budget_overruns;
    /*
     * Releases dropped by the overrun policy; of a sporadic task also triggers that came too
     * often.
     */
    uint16_t dropped_releases;
} pl_task_counters_t;

/*
 * Starts the clock and telemetry, calls each task's setup, then sets the time from which all
 * releases are counted. Call it once, with interrupts enabled, before pl_run().
 */
void pl_start(void);

/* Runs the tasks; does not return. */
void pl_run(void);

/* Ticks since an arbitrary point before pl_start(). From any context. */
pl_tick_t pl_now(void);

/*
 * Releases a job of the sporadic task at this position of pl_tasks[]. From any context, interrupts
 * included. If less than a period has passed since the previous release, the release is delayed to
 * the end of that period. One release can be delayed; more are dropped. False: the release was
 * dropped, pl_start() has not been called, the task is not sporadic, or its overrun policy has
 * stopped it.
 */
bool pl_task_trigger(uint8_t task);

/* The counters of the task at this position of pl_tasks[]. From any context. */
pl_task_counters_t pl_task_counters(uint8_t task);

/*
 * Whether the overrun policy PL_OVERRUN_STOP has stopped the task at this position. From any
 * context.
 */
bool pl_task_stopped(uint8_t task);

#if PL_USES_JOB_TIME

/*
 * The execution time of the running job so far: what its budget pays for, which includes recorded
 * text and excludes interrupts and other tasks. Without PL_CREDITS and without threads it includes
 * interrupts. It does not decrease during a job. From the body of a job. Unit: µs.
 */
uint32_t pl_job_micros(void);

/*
 * What the running job has left of its budget: 0 if it has used all of it, UINT32_MAX if its task
 * has no budget. With threads the server may deliver a part of that later. From the body of a job.
 * Unit: µs.
 */
uint32_t pl_job_budget_left_micros(void);

#endif

#if PL_PREEMPTIVE

/*
 * Levels of threads; see port.h. Foreground tasks have those in between: one for each task, or two
 * under EDF.
 */
#define PL_LEVEL_NONE 0
#define PL_LEVEL_BACKGROUND 1
#if PL_POLICY == PL_POLICY_EDF
#define PL_LEVEL_MANAGER 4
#else
#define PL_LEVEL_MANAGER (PL_TASK_COUNT + 2)
#endif

/* Numbers of threads that are not those of tasks. */
#define PL_THREAD_MANAGER PL_TASK_COUNT
#define PL_THREAD_NONE 255

/* A thread's stack. The generated program defines it by PL_STACK(name, bytes). */
typedef struct {
    pl_stack_unit_t *base;
    uint16_t units;
} pl_stack_t;

#define PL_STACK_UNITS(bytes) (((bytes) + sizeof(pl_stack_unit_t) - 1U) / sizeof(pl_stack_unit_t))
#define PL_STACK(name, bytes) static pl_stack_unit_t name[PL_STACK_UNITS(bytes)]

/* The stacks of the tasks, in the order of pl_tasks[], of the manager and of the idle thread. */
extern PL_TABLE pl_stack_t pl_stacks[PL_TASK_COUNT + 2];

/*
 * Bytes of a thread's stack that have not been used since pl_start(). `thread` may be
 * PL_THREAD_MANAGER.
 */
uint32_t pl_stack_unused(uint8_t thread);

#endif

#if PL_INTERRUPT_COUNT > 0

/* pl_interrupt_config_t: the interrupt has no server, so nothing limits it; it has no handler. */
#define PL_NO_SERVER 255
#define PL_NO_HANDLER 255

/* pl_interrupt_config_t.mode */
#define PL_RISING 0
#define PL_FALLING 1
#define PL_CHANGE 2
#define PL_LOW 3

/*
 * An interrupt, constant. Its top half measures the time and, if the server has no room for another
 * delivery, masks the line until the server is replenished. Its bottom half runs in the interrupt,
 * on the server's budget; other interrupts can interrupt it. Then the handler is triggered: a
 * sporadic task with a budget of its own.
 */
typedef struct {
    pl_tick_t cost;       /* bound on the bottom half's time: with less budget the line is masked */
    void (*bottom)(void); /* code of the bottom half, or 0 */
    uint8_t server;       /* row of pl_io_servers[], or PL_NO_SERVER */
    uint8_t handler;      /* position in pl_tasks[] of its sporadic task, or PL_NO_HANDLER */
    uint8_t line;         /* the port's number of the line */
    uint8_t mode;         /* PL_RISING … */
    uint8_t id;           /* the interrupt's index in telemetry */
} pl_interrupt_config_t;

extern PL_TABLE pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH;

/* A budget for interrupts, constant: a sporadic server. */
typedef struct {
    pl_tick_t budget; /* C, at most T; an interrupt with a higher cost is never delivered */
    pl_tick_t period; /* T, at most 2^29 */
} pl_io_server_config_t;

#if PL_IO_SERVER_COUNT > 0
extern PL_TABLE pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] PL_FLASH;
#endif

/*
 * Masks the program's interrupts, as with a budget of 0, and unmasks them. The runtime's own stay
 * enabled.
 */
void pl_interrupts_off(void);
void pl_interrupts_on(void);

/*
 * Changes the budget of a row of pl_io_servers[]: from now on at most `budget` in any `period`; 0
 * masks its lines. The part of the old budget that was used and is not replenished yet counts as
 * used of the new one, at most all of it. From any context; has no effect in a setup.
 */
void pl_io_server_set(uint8_t server, pl_tick_t budget, pl_tick_t period);

#endif

#ifdef __cplusplus
}
#endif

#endif
