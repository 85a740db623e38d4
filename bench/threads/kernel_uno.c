/* Timer 1 with the runtime's configuration. Its interrupt only notifies `fast`. */
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

/* The runtime counts ticks here; the baseline does nothing. */
void pl_board_ticked(void)
{
}
