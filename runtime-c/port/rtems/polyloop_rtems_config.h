/*
 * The configuration of RTEMS that follows from polyloop_config.h and from the generated polyloop_rtems_settings.h:
 *
 *   PL_RTEMS_TICK_US        microseconds of a tick
 *   with PL_CORES above 1:
 *   PL_RTEMS_CLUSTER_CORES  cores that share a ready queue
 *   PL_RTEMS_CLUSTERS       a list: for each task, in the order of pl_tasks[], its cluster
 *   PL_RTEMS_AFFINITIES     a list: for each task the cores on which it may run, one bit each
 *   PL_RTEMS_SCHEDULERS, PL_RTEMS_SCHEDULER_ENTRIES, PL_RTEMS_SCHEDULER_ASSIGNMENTS
 *                           the schedulers of the clusters, their table and the scheduler of each core
 *   and the macro CONFIGURE_SCHEDULER_… of their kind
 *
 * One source file of the program, configuration.c, defines PL_RTEMS_CONFIGURATION before it includes this file.
 *
 * Tasks and their stacks are static. Polyloop uses tasks, events, periods and one timer of the Classic API.
 */
#ifndef POLYLOOP_RTEMS_CONFIG_H
#define POLYLOOP_RTEMS_CONFIG_H

#include <rtems.h>

#include "polyloop/polyloop.h"
#include "polyloop_rtems_settings.h"

/* Priority of the idle thread; levels are more urgent than this. The kernel has priorities from 1. */
#define PL_RTEMS_LOWEST 255U
/* Room on each stack for the thread-local variables of the C library. */
#define PL_RTEMS_TLS_BYTES 512U

/* At each switch, at each tick of the kernel, and what idle threads do. */
void pl_rtems_switched(rtems_tcb *from, rtems_tcb *to);
void pl_rtems_ticked(void);
void *pl_rtems_idle(uintptr_t unused);

/* Calls main(). */
void Init(rtems_task_argument unused);

#if PL_CORES > 1
extern const uint8_t pl_rtems_clusters[PL_TASK_COUNT];
extern const uint32_t pl_rtems_affinities[PL_TASK_COUNT];
#endif

#ifdef PL_RTEMS_CONFIGURATION

#define CONFIGURE_APPLICATION_NEEDS_CLOCK_DRIVER
#define CONFIGURE_APPLICATION_NEEDS_SIMPLE_CONSOLE_DRIVER

/* The kernel's tick has one purpose: time slices of background tasks. Releases have the board's timer. */
#define CONFIGURE_MICROSECONDS_PER_TICK PL_RTEMS_TICK_US
#define CONFIGURE_TICKS_PER_TIMESLICE 1

#define CONFIGURE_MAXIMUM_PROCESSORS PL_CORES
#define CONFIGURE_MAXIMUM_PRIORITY PL_RTEMS_LOWEST
#if PL_CORES > 1
#include <rtems/scheduler.h>
PL_RTEMS_SCHEDULERS
#define CONFIGURE_SCHEDULER_TABLE_ENTRIES PL_RTEMS_SCHEDULER_ENTRIES
#define CONFIGURE_SCHEDULER_ASSIGNMENTS PL_RTEMS_SCHEDULER_ASSIGNMENTS
#define CONFIGURE_MAXIMUM_PERIODS PL_TASK_COUNT
#else
#define CONFIGURE_SCHEDULER_PRIORITY
#endif

/* The tasks, the manager, and the task that starts them. */
#define CONFIGURE_MAXIMUM_TASKS (PL_TASK_COUNT + 2)
#define CONFIGURE_MINIMUM_TASKS_WITH_USER_PROVIDED_STORAGE (PL_TASK_COUNT + 1)
#define CONFIGURE_MINIMUM_TASK_STACK_SIZE 1024
#define CONFIGURE_MAXIMUM_THREAD_LOCAL_STORAGE_SIZE PL_RTEMS_TLS_BYTES
#define CONFIGURE_MAXIMUM_TIMERS 1

#define CONFIGURE_RTEMS_INIT_TASKS_TABLE
#define CONFIGURE_INIT_TASK_PRIORITY 1
#define CONFIGURE_INIT_TASK_STACK_SIZE 16384
#define CONFIGURE_IDLE_TASK_BODY pl_rtems_idle
#define CONFIGURE_IDLE_TASK_STACK_SIZE 4096

#define CONFIGURE_INITIAL_EXTENSIONS                                                                                   \
    {                                                                                                                  \
        .thread_switch = pl_rtems_switched                                                                             \
    }

#define CONFIGURE_INIT
#include <rtems/confdefs.h>

#endif

#endif
