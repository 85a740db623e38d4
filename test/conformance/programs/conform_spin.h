/*
 * Bodies that take an exact time, by loops that do not read the clock; and on the Uno Arduino's
 * clock, which interrupts them.
 */
#ifndef CONFORM_SPIN_H
#define CONFORM_SPIN_H

#include "conform.h"

#ifdef __AVR__

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/delay_basic.h>

/* The name that Arduino uses: the port counts the time of its interrupt. */
volatile uint32_t timer0_overflow_count;
static volatile uint32_t milliseconds;
static volatile uint8_t fraction;

/* Timer 0 at F_CPU/64: every 1,024 µs, the work of Arduino's. */
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

/* 4 cycles a loop. */
static inline void spin(uint16_t loops)
{
    _delay_loop_2(loops);
}

#elif defined(__arm__)

/* The board has no such clock. */
static inline void start_clock(void)
{
}

/* 2 instructions a loop. */
static inline void spin(uint32_t loops)
{
    __asm__ __volatile__("1: subs %0, #1\n\tbne 1b" : "+r"(loops)::"cc");
}

#else

#include "pl_host.h"

static inline void start_clock(void)
{
#if PL_PREEMPTIVE && defined(WORK_TICKS)
    pl_host_work(WORK_TICKS, STEAL_US, STEAL_TICKS);
#endif
}

/* 1 µs a loop. */
static inline void spin(uint32_t loops)
{
    pl_host_consume(loops);
}

#endif

#endif
