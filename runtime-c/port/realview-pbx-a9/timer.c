/*
 * RealView PBX-A9: the release timer and idling.
 *
 * Timer 0 counts down from 2^32 - 1 and is never written again: it is the time. Timer 1 makes the alarm and is set each
 * time. The kernel's clock is another timer.
 */
#include "kernel.h"
#include "pl_realview.h"
#include "polyloop/port.h"
#include "realview_pbx_a9.h"

static pl_tick_t alarm_at;
static pl_tick_t start;
static uint64_t elapsed; /* since the start, at the last reading */

pl_tick_t pl_port_now(void)
{
    return UINT32_MAX - TIMER_VALUE(RV_TIMER_0);
}

/* Read at every beat, and so more often than the counter wraps. */
uint64_t pl_realview_time_us(void)
{
    pl_irq_t state = pl_port_lock();
    elapsed += (pl_tick_t)(pl_port_now() - start - (pl_tick_t)elapsed);
    uint64_t time = elapsed;
    pl_port_unlock(state);
    return time;
}

/*
 * The timer starts within a tick of the counter. It ends when the counter is about to reach the alarm, so that no code
 * reads a later time while the interrupt is pending. The handler waits for the rest.
 */
static bool arm(void)
{
    TIMER_CONTROL(RV_TIMER_1) = 0;
    TIMER_CLEAR(RV_TIMER_1) = 0;
    pl_tick_t now = pl_port_now();
    if (pl_tick_reached(now, alarm_at)) {
        return false;
    }
    pl_tick_t ticks = alarm_at - now;
    TIMER_LOAD(RV_TIMER_1) = ticks > 1U ? ticks - 1U : 1U;
    TIMER_CONTROL(RV_TIMER_1) = TIMER_ENABLE | TIMER_INTERRUPT | TIMER_32_BITS | TIMER_ONE_SHOT;
    return true;
}

bool pl_port_alarm(pl_tick_t when)
{
    alarm_at = when;
    return arm();
}

static void on_timer(void *unused)
{
    (void)unused;
    pl_irq_t state = pl_port_lock();
    TIMER_CLEAR(RV_TIMER_1) = 0;
    while (alarm_at - pl_port_now() == 1U) {
    }
    if (!arm()) {
        pl_alarm_due();
    }
    pl_port_unlock(state);
}

/* A program may have started the counter already, at a time of its own. */
static void begin_time(void)
{
    if ((TIMER_CONTROL(RV_TIMER_0) & TIMER_ENABLE) == 0) {
        TIMER_LOAD(RV_TIMER_0) = UINT32_MAX;
        TIMER_CONTROL(RV_TIMER_0) = TIMER_ENABLE | TIMER_32_BITS;
    }
    TIMER_CONTROL(RV_TIMER_1) = 0;
    start = pl_port_now();
    elapsed = 0;
}

void pl_port_init(void)
{
    begin_time();
    pl_kernel_attach(IRQ_TIMER_0_1, PRIORITY_RUNTIME, on_timer, 0);
    pl_realview_uart_init();
    pl_realview_lines_init();
    pl_kernel_begin_beats();
}

/*
 * Loops instead of waiting for the interrupt: with a non-sleeping instruction clock (-icount sleep=off) QEMU 7.2 moves
 * time past the first alarm to the second when all processors wait, so that releases would come late.
 */
void pl_port_idle(void)
{
    pl_port_unlock(0);
}
