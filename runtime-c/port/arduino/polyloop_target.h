/*
 * Any board with an Arduino core: compile-time part of the port. See polyloop/port.h.
 *
 * The port uses micros(), noInterrupts() and interrupts(), attachInterrupt() and detachInterrupt(),
 * Serial.availableForWrite() and Serial.write(), and yield() while it waits. It owns no timer: the
 * alarm is read from the clock between two jobs, whenever the processor is idle, and after each
 * critical section. Releases carry their exact times, and only their effects come late.
 *
 * Without preemption only. Ticks are microseconds.
 */
#ifndef POLYLOOP_TARGET_H
#define POLYLOOP_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#if PL_PREEMPTIVE
#error "The port to Arduino's functions has no threads. Use the super-loop, or a board with a port of its own."
#endif

#define PL_TICK_HZ UINT32_C(1000000)

/*
 * The times that a board's record replaces by its own. The defaults are upper bounds for AVR at
 * 16 MHz, followed on the emulated ATmega328P, and a tenth of them elsewhere. Unit: ticks.
 *
 *   PL_ARDUINO_CLOCK_STEP      resolution of micros()
 *   PL_ARDUINO_BYTE_TICKS      what the core's interrupt takes to transmit a byte
 *   PL_ARDUINO_COUNT_TICKS     what the core's interrupt takes to count a millisecond
 *   PL_ARDUINO_POLL_TICKS      a look at the clock, if nothing is due
 *   PL_ARDUINO_ENTRY_TICKS     of an interrupt: before and after the runtime's own code
 *   PL_ARDUINO_DELIVERY_TICKS  of a delivery: before and after the bottom half
 *   PL_ARDUINO_DELIVERY_LEAST_TICKS
 *                              the same, as a lower bound
 *   PL_ARDUINO_MASK_TICKS      of a delivery that masks the line, beyond that
 */
#if defined __AVR__
#define PL_ARDUINO_SCALE(ticks) (ticks)
#else
#define PL_ARDUINO_SCALE(ticks) (((ticks) + 9U) / 10U)
#endif
#ifndef PL_ARDUINO_CLOCK_STEP
#define PL_ARDUINO_CLOCK_STEP PL_ARDUINO_SCALE(4U)
#endif
#ifndef PL_ARDUINO_BYTE_TICKS
#define PL_ARDUINO_BYTE_TICKS PL_ARDUINO_SCALE(9U)
#endif
#ifndef PL_ARDUINO_COUNT_TICKS
#define PL_ARDUINO_COUNT_TICKS PL_ARDUINO_SCALE(8U)
#endif
#ifndef PL_ARDUINO_POLL_TICKS
#define PL_ARDUINO_POLL_TICKS PL_ARDUINO_SCALE(20U)
#endif
#ifndef PL_ARDUINO_ENTRY_TICKS
#define PL_ARDUINO_ENTRY_TICKS PL_ARDUINO_SCALE(12U)
#endif
#ifndef PL_ARDUINO_DELIVERY_TICKS
#define PL_ARDUINO_DELIVERY_TICKS PL_ARDUINO_SCALE(120U)
#endif
#ifndef PL_ARDUINO_DELIVERY_LEAST_TICKS
#if defined __AVR__
#define PL_ARDUINO_DELIVERY_LEAST_TICKS 50U
#else
#define PL_ARDUINO_DELIVERY_LEAST_TICKS 0U
#endif
#endif
#ifndef PL_ARDUINO_MASK_TICKS
#define PL_ARDUINO_MASK_TICKS PL_ARDUINO_SCALE(240U)
#endif

#define PL_PORT_RECORDS 0

#define PL_LINE_OVERHEAD_TICKS PL_ARDUINO_DELIVERY_TICKS
#define PL_LINE_LEAST_TICKS PL_ARDUINO_DELIVERY_LEAST_TICKS
#define PL_LINE_MASK_TICKS PL_ARDUINO_MASK_TICKS
#define PL_PAUSE_TICKS (PL_ARDUINO_ENTRY_TICKS + PL_ARDUINO_CLOCK_STEP)
/*
 * A body can be interrupted one time that pl_port_stolen() does not count, and its account opens before the
 * port looks at the clock.
 */
#define PL_BODY_TICKS (PL_ARDUINO_CLOCK_STEP + PL_ARDUINO_COUNT_TICKS + PL_ARDUINO_POLL_TICKS)
#define PL_SECTION_TICKS (2U * PL_ARDUINO_CLOCK_STEP + PL_ARDUINO_ENTRY_TICKS)
/* Encoding a byte, and the call of Serial.write(). */
#define PL_TEXT_TICKS (PL_ARDUINO_BYTE_TICKS + PL_ARDUINO_SCALE(20U))

/* No section of memory is known that every core leaves uncleared at a reset. */
#define PL_NOINIT

#define PL_OUTLINE __attribute__((noinline))
#define PL_INLINE __attribute__((always_inline)) inline

#if defined __AVR__
#include "polyloop/avr_atomics.h"
#include "polyloop/avr_check.h"
#include "polyloop/avr_tables.h"
#else
#include "polyloop/plain_atomics.h"
#include "polyloop/plain_check.h"
#include "polyloop/plain_tables.h"
#endif

/* Arduino's functions do not report whether interrupts are enabled, so the port counts. 0: not locked. */
typedef uint8_t pl_irq_t;

#ifdef __cplusplus
extern "C" {
#endif
pl_irq_t pl_port_lock(void);
void pl_port_unlock(pl_irq_t state);
#ifdef __cplusplus
}
#endif

/* An interrupt sets the state to locked before it calls the runtime. */
static inline bool pl_irq_open(pl_irq_t state)
{
    return state == 0;
}

/* Time also passes in a program with only background jobs. */
#define PL_PORT_TURN() pl_port_unlock(pl_port_lock())

#endif
