/*
 * Lines of interrupts for conformance programs: two that a program raises itself, and one that a
 * timer raises. On the Cortex-M3 the timer uses the first of the two. LINES_NEST: one interrupts
 * the bottom half of another.
 */
#ifndef CONFORM_LINE_H
#define CONFORM_LINE_H

#include "conform.h"

#if CONFORM_ARDUINO && !defined __AVR__

/* Pins 2 and 3. Pulses of the board come at pin 3. */
#define LINE_A 2
#define LINE_B 3
#define LINE_TIMER 3
#define LINE_MODE PL_CHANGE
#define LINES_NEST false

#include "host_arduino.h"

static inline void line_setup(void)
{
}

static inline void line_raise(uint8_t line)
{
    host_arduino_toggle(line);
}

static inline void line_arrivals(uint16_t every_us)
{
    host_arduino_pulse_every(LINE_TIMER, every_us);
}

#elif CONFORM_ARDUINO

/*
 * Pins 2 and 3, which Arduino knows by these numbers, as outputs. A timer changes pin 3 itself: timer 2 of an Uno,
 * timer 3 of a Mega.
 */
#define LINE_A 2
#define LINE_B 3
#define LINE_TIMER 3
#define LINE_MODE PL_CHANGE
#define LINES_NEST true

#include <avr/io.h>

#ifdef __AVR_ATmega2560__

/* Bits 4 and 5 of port E. */
static inline void line_setup(void)
{
    DDRE |= _BV(4) | _BV(5);
    TCCR3A = 0;
    TCCR3B = 0;
}

static inline void line_raise(uint8_t line)
{
    PINE = (uint8_t)(4U << line);
}

/* At most 2000 µs. */
static inline void line_arrivals(uint16_t every_us)
{
    TCCR3B = 0;
    TCNT3 = 0;
    OCR3A = (uint16_t)(every_us * 2U - 1U);
    OCR3C = 0;
    TCCR3A = every_us == 0 ? 0 : (uint8_t)_BV(COM3C0);
    TCCR3B = every_us == 0 ? 0 : (uint8_t)(_BV(WGM32) | _BV(CS31));
}

#else

static inline void line_setup(void)
{
    DDRD |= _BV(2) | _BV(3);
    TCCR2A = _BV(WGM21);
    TCCR2B = 0;
}

static inline void line_raise(uint8_t line)
{
    PIND = (uint8_t)(1U << line);
}

/* At most 2000 µs. */
static inline void line_arrivals(uint16_t every_us)
{
    uint8_t select = every_us < 128U ? _BV(CS21) : every_us < 500U ? _BV(CS21) | _BV(CS20) : _BV(CS22) | _BV(CS20);
    uint16_t counts = every_us < 128U ? every_us * 2U : every_us < 500U ? every_us / 2U : every_us / 8U;
    TCCR2B = 0;
    TCNT2 = 0;
    OCR2A = (uint8_t)(counts - 1U);
    OCR2B = 0;
    TCCR2A = every_us == 0 ? _BV(WGM21) : (uint8_t)(_BV(WGM21) | _BV(COM2B0));
    TCCR2B = every_us == 0 ? 0 : select;
}

#endif

#elif defined __AVR__

/* INT0 and INT1, as outputs: a write to them interrupts like an external signal. */
#define LINE_A 0
#define LINE_B 1
#define LINE_TIMER PL_LINE_TIMER2
#ifdef __AVR_ATmega2560__
#define LINE_BIT 0U
#else
#define LINE_BIT 2U
#endif
#define LINE_MODE PL_CHANGE
#define LINES_NEST true

#include <avr/io.h>

static inline void line_setup(void)
{
    DDRD |= _BV(LINE_BIT) | _BV(LINE_BIT + 1U);
    TCCR2A = _BV(WGM21);
    TCCR2B = 0;
}

/* Raises line A or B now. */
static inline void line_raise(uint8_t line)
{
    PIND = (uint8_t)(1U << (LINE_BIT + line));
}

/* Makes the timer raise its line with this period, at most 2000 µs. 0 stops it. */
static inline void line_arrivals(uint16_t every_us)
{
    uint8_t select = every_us < 128U ? _BV(CS21) : every_us < 500U ? _BV(CS21) | _BV(CS20) : _BV(CS22) | _BV(CS20);
    uint16_t counts = every_us < 128U ? every_us * 2U : every_us < 500U ? every_us / 2U : every_us / 8U;
    TCCR2B = 0;
    TCNT2 = 0;
    OCR2A = (uint8_t)(counts - 1U);
    TCCR2B = every_us == 0 ? 0 : select;
}

#elif defined __ARM_ARCH_7A__

#include "realview_pbx_a9.h"

#define LINE_A 0
#define LINE_B 1
#define LINE_TIMER 0
#define LINE_MODE PL_RISING
#define LINES_NEST false

static inline void line_setup(void)
{
}

/* Makes the interrupt of timers 2 and 3, or the software interrupt, pending in the interrupt controller. */
static inline void line_raise(uint8_t line)
{
    uint32_t vector = line == 0 ? IRQ_TIMER_2_3 : IRQ_SOFTWARE;
    RV_REGISTER(0x1F001200U + 4U * (vector / 32U)) = UINT32_C(1) << (vector % 32U);
}

static inline void line_arrivals(uint16_t every_us)
{
    TIMER_CONTROL(RV_TIMER_2) = 0;
    TIMER_LOAD(RV_TIMER_2) = every_us;
    TIMER_CONTROL(RV_TIMER_2) = every_us == 0 ? 0 : TIMER_ENABLE | TIMER_PERIODIC | TIMER_INTERRUPT | TIMER_32_BITS;
}

#elif defined __arm__

#define LINE_A 0
#define LINE_B 1
#define LINE_TIMER 0
#define LINE_MODE PL_RISING
#define LINES_NEST false

#define LINE_REGISTER(address) (*(volatile uint32_t *)(address))
#define LINE_IRQ 9U

static inline void line_setup(void)
{
}

static inline void line_raise(uint8_t line)
{
    LINE_REGISTER(0xE000E200U) = UINT32_C(1) << (LINE_IRQ + line);
}

static inline void line_arrivals(uint16_t every_us)
{
    uint32_t cycles = every_us * UINT32_C(25);
    LINE_REGISTER(0x40001000U) = 0;
    LINE_REGISTER(0x40001004U) = cycles;
    LINE_REGISTER(0x40001008U) = cycles;
    LINE_REGISTER(0x40001000U) = every_us == 0 ? 0 : 9U;
}

#else

#define LINE_A 0
#define LINE_B 1
#define LINE_TIMER 2
#define LINE_MODE PL_RISING
#define LINES_NEST true

#include "pl_host.h"

static inline void line_setup(void)
{
}

static inline void line_raise(uint8_t line)
{
    CHECK(pl_host_raise(line, pl_host_time_us()));
}

static inline void line_arrivals(uint16_t every_us)
{
    pl_host_raise_every(LINE_TIMER, pl_host_time_us() + every_us, every_us);
}

#endif

#endif
