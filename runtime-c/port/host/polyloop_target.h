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

/* What it takes to send a byte, of a program that says so: with threads, the clock moves by it. */
#ifndef PL_HOST_BYTE_TICKS
#define PL_HOST_BYTE_TICKS 0U
#endif
/* Preparing takes no time. A frame adds seven bytes to 32. */
#define PL_PREPARE_TICKS 0U
#define PL_TEXT_TICKS ((PL_HOST_BYTE_TICKS * 39U + 31U) / 32U)

/* Of threads' stacks. */
typedef uint64_t pl_stack_unit_t;

/* The clock stands still between a line's interrupt and its delivery. */
#define PL_LINE_LEAST_TICKS 0U

#define PL_PORT_RECORDS 0

#if !PL_PREEMPTIVE

/* The clock stands still outside of bodies: a tick, so that no interrupt is free. */
#define PL_LINE_OVERHEAD_TICKS 1U
#define PL_LINE_MASK_TICKS 0U

/* The clock stands still in between. */
#define PL_PAUSE_TICKS 0U
#define PL_BODY_TICKS 0U
#define PL_SECTION_TICKS 0U

#else

/* What each look at the clock takes while locked: the runtime works. 0, but for pl_host_work(). */
extern uint32_t pl_host_work_ticks;

/* In looks: at most so many lie outside of what is measured. */
#define PL_ENTRY_TICKS pl_host_work_ticks
#define PL_EXIT_TICKS (3U * pl_host_work_ticks)
#define PL_SWITCH_OUT_TICKS pl_host_work_ticks
#define PL_SWITCH_IN_TICKS (3U * pl_host_work_ticks)
#define PL_START_TICKS (3U * pl_host_work_ticks)
#define PL_END_TICKS pl_host_work_ticks
#define PL_SECTION_TICKS (4U * pl_host_work_ticks + 2U)
#define PL_WATCH_TICKS (8U * pl_host_work_ticks)
#define PL_HELD_TICKS (16U * pl_host_work_ticks)

/* The same, of a program that says beforehand what it will give to pl_host_work(). A tick is never free. */
#ifndef PL_HOST_WORK_TICKS
#define PL_HOST_WORK_TICKS 0U
#endif
#define PL_LINE_OVERHEAD_TICKS (1U + 6U * PL_HOST_WORK_TICKS)
#define PL_LINE_MASK_TICKS (24U * PL_HOST_WORK_TICKS)

#endif

/* A process begins with empty memory: its first run is always the same. */
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

/* A program that does nothing but background jobs still lets time pass. */
#define PL_PORT_TURN() pl_port_unlock(pl_port_lock())

static inline bool pl_irq_open(pl_irq_t state)
{
    return state == 0;
}

#endif
