/*
 * Loops of an exact execution time that do not read the clock. On the Uno also Arduino's clock,
 * which interrupts them.
 */
#ifndef CONFORM_SPIN_H
#define CONFORM_SPIN_H

#include "conform.h"

#ifdef __AVR__

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/delay_basic.h>

#if CONFORM_ARDUINO

/* The core has its own clock. */
static inline void start_clock(void)
{
}

#else

/* The name that Arduino uses: the port counts the time of its interrupt. */
volatile uint32_t timer0_overflow_count;
static volatile uint32_t milliseconds;
static volatile uint8_t fraction;

/* Timer 0 at F_CPU/64 interrupts every 1,024 µs. The routine does the work of Arduino's. */
ISR(TIMER0_OVF_vect)
{
    uint32_t now = milliseconds + 1U;
    uint8_t rest = (uint8_t)(fraction + 3U);
    if (rest >= 125U) {
        rest = (uint8_t)(rest - 125U);
        now++;
    }
    fraction = rest;
    milliseconds = now;
    timer0_overflow_count++;
}

static inline void start_clock(void)
{
    TCCR0B = _BV(CS01) | _BV(CS00);
    TIMSK0 = _BV(TOIE0);
}

#endif

/* An iteration takes 4 cycles. */
static inline void spin(uint16_t loops)
{
    _delay_loop_2(loops);
}

#elif defined(__arm__)

/* The board has no such clock. */
static inline void start_clock(void)
{
}

/* An iteration takes 2 instructions. */
static inline void spin(uint32_t loops)
{
    __asm__ __volatile__("1: subs %0, #1\n\tbne 1b" : "+r"(loops)::"cc");
}

#elif CONFORM_ARDUINO

#include "host_arduino.h"

/* The core has its own clock. */
static inline void start_clock(void)
{
}

/* An iteration takes 1 µs. */
static inline void spin(uint32_t loops)
{
    host_arduino_pass(loops);
}

#else

#include "pl_host.h"

static inline void start_clock(void)
{
#if PL_PREEMPTIVE && defined(WORK_TICKS)
    pl_host_work(WORK_TICKS, STEAL_US, STEAL_TICKS);
#endif
}

/* An iteration takes 1 µs. */
static inline void spin(uint32_t loops)
{
    pl_host_consume(loops);
}

#endif

#endif
