/*
 * Polyloop runtime: the constants that size and select everything. The generated program supplies them in
 * polyloop_config.h. This file gives the others their defaults, and refuses combinations without a meaning.
 */
#ifndef POLYLOOP_CONFIGURATION_H
#define POLYLOOP_CONFIGURATION_H

#include <stdint.h>

/*
 * polyloop_config.h:
 *   PL_TASK_COUNT        number of tasks in pl_tasks[], 1 to 32
 *   PL_POLICY            PL_POLICY_FIXED or PL_POLICY_EDF
 *   PL_TELEMETRY         1: events are recorded and sent; 0: the program contains no telemetry
 *   PL_TELEMETRY_BAUD    speed of the line, on ports with a serial line (default 500000)
 *   PL_METADATA_BYTES    size of pl_metadata[]; with telemetry only
 *   PL_TRACE_RING_BYTES  optional, 128 or 256 (default 128): room for recorded bytes that are not
 *                        sent yet
 *   PL_USES_SPORADIC, PL_USES_BACKGROUND, PL_USES_BACKLOG, PL_USES_STOP, PL_USES_SETUP,
 *   PL_USES_DEADLINE_HANDLER
 *                        optional (default 1): 0 leaves out code that no task of the table needs.
 *                        The overrun policies catch-up and demote need PL_USES_BACKLOG, the policy
 *                        stop needs PL_USES_STOP
 *   PL_USES_BUDGET_HANDLER
 *                        optional (default 0): 1 for tables with a budget handler
 *   PL_USES_EXHAUSTION_STOP  optional (default 0): 1 for tables with PL_EXHAUSTION_STOP
 *
 *   PL_PREEMPTIVE        optional (default 0): 1 on ports with a kernel: each task has a thread,
 *                        and budgets are enforced. The program then also supplies pl_stacks[]
 *
 *   PL_ONE_STACK         optional (default 0): 1 for preemption without a kernel: a more urgent job
 *                        runs on top of the one that it interrupts. On ports that define
 *                        pl_port_open()
 *
 *   PL_SERVER_REFILLS    optional, 2 to 255 (default 4): the largest number of replenishments that
 *                        a budget's server keeps pending
 *
 *   PL_USES_RESOURCES    optional (default 0): 1 for programs that use resource.h
 *
 *   PL_USES_JOB_TIME     optional (default 0): 1 for programs that call pl_job_micros() or
 *                        pl_job_budget_left_micros()
 *
 *   PL_INTERRUPT_COUNT   optional (default 0): rows of pl_interrupts[]
 *   PL_IO_SERVER_COUNT   optional (default 0): rows of pl_io_servers[]
 *   PL_LINES             optional (default: all): one bit for each line of the port that
 *                        pl_interrupts[] names. The port leaves the interrupts of other lines to
 *                        the program
 *
 *   PL_TABLES_IN_RAM     optional (default 0): 1 for programs that fill their tables at run time,
 *                        at the latest in a task's setup
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
#ifndef PL_USES_EXHAUSTION_STOP
#define PL_USES_EXHAUSTION_STOP 0
#endif
#ifndef PL_PREEMPTIVE
#define PL_PREEMPTIVE 0
#endif
#ifndef PL_ONE_STACK
#define PL_ONE_STACK 0
#endif
#if PL_ONE_STACK && PL_PREEMPTIVE
#error "a program has threads (PL_PREEMPTIVE) or one stack (PL_ONE_STACK)"
#endif
#if PL_USES_EXHAUSTION_STOP && !PL_ONE_STACK
#error "only a job on one stack (PL_ONE_STACK) can be stopped (PL_USES_EXHAUSTION_STOP)"
#endif
#ifndef PL_SERVER_REFILLS
#define PL_SERVER_REFILLS 4
#endif
#ifndef PL_USES_RESOURCES
#define PL_USES_RESOURCES 0
#endif
#ifndef PL_USES_JOB_TIME
#define PL_USES_JOB_TIME 0
#endif
#ifndef PL_INTERRUPT_COUNT
#define PL_INTERRUPT_COUNT 0
#endif
#ifndef PL_IO_SERVER_COUNT
#define PL_IO_SERVER_COUNT 0
#endif

/*
 * Without threads: whether the execution times of bodies and of critical sections are measured
 * without interrupts. A program that has no telemetry, no interrupts and no budget handlers only
 * counts exceeded budgets; the times behind that counter include interrupts. On one stack they would
 * include other jobs: such a program does not compare budgets.
 */
#define PL_CREDITS                                                                                                     \
    (!PL_PREEMPTIVE && (PL_TELEMETRY || PL_INTERRUPT_COUNT > 0 || PL_USES_BUDGET_HANDLER || PL_USES_EXHAUSTION_STOP || \
                        (PL_ONE_STACK && PL_USES_JOB_TIME)))

/*
 * On one stack: whether the alarm watches deadlines and budgets, so that they are recorded and their
 * handlers run at the time of the event. Other programs only count, when the job ends.
 */
#define PL_WATCHES (PL_ONE_STACK && (PL_TELEMETRY || PL_USES_DEADLINE_HANDLER || PL_WATCHES_BUDGETS))

/* On one stack: whether the alarm comes at the end of a body's budget, for a handler or to stop the job. */
#define PL_WATCHES_BUDGETS (PL_ONE_STACK && (PL_USES_BUDGET_HANDLER || PL_USES_EXHAUSTION_STOP))

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

#endif
