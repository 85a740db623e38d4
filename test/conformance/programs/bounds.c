/*
 * Tasks whose jobs take an exact time, by loops that the clock has no part in. Their response times are compared with
 * the predicted bounds. The configuration has the rows: BODIES, of BODY(n, loops), and ROWS, of PERIODIC(n, ticks).
 * With END_JOBS the program ends with so many jobs of task 0.
 */
#include "conform.h"

CONFORM_METADATA

#ifdef __AVR__
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/delay_basic.h>

static volatile uint32_t overflows;
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
    overflows++;
}

static void start_clock(void)
{
    TCCR0B = _BV(CS01) | _BV(CS00);
    TIMSK0 = _BV(TOIE0);
}

/* 4 cycles a loop. */
static void spin(uint16_t loops)
{
    _delay_loop_2(loops);
}

#else

/* The board has no such clock. */
static void start_clock(void)
{
}

/* 2 instructions a loop. */
static void spin(uint32_t loops)
{
    __asm__ __volatile__("1: subs %0, #1\n\tbne 1b" : "+r"(loops)::"cc");
}

#endif

static void count_job(void)
{
#ifdef END_JOBS
    static uint32_t jobs;
    jobs++;
    if (jobs == END_JOBS) {
        conform_pass();
    }
#endif
}

#define BODY(n, loops)                                                                                                 \
    static void body_##n(void)                                                                                         \
    {                                                                                                                  \
        spin(loops);                                                                                                   \
        if ((n) == 0) {                                                                                                \
            count_job();                                                                                               \
        }                                                                                                              \
    }

/* A budget that is never used up is kept, too. */
#define PERIODIC(n, period_)                                                                                           \
    {                                                                                                                  \
        ROW(body_##n, PL_PERIODIC, period_, 0, period_, period_, n), .setup = (n) == 0 ? start_clock : 0               \
    }

BODIES
const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {ROWS};
