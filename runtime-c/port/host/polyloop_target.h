/*
 * A process on the development machine: compile-time part of the port. See polyloop/port.h.
 *
 * Ticks are half microseconds, as on the Uno, so that the same task table runs on both.
 */
#ifndef POLYLOOP_TARGET_H
#define POLYLOOP_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "polyloop/plain_atomics.h"
#include "polyloop/plain_check.h"
#include "polyloop/plain_tables.h"

#define PL_TICK_HZ UINT32_C(2000000)

/* The time to send a byte, if a program defines it. With threads the clock moves by it. */
#ifndef PL_HOST_BYTE_TICKS
#define PL_HOST_BYTE_TICKS 0U
#endif
/* Encoding takes no time. A frame adds seven bytes to 32. */
#define PL_PREPARE_TICKS 0U
#define PL_TEXT_TICKS ((PL_HOST_BYTE_TICKS * 39U + 31U) / 32U)

/* Of threads' stacks. */
typedef uint64_t pl_stack_unit_t;

/* The clock does not move between a line's interrupt and its delivery. */
#define PL_LINE_LEAST_TICKS 0U

#define PL_PORT_RECORDS 0

#if !PL_PREEMPTIVE

/* The clock does not move outside bodies. One tick, so that no interrupt is free. */
#define PL_LINE_OVERHEAD_TICKS 1U
#define PL_LINE_MASK_TICKS 0U

/* The clock does not move in between. */
#define PL_PAUSE_TICKS 0U
#define PL_BODY_TICKS 0U
#define PL_SECTION_TICKS 0U

#else

/*
 * The time of each clock read while locked, which simulates work of the runtime. 0 unless
 * pl_host_work() is called.
 */
extern uint32_t pl_host_work_ticks;

/* In clock reads: at most this many are outside the measured span. */
#define PL_ENTRY_TICKS pl_host_work_ticks
#define PL_EXIT_TICKS (3U * pl_host_work_ticks)
#define PL_SWITCH_OUT_TICKS pl_host_work_ticks
#define PL_SWITCH_IN_TICKS (3U * pl_host_work_ticks)
#define PL_START_TICKS (3U * pl_host_work_ticks)
#define PL_END_TICKS pl_host_work_ticks
#define PL_SECTION_TICKS (4U * pl_host_work_ticks + 2U)
#define PL_WATCH_TICKS (8U * pl_host_work_ticks)
#define PL_HELD_TICKS (16U * pl_host_work_ticks)

/* The same for a program that declares in advance what it passes to pl_host_work(). A tick is never free. */
#ifndef PL_HOST_WORK_TICKS
#define PL_HOST_WORK_TICKS 0U
#endif
#define PL_LINE_OVERHEAD_TICKS (1U + 6U * PL_HOST_WORK_TICKS)
#define PL_LINE_MASK_TICKS (24U * PL_HOST_WORK_TICKS)

#endif

/* A process starts with empty memory, so its first run is always the same. */
#define PL_NOINIT

/* The host port's interrupts are calls made while the clock moves, so a nesting flag is the whole lock. */
#define PL_OUTLINE __attribute__((noinline))
#define PL_INLINE __attribute__((always_inline)) inline

typedef uint8_t pl_irq_t;

#ifdef __cplusplus
extern "C" {
#endif
pl_irq_t pl_port_lock(void);
void pl_port_unlock(pl_irq_t state);
#ifdef __cplusplus
}
#endif

#if PL_ONE_STACK

/* Jobs run where the clock is read or moved, as interrupts do. */
static inline void pl_port_open(void)
{
    pl_port_unlock(0);
}

static inline void pl_port_close(void)
{
    (void)pl_port_lock();
}

#endif

/* Time also passes in a program with only background jobs. */
#define PL_PORT_TURN() pl_port_unlock(pl_port_lock())

static inline bool pl_irq_open(pl_irq_t state)
{
    return state == 0;
}

#endif
