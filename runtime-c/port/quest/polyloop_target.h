/*
 * Quest with Qduino's API, on a PC: compile-time part of the port. See polyloop/port.h.
 *
 * The kernel schedules the loops of the program and keeps their budgets. Nothing keeps it from switching, so a lock
 * would let an urgent loop wait for one without budget. There is none: each loop records into a queue of its own
 * (record.h), and only the telemetry loop calls the runtime's recorder.
 *
 * Ticks are microseconds.
 */
#ifndef POLYLOOP_TARGET_H
#define POLYLOOP_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "polyloop/plain_atomics.h"
#include "polyloop/plain_check.h"
#include "polyloop/plain_tables.h"

#define PL_TICK_HZ UINT32_C(1000000)

#define PL_NOINIT
#define PL_OUTLINE __attribute__((noinline))
#define PL_INLINE __attribute__((always_inline)) inline

/* No budget of the runtime pays for recording. */
#define PL_PAUSE_TICKS 0U
#define PL_BODY_TICKS 0U
#define PL_SECTION_TICKS 0U
#define PL_TEXT_TICKS 0U

typedef uint8_t pl_irq_t;

static inline pl_irq_t pl_port_lock(void)
{
    return 0;
}

static inline void pl_port_unlock(pl_irq_t state)
{
    (void)state;
}

static inline bool pl_irq_open(pl_irq_t state)
{
    (void)state;
    return true;
}

#endif
