/*
 * Zephyr on Arm's MPS2: the board's clock. The kernel's own counter is SysTick, which stops for some
 * cycles each time it is set. The board's counter is never written, so releases do not drift. Timer 0
 * makes the alarm.
 */
#include <zephyr/irq.h>
#include <zephyr/kernel.h>

#include "pl_zephyr.h"
#include "polyloop/port.h"

#if PL_BOARD_HAS_CLOCK

#define REGISTER(address) (*(volatile uint32_t *)(address))

#define TIMER_IRQ 8
/* The most urgent of the interrupts that irq_lock() masks. */
#define TIMER_PRIORITY 0

/* Counts down from VALUE and interrupts at 0 (Arm DDI 0479). */
#define TIMER_CTRL REGISTER(0x40000000U)
#define TIMER_VALUE REGISTER(0x40000004U)
#define TIMER_RELOAD REGISTER(0x40000008U)
#define TIMER_INTCLEAR REGISTER(0x4000000CU)
#define TIMER_RUN 9U

/* Counts up once every PRESCALE + 1 clock cycles (Arm DAI 0385). */
#define COUNTER REGISTER(0x40028018U)
#define PRESCALE REGISTER(0x4002801CU)

#define CYCLES_PER_TICK (CONFIG_SYS_CLOCK_HW_CYCLES_PER_SEC / PL_TICK_HZ)
/* The longest time of the timer; a later alarm takes several rounds. */
#define ALARM_TICKS_MAX (UINT32_MAX / CYCLES_PER_TICK)

static pl_tick_t alarm_at;
static pl_tick_t start;
static uint64_t elapsed; /* since the start, at the last reading */

pl_tick_t pl_port_now(void)
{
    return COUNTER;
}

pl_tick_t pl_zephyr_alarm_at(void)
{
    return alarm_at;
}

/* Read at every beat or alarm, and so more often than the counter wraps. */
uint64_t pl_zephyr_time(void)
{
    pl_irq_t state = pl_port_lock();
    elapsed += (pl_tick_t)(COUNTER - start - (pl_tick_t)elapsed);
    uint64_t time = elapsed;
    pl_port_unlock(state);
    return time;
}

/* The timer ends within the tick before the alarm; the handler waits for the rest. */
static bool arm(void)
{
    TIMER_CTRL = 0;
    TIMER_INTCLEAR = 1;
    REGISTER(0xE000E280U) = UINT32_C(1) << TIMER_IRQ;
    pl_tick_t now = COUNTER;
    if (pl_tick_reached(now, alarm_at)) {
        return false;
    }
    pl_tick_t ticks = alarm_at - now;
    uint32_t cycles = (ticks > ALARM_TICKS_MAX ? ALARM_TICKS_MAX : ticks) * CYCLES_PER_TICK;
    if (ticks > 1U) {
        cycles -= CYCLES_PER_TICK - 1U;
    }
    TIMER_RELOAD = cycles;
    TIMER_VALUE = cycles;
    TIMER_CTRL = TIMER_RUN;
    return true;
}

bool pl_port_alarm(pl_tick_t when)
{
    alarm_at = when;
    return arm();
}

static void due(const void *unused)
{
    (void)unused;
    pl_irq_t state = pl_port_lock();
    while (alarm_at - COUNTER == 1U) {
    }
    if (!arm()) {
        pl_alarm_due();
    }
    pl_port_unlock(state);
}

void pl_zephyr_clock_init(void)
{
    PRESCALE = CYCLES_PER_TICK - 1U;
    start = COUNTER;
    elapsed = 0;
    IRQ_CONNECT(TIMER_IRQ, TIMER_PRIORITY, due, NULL, 0);
    irq_enable(TIMER_IRQ);
}

#endif
