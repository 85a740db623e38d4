/*
 * Cortex-M3 on Arm's MPS2 with the image AN385: compile-time part of the port. See polyloop/port.h.
 *
 * Ticks are microseconds, counted by the board's own counter. All interrupts of the port that call
 * the runtime have the same priority, so none interrupts another. The program's interrupts are
 * below them, PendSV below these.
 */
#ifndef POLYLOOP_TARGET_H
#define POLYLOOP_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "polyloop/plain_atomics.h"
#include "polyloop/plain_check.h"
#include "polyloop/plain_tables.h"

#define PL_TICK_HZ UINT32_C(1000000)

/* Measured with bench/interrupts, at 64 ns an instruction, rounded up: 20.4 µs a delivery, 54.7 µs more with its
 * masking. */
#if !PL_PREEMPTIVE
#define PL_LINE_OVERHEAD_TICKS 21U
#define PL_LINE_MASK_TICKS (45U + 10U * PL_INTERRUPT_COUNT)
#else
/* With FreeRTOS: 22.2 µs a delivery; 106.9, 147.8 and 207.6 µs more with its masking, under EDF with 1, 5 and 11 tasks. */
#define PL_LINE_OVERHEAD_TICKS 23U
#define PL_LINE_MASK_TICKS (90U + 10U * PL_INTERRUPT_COUNT + 10U * PL_TASK_COUNT)
#endif

/* Bottom halves are not interrupted by other lines of the program. */
#define PL_LINE_LEAST_TICKS 0U

/*
 * Credits to budgets beside the measured spans. Followed instruction by instruction, at 64 ns each:
 * at most 26, 69, 34, 20, 21, 11 and 69 instructions (test/conformance/accounts.test.ts). A span
 * that begins with a reading has a tick more, because the reading is rounded down.
 */
#define PL_ENTRY_TICKS 3U
#define PL_EXIT_TICKS 6U
#define PL_SWITCH_OUT_TICKS 6U
#define PL_SWITCH_IN_TICKS 6U
#define PL_START_TICKS 3U
#define PL_END_TICKS 2U
#define PL_SECTION_TICKS 16U
#define PL_WATCH_TICKS 20U
/* The cost of exhaustion and replenishment beyond the switches of a job: `held` of bench/threads. */
#define PL_HELD_TICKS (58U + 8U * PL_TASK_COUNT)
/*
 * At most 12 instructions of 64 ns outside of the readings of the alarm and of the beat, 23 of the others, and 12 of a body
 * (test/conformance/credits.test.ts). A tick more, since each reading is rounded down.
 */
#define PL_ALARM_TICKS 2U
#define PL_PAUSE_TICKS 3U
#define PL_BODY_TICKS 2U
/* Encoding a byte takes some 34 instructions in steps of four, and 45 all at once; sending it counts as 2. */
#if PL_PREEMPTIVE || PL_ONE_STACK
#define PL_PREPARE_TICKS 10U
#define PL_TEXT_TICKS 6U
#else
#define PL_TEXT_TICKS 7U
#endif

/* The start-up code does not clear this section. */
#define PL_NOINIT __attribute__((section(".noinit")))

#define PL_OUTLINE __attribute__((noinline))
#define PL_INLINE __attribute__((always_inline)) inline

#if PL_PREEMPTIVE

typedef uint32_t pl_stack_unit_t;

/* The priority of all interrupts that call the runtime: the most urgent one that a kernel masks, above its own. */
#define PL_M3_IRQ_PRIORITY 0x40

/* True if PendSV, the switch, is pending; as in mps2_an385.h. */
#define PL_PORT_SWITCHES() ((*(volatile uint32_t *)0xE000ED04U & (UINT32_C(1) << 28)) != 0)

/* Counts the kernel's tick for pl_port_stolen(). Called from the tick. */
void pl_board_ticked(void);

/* Sends the remaining telemetry byte by byte, without interrupts, as the last action of a program. Locked. */
void pl_board_drain(void);

#endif

/* PRIMASK. */
typedef uint32_t pl_irq_t;

static inline pl_irq_t pl_port_lock(void)
{
    pl_irq_t state;
    __asm__ __volatile__("mrs %0, primask\n\tcpsid i" : "=r"(state)::"memory");
    return state;
}

static inline void pl_port_unlock(pl_irq_t state)
{
    __asm__ __volatile__("msr primask, %0" ::"r"(state) : "memory");
}

/* The exception number is 0 outside interrupts. */
static inline bool pl_irq_open(pl_irq_t state)
{
    uint32_t exception;
    __asm__ __volatile__("mrs %0, ipsr" : "=r"(exception));
    return state == 0 && exception == 0;
}

#if PL_ONE_STACK

static inline void pl_port_open(void)
{
    __asm__ __volatile__("cpsie i" ::: "memory");
}

static inline void pl_port_close(void)
{
    __asm__ __volatile__("cpsid i" ::: "memory");
}

/* Jobs run in thread mode: an interrupt requests PendSV, see preempt.c. The register is that of mps2_an385.h. */
#define PL_PORT_PREEMPT()                                                                                              \
    do {                                                                                                               \
        if (pl_irq_open(0)) {                                                                                          \
            pl_hook_preempt();                                                                                         \
        } else {                                                                                                       \
            *(volatile uint32_t *)0xE000ED04U = UINT32_C(1) << 28;                                                     \
        }                                                                                                              \
    } while (0)

#endif

#endif
