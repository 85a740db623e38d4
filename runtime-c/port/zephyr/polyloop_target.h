/*
 * Zephyr, from 3.7: compile-time part of the port. See polyloop/port.h.
 *
 * The port uses Zephyr's own drivers. What depends on the board is in pl_zephyr_board.h: the ticks of
 * its clock, its lines, and measured times.
 */
#ifndef POLYLOOP_TARGET_H
#define POLYLOOP_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include <zephyr/irq.h>

#include "polyloop/plain_atomics.h"
#include "polyloop/plain_check.h"
#include "polyloop/plain_tables.h"

#include "pl_zephyr_board.h"

/* Zephyr clears no section of this name at the start. */
#define PL_NOINIT __attribute__((section(".noinit.polyloop")))

#define PL_OUTLINE __attribute__((noinline))
#define PL_INLINE __attribute__((always_inline)) inline

/* The most strictly aligned type, because a stack begins with it. */
typedef uint64_t pl_stack_unit_t;

/* The key of irq_lock(). */
typedef unsigned int pl_irq_t;

#ifdef __cplusplus
extern "C" {
#endif

/* Of Zephyr's kernel.h, which user code must not include with all of its names. */
bool k_is_in_isr(void);

static inline pl_irq_t pl_port_lock(void)
{
    return irq_lock();
}

static inline void pl_port_unlock(pl_irq_t state)
{
    irq_unlock(state);
}

static inline bool pl_irq_open(pl_irq_t state)
{
    return arch_irq_unlocked(state) && !k_is_in_isr();
}

#ifdef __cplusplus
}
#endif

#endif
