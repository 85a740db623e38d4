/* Timer 0 reloads automatically, and its interrupt only notifies `fast`. Other interrupts are not used. */
#include "handlers.h"
#include "kernel.h"
#include "mps2_an385.h"

void pl_m3_timer_handler(void)
{
    TIMER0_INTCLEAR = 1;
    bench_release();
}

void bench_timer_start(void)
{
    TIMER0_RELOAD = PERIOD_US * (MPS2_CLOCK_HZ / 1000000U) - 1U;
    TIMER0_VALUE = PERIOD_US * (MPS2_CLOCK_HZ / 1000000U) - 1U;
    NVIC_PRIORITY(IRQ_TIMER0) = PL_M3_IRQ_PRIORITY;
    NVIC_ENABLE = UINT32_C(1) << IRQ_TIMER0;
    TIMER0_CTRL = TIMER_ENABLE | TIMER_INTERRUPT;
}

void pl_m3_beat_handler(void)
{
}

void pl_m3_receive_handler(void)
{
}

void pl_m3_transmit_handler(void)
{
}

/* The runtime counts ticks here; the baseline does nothing. */
void pl_board_ticked(void)
{
}
