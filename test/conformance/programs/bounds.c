/*
 * Up to six tasks whose jobs take an exact number of cycles, LOOPS_n * 4,
 * beside an interrupt like Arduino's clock. Their response times are compared
 * with the predicted bounds. For the ATmega328P alone.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/delay_basic.h>

#include "conform.h"

CONFORM_METADATA

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

#define BODY(n)                                                                                                        \
    static void body_##n(void)                                                                                         \
    {                                                                                                                  \
        _delay_loop_2(LOOPS_##n);                                                                                      \
    }

/* A budget that is never used up is kept, too. */
#define PERIODIC(n) ROW(body_##n, PL_PERIODIC, PERIOD_##n, 0, PERIOD_##n, PERIOD_##n, n)

BODY(0)
BODY(1)
#if PL_TASK_COUNT > 2
BODY(2)
#endif
#if PL_TASK_COUNT > 3
BODY(3)
#endif
#if PL_TASK_COUNT > 4
BODY(4)
#endif
#if PL_TASK_COUNT > 5
BODY(5)
#endif

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {PERIODIC(0), .setup = start_clock},
    {PERIODIC(1)},
#if PL_TASK_COUNT > 2
    {PERIODIC(2)},
#endif
#if PL_TASK_COUNT > 3
    {PERIODIC(3)},
#endif
#if PL_TASK_COUNT > 4
    {PERIODIC(4)},
#endif
#if PL_TASK_COUNT > 5
    {PERIODIC(5)},
#endif
};
