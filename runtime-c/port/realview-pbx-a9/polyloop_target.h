/*
 * Arm RealView PBX-A9, a Cortex-A9, with a kernel: compile-time part of the port. See polyloop/port.h.
 *
 * Ticks are microseconds of the board's own timer.
 */
#ifndef POLYLOOP_TARGET_H
#define POLYLOOP_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "polyloop/plain_atomics.h"
#include "polyloop/plain_check.h"
#include "polyloop/plain_tables.h"

#define PL_TICK_HZ UINT32_C(1000000)

#if !PL_PREEMPTIVE
#error "This port needs a kernel: PL_PREEMPTIVE must be 1"
#endif

/* Upper bounds at 16 ns an instruction, rounded up. */
#define PL_LINE_OVERHEAD_TICKS 16U
#define PL_LINE_MASK_TICKS (40U + 4U * PL_INTERRUPT_COUNT + 4U * PL_TASK_COUNT)

/* Bottom halves are not interrupted by other lines of the program. */
#define PL_LINE_LEAST_TICKS 0U

#define PL_ENTRY_TICKS 8U
#define PL_EXIT_TICKS 8U
#define PL_SWITCH_OUT_TICKS 10U
#define PL_SWITCH_IN_TICKS 10U
#define PL_START_TICKS 3U
#define PL_END_TICKS 3U
#define PL_SECTION_TICKS 8U
#define PL_WATCH_TICKS 20U
#define PL_HELD_TICKS (40U + 4U * PL_TASK_COUNT)
#define PL_PREPARE_TICKS 5U
#define PL_TEXT_TICKS 4U

/* The start-up code does not clear this section. */
#define PL_NOINIT __attribute__((section(".noinit")))

#define PL_OUTLINE __attribute__((noinline))
#define PL_INLINE __attribute__((always_inline)) inline

#ifdef __cplusplus
extern "C" {
#endif

/* Threads need stacks with the alignment of the procedure call standard. */
typedef uint64_t pl_stack_unit_t;

/* Whether a call of the program waits for the kernel's part of the port to wake threads. Read without the lock. */
extern volatile bool pl_kernel_wakes;

/* Wakes the threads that were woken while locked. Called unlocked. */
void pl_kernel_deliver(void);

/* Whether the processor serves an interrupt, and whether that will end with a switch. */
bool pl_kernel_in_interrupt(void);
bool pl_kernel_switches(void);

#define PL_PORT_SWITCHES() pl_kernel_switches()

/* The program status register. */
typedef uint32_t pl_irq_t;

#define PL_IRQ_OFF 0x80U

#ifndef PL_CORES
#define PL_CORES 1
#endif

#if PL_CORES > 1

/* One lock for all cores. */
pl_irq_t pl_port_lock(void);
void pl_port_unlock(pl_irq_t state);

#else

static inline pl_irq_t pl_port_lock(void)
{
    pl_irq_t state;
    __asm__ __volatile__("mrs %0, cpsr\n\tcpsid i" : "=r"(state)::"memory");
    return state;
}

static inline void pl_port_unlock(pl_irq_t state)
{
    if ((state & PL_IRQ_OFF) == 0) {
        __asm__ __volatile__("cpsie i" ::: "memory");
        if (pl_kernel_wakes) {
            pl_kernel_deliver();
        }
    }
}

#endif

static inline bool pl_irq_open(pl_irq_t state)
{
    return (state & PL_IRQ_OFF) == 0 && !pl_kernel_in_interrupt();
}

#ifdef __cplusplus
}
#endif

#endif
