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
 *   PL_USES_SPORADIC, PL_USES_BACKGROUND, PL_USES_BACKLOG, PL_USES_STOP, PL_USES_SETUP, PL_USES_DEADLINE_HANDLER
 *                          optional (default 1): 0 leaves out code that no task of the table needs. PL_USES_BACKLOG is
 *                          needed by the overrun policies catch-up and demote, PL_USES_STOP by stop.
 *   PL_USES_BUDGET_HANDLER optional (default 0): 1 for tables with a budget handler
 *
 *   PL_PREEMPTIVE          optional (default 0): 1 where the port has a kernel: every task gets a thread, and budgets
 *                          are enforced. Then also pl_stacks[] is wanted.
 *
 *   PL_SERVER_REFILLS      optional (2 to 255, default 4): most replenishments that a budget's server has pending
 *
 *   PL_USES_RESOURCES      optional (default 0): 1 for programs that use resource.h
 *
 *   PL_INTERRUPT_COUNT     optional (default 0): rows of pl_interrupts[]
 *   PL_IO_SERVER_COUNT     optional (default 0): rows of pl_io_servers[]
 *   PL_LINES               optional (default: all): a bit for each line of the port that pl_interrupts[] names.
 *                          The port leaves the interrupts of others to the program
 *
 *   PL_TABLES_IN_RAM       optional (default 0): 1 for programs that make their tables themselves, at the latest in a
 *                          task's setup
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
#ifndef PL_USES_SETUP
#define PL_USES_SETUP 1
#endif
#ifndef PL_USES_STOP
#define PL_USES_STOP 1
#endif
#ifndef PL_USES_DEADLINE_HANDLER
#define PL_USES_DEADLINE_HANDLER 1
#endif

#ifndef PL_USES_BUDGET_HANDLER
#define PL_USES_BUDGET_HANDLER 0
#endif
#ifndef PL_PREEMPTIVE
#define PL_PREEMPTIVE 0
#endif
#ifndef PL_SERVER_REFILLS
#define PL_SERVER_REFILLS 4
#endif
#ifndef PL_USES_RESOURCES
#define PL_USES_RESOURCES 0
#endif
#ifndef PL_INTERRUPT_COUNT
#define PL_INTERRUPT_COUNT 0
#endif
#ifndef PL_IO_SERVER_COUNT
#define PL_IO_SERVER_COUNT 0
#endif

/*
 * Without preemption: whether the execution times of bodies and of critical sections are measured without interrupts. A
 * program without telemetry, interrupts of its own and handlers reports no exceeded budget: there the counter alone
 * includes interrupts.
 */
#define PL_CREDITS (!PL_PREEMPTIVE && (PL_TELEMETRY || PL_INTERRUPT_COUNT > 0 || PL_USES_BUDGET_HANDLER))

#ifndef PL_TABLES_IN_RAM
#define PL_TABLES_IN_RAM 0
#endif
#if PL_TABLES_IN_RAM
#define PL_TABLE
#else
#define PL_TABLE const
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
#define PL_OVERRUN_STOP 2   /* the job ends, and this release and all later ones are given up */
#define PL_OVERRUN_DEMOTE 3 /* as catch-up, and the task runs below all others until it has no release in arrear */

/* pl_task_config_t.exhaustion: what becomes of a job whose budget is used up, where the kernel preempts. */
#define PL_EXHAUSTION_BACKGROUND 0 /* it goes on below all others, until the budget is replenished */
#define PL_EXHAUSTION_WAIT 1       /* it stands still until then */

/*
 * Bodies. A body is one job, and returns when it is done. It may call whatever is declared in this header and in
 * telemetry.h, but for pl_start() and pl_run(); of a channel only the end that is its task's; and with threads it may
 * lock resources, which it unlocks before it returns. It does not wait and does not sleep: what it waits for, it finds
 * out in a later job. A body that never returns is one job for ever. Without preemption nothing else runs then; with
 * threads its task gets its budget in each period, and the others do not notice.
 *
 * With threads a body runs on the stack of its task, and more urgent jobs may come in between any two instructions.
 * What tasks share is therefore a channel, or what a resource or spinlock protects.
 *
 * Handlers of deadlines and budgets. Without preemption they run when the job ends, before anything else does, as a
 * part of it. With threads they run when it happens, in the middle of the job: on the manager's stack, above all tasks,
 * paid for by nobody. So they are short, a few microseconds; they may call what a body may, but resources. What bodies
 * and handlers share they protect by a spinlock. A handler is called once for each miss of a deadline and each time
 * that the budget is used up; if that comes again before it has run, once for both.
 *
 * With threads a miss is noticed, and stamped, at the first tick after the deadline, and a budget is used up when a
 * tick more than it has been taken. Of jobs in arrear only the oldest can miss; the others, when their turn comes.
 */

/*
 * A task, constant. The table pl_tasks[] is ordered by urgency: the most urgent first. Under PL_POLICY_FIXED that order
 * is the order of dispatch; under PL_POLICY_EDF it breaks ties between equal absolute deadlines.
 */
typedef struct {
    pl_tick_t period;               /* T, 1 to PL_TICKS_MAX; minimum inter-arrival of a sporadic task; background: 0 */
    pl_tick_t offset;               /* first release of a periodic task, after pl_start(); at most PL_TICKS_MAX */
    pl_tick_t deadline;             /* D, relative to the release, or PL_NONE */
    pl_tick_t budget;               /* C, at most T, or PL_NONE */
    void (*body)(void);             /* one job; never 0 */
    void (*setup)(void);            /* run once by pl_start(), in table order, or 0 */
    void (*deadline_handler)(void); /* run when a job has missed its deadline, or 0; see above */
#if PL_USES_BUDGET_HANDLER
    void (*budget_handler)(void); /* run when the budget is used up (without preemption: when the job ends), or 0 */
#endif
    pl_tick_t *backlog;     /* RAM for `catch_up_limit` ticks, for the policies catch-up and demote; else 0 */
    uint8_t kind;           /* PL_PERIODIC … */
    uint8_t overrun;        /* PL_OVERRUN_… */
    uint8_t catch_up_limit; /* releases in arrear that are kept; 0 unless catch-up or demote (there: at least 1) */
    uint8_t priority;       /* larger is more urgent; for kernels with priorities, the super-loop uses table order */
    uint8_t id;             /* the task's index in telemetry */
#if PL_PREEMPTIVE
    uint8_t exhaustion; /* PL_EXHAUSTION_… */
#endif
} pl_task_config_t;

/* The task table, defined by the generated program. */
extern PL_TABLE pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH;

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

#if PL_PREEMPTIVE

/* Levels of threads; see port.h. Between them lie those of the foreground tasks: one each, or two under EDF. */
#define PL_LEVEL_NONE 0
#define PL_LEVEL_BACKGROUND 1
#if PL_POLICY == PL_POLICY_EDF
#define PL_LEVEL_MANAGER 4
#else
#define PL_LEVEL_MANAGER (PL_TASK_COUNT + 2)
#endif

/* Threads beside those of the tasks. */
#define PL_THREAD_MANAGER PL_TASK_COUNT
#define PL_THREAD_NONE 255

/* A thread's stack, in whole PL_STACK_UNITs: the generated program's, defined with PL_STACK(name, bytes). */
typedef struct {
    pl_stack_unit_t *base;
    uint16_t units;
} pl_stack_t;

#define PL_STACK_UNITS(bytes) (((bytes) + sizeof(pl_stack_unit_t) - 1U) / sizeof(pl_stack_unit_t))
#define PL_STACK(name, bytes) static pl_stack_unit_t name[PL_STACK_UNITS(bytes)]

/* The stacks: one for each task, in the order of pl_tasks[], then the manager's, then the idle thread's. */
extern PL_TABLE pl_stack_t pl_stacks[PL_TASK_COUNT + 2];

/* Bytes of a thread's stack that have never been used since pl_start(). `thread` may be PL_THREAD_MANAGER. */
uint32_t pl_stack_unused(uint8_t thread);

#endif

#if PL_INTERRUPT_COUNT > 0

/* pl_interrupt_config_t.server: nothing limits it. handler: it has none. */
#define PL_NO_SERVER 255
#define PL_NO_HANDLER 255

/* pl_interrupt_config_t.mode */
#define PL_RISING 0
#define PL_FALLING 1
#define PL_CHANGE 2
#define PL_LOW 3

/*
 * An interrupt, constant. Its top half takes the time and, when the server has no room for one more, masks the line
 * until it is replenished. Its bottom half runs in the interrupt, others let through, on the server's budget; then the
 * handler, a sporadic task with a budget of its own, is triggered.
 */
typedef struct {
    pl_tick_t cost;       /* what the bottom half takes at most: below so much budget the line is masked */
    void (*bottom)(void); /* code of the bottom half, or 0 */
    uint8_t server;       /* row of pl_io_servers[], or PL_NO_SERVER */
    uint8_t handler;      /* position in pl_tasks[] of its sporadic task, or PL_NO_HANDLER */
    uint8_t line;         /* the port's number of the source */
    uint8_t mode;         /* PL_RISING … */
    uint8_t id;           /* the interrupt's index in telemetry */
} pl_interrupt_config_t;

extern PL_TABLE pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH;

/* A budget for interrupts, constant: a sporadic server. */
typedef struct {
    pl_tick_t budget; /* C, at most T; 0, or below their cost: its interrupts are never delivered */
    pl_tick_t period; /* T, at most 2^29 */
} pl_io_server_config_t;

#if PL_IO_SERVER_COUNT > 0
extern PL_TABLE pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] PL_FLASH;
#endif

/* Masks the program's interrupts, as with a budget of 0, or delivers them again. The runtime's own go on. */
void pl_interrupts_off(void);
void pl_interrupts_on(void);

/*
 * Changes the budget of a row of pl_io_servers[]: at most `budget` in any `period` from now on; 0 masks. What of the
 * old budget has been used and is not back counts as used of the new one, of a smaller one all. From any context, but
 * without effect in a setup.
 */
void pl_io_server_set(uint8_t server, pl_tick_t budget, pl_tick_t period);

#endif

#ifdef __cplusplus
}
#endif

#endif
