/* Timer1 as the runtime sets it up, and an interrupt that does nothing but
 * wake. */
#include <avr/io.h>

#include "isr.h"
#include "kernel.h"

#define TICKS ((uint16_t)(PERIOD_US * (PL_TICK_HZ / 1000000U)))

PL_ISR(TIMER1_COMPA_vect)
{
    OCR1A = (uint16_t)(OCR1A + TICKS);
    bench_release();
}

void bench_timer_start(void)
{
    TCCR1A = 0;
    TCCR1B = _BV(CS11);
    OCR1A = TICKS;
    TIMSK1 = _BV(OCIE1A);
}

/* Where the runtime counts ticks. */
void pl_board_ticked(void)
{
}
