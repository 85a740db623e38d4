/*
 * AVR: compile-time part of the port. See polyloop/port.h. What differs between the chips is in a
 * header for each chip.
 *
 * Timer 1 runs freely at F_CPU/8. The port owns timer 1, and USART0 with telemetry. Timer 0 belongs
 * to Arduino.
 */
#ifndef POLYLOOP_TARGET_H
#define POLYLOOP_TARGET_H

#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

#include "polyloop/avr_atomics.h"
#include "polyloop/avr_check.h"

#define PL_TICK_HZ (F_CPU / 8)

/* 1: the program uses templates/libraries/Servo. */
#ifndef PL_USES_SERVO
#define PL_USES_SERVO 0
#endif

#if defined(__AVR_ATmega328P__)
#include "atmega328p.h"
#elif defined(__AVR_ATmega2560__)
#include "atmega2560.h"
#else
#error "The port has no data of this chip. Write a header like atmega328p.h."
#endif

/* One bit for each line that the program uses. The chip's header lists the lines. */
#ifndef PL_LINES
#define PL_LINES PL_LINES_ALL
#endif

#define PL_LINES_PIN (PL_LINES_GROUP_0 | PL_LINES_GROUP_1 | PL_LINES_GROUP_2)

/*
 * The shortest overhead of a delivery. INT0, INT1 and timer 2: 836 cycles, 680 with FreeRTOS. The
 * only pin of its group: 460 cycles for an edge that comes during a delivery. Pins of one group
 * can also share one interrupt, and the second delivery in it adds next to nothing.
 */
#define PL_SHARED_GROUP(lines) (((PL_LINES & (lines)) & ((PL_LINES & (lines)) - 1U)) != 0)
#if (PL_LINES & PL_LINES_PIN) == 0
#define PL_LINE_LEAST_TICKS 80U
#elif !PL_SHARED_GROUP(PL_LINES_GROUP_0) && !PL_SHARED_GROUP(PL_LINES_GROUP_1) && !PL_SHARED_GROUP(PL_LINES_GROUP_2)
#define PL_LINE_LEAST_TICKS 55U
#else
#define PL_LINE_LEAST_TICKS 0U
#endif

/* In record.c. */
#define PL_PORT_RECORDS 1

#if PL_TABLES_IN_RAM

#include "polyloop/plain_tables.h"

#else

#include "polyloop/avr_tables.h"

#endif

/* The start-up code does not clear this section. */
#define PL_NOINIT __attribute__((section(".noinit")))

#define PL_OUTLINE __attribute__((noinline))
#define PL_INLINE __attribute__((always_inline)) inline

#if PL_PREEMPTIVE

typedef uint8_t pl_stack_unit_t;

/* True if the kernel must switch to a woken task when the interrupt ends. */
extern volatile uint8_t pl_kernel_wanted;

#define PL_PORT_SWITCHES() (pl_kernel_wanted != 0)

/*
 * Counts for pl_port_stolen() the kernel's tick, with servos a round of timer 0 without a tick, without
 * telemetry an overflow of timer 1, or an alarm by a stale compare match. Locked.
 */
void pl_board_ticked(void);
void pl_board_rounded(void);
void pl_board_overflowed(void);
void pl_board_rearmed(void);

/* Sends the remaining telemetry byte by byte, without interrupts, as the last action of a program. Locked. */
void pl_board_drain(void);

#endif

typedef uint8_t pl_irq_t;

static inline pl_irq_t pl_port_lock(void)
{
    pl_irq_t state = SREG;
    cli();
    return state;
}

/* A barrier: no write of the section may move behind it. */
static inline void pl_port_unlock(pl_irq_t state)
{
    __asm__ __volatile__("" ::: "memory");
    SREG = state;
}

#if PL_ONE_STACK

/* Inside of an interrupt a job is an ordinary call: the interrupt has saved what a call may change. */
static inline void pl_port_open(void)
{
    sei();
}

static inline void pl_port_close(void)
{
    cli();
}

#endif

#if PL_INTERRUPT_COUNT > 0

/* The number of running bottom halves. In lines.c. */
extern volatile uint8_t pl_lines_open;

static inline bool pl_irq_open(pl_irq_t state)
{
    return (state & (1 << SREG_I)) != 0 && pl_lines_open == 0;
}

#else

static inline bool pl_irq_open(pl_irq_t state)
{
    return (state & (1 << SREG_I)) != 0;
}

#endif

#endif
