/*
 * Cortex-M3: the release timer and idling.
 *
 * The board's counter is the time. It is never written, so it does not drift. Timer 0 makes the
 * alarm and is set each time. SysTick is the beat. The processor's cycle counter is not used,
 * because some emulators lack it.
 */
#include "handlers.h"
#include "mps2_an385.h"
#include "pl_m3.h"
#include "polyloop/port.h"

#define CYCLES_PER_TICK (MPS2_CLOCK_HZ / PL_TICK_HZ)
/* The longest time of timer 0; a later alarm takes several rounds. */
#define ALARM_TICKS_MAX (UINT32_MAX / CYCLES_PER_TICK)
/* 32 ms. */
#define BEAT_CYCLES (MPS2_CLOCK_HZ / 1000U * 32U)

static pl_tick_t alarm_at;
static pl_tick_t start;
static uint64_t elapsed; /* since the start, at the last reading */

pl_tick_t pl_port_now(void)
{
    return FPGAIO_COUNTER;
}

/* Read at every beat, and so more often than the counter wraps. */
uint64_t pl_m3_time_us(void)
{
    pl_irq_t state = pl_port_lock();
    elapsed += (pl_tick_t)(FPGAIO_COUNTER - start - (pl_tick_t)elapsed);
    uint64_t time = elapsed;
    pl_port_unlock(state);
    return time;
}

static void silence(void)
{
    TIMER0_CTRL = 0;
    TIMER0_INTCLEAR = 1;
    NVIC_UNPEND = UINT32_C(1) << IRQ_TIMER0;
}

/*
 * The timer starts within a tick of the counter. It ends when the counter is about to reach the
 * alarm, or slightly earlier, so that no code reads a later time while the interrupt is pending.
 * The handler waits for the rest.
 */
static bool arm(void)
{
    silence();
    pl_tick_t now = pl_port_now();
    if (pl_tick_reached(now, alarm_at)) {
        return false;
    }
    pl_tick_t ticks = alarm_at - now;
    uint32_t cycles = (ticks > ALARM_TICKS_MAX ? ALARM_TICKS_MAX : ticks) * CYCLES_PER_TICK;
    if (ticks > 1U) {
        cycles -= CYCLES_PER_TICK - 1U;
    }
    TIMER0_RELOAD = cycles;
    TIMER0_VALUE = cycles;
    TIMER0_CTRL = TIMER_ENABLE | TIMER_INTERRUPT;
    return true;
}

bool pl_port_alarm(pl_tick_t when)
{
    alarm_at = when;
    return arm();
}

#if PL_CREDITS

/* No interrupt that is part of the accounts interrupts the alarm and the beat. */
#define TIMER_BEGINS() pl_tick_t pause = pl_begun - pl_port_now()
#define TIMER_ENDS() ((void)(pl_begun = pause + pl_port_now() + PL_ALARM_TICKS))

#else

#define TIMER_BEGINS() ((void)0)
#define TIMER_ENDS() ((void)0)

#endif

void pl_m3_timer_handler(void)
{
    TIMER_BEGINS();
    while (alarm_at - pl_port_now() == 1U) {
    }
    if (!arm()) {
        pl_alarm_due();
    }
    TIMER_ENDS();
}

#if PL_PREEMPTIVE

/*
 * Called by the kernel's tick, which is below the interrupts that call the runtime. The kernel's
 * switch follows. No thread pays for it.
 */
void pl_m3_beat_handler(void)
{
    (void)pl_m3_time_us();
#if PL_TELEMETRY
    pl_irq_t state = pl_port_lock();
    pl_thread_pause(pl_port_now());
    pl_trace_beat();
    pl_port_unlock(state);
    while ((SCB_CONTROL & SCB_PEND_PENDSV) == 0 && pl_trace_service_step()) {
    }
    state = pl_port_lock();
    pl_thread_resume(pl_port_now());
    pl_port_unlock(state);
#endif
}

#else

#if PL_ONE_STACK
#define REQUEST_FRAMES() pl_m3_request_frames()
#else
#define REQUEST_FRAMES() ((void)(SCB_CONTROL = SCB_PEND_PENDSV))
#endif

void pl_m3_beat_handler(void)
{
    TIMER_BEGINS();
    (void)pl_m3_time_us();
#if PL_TELEMETRY
    pl_trace_beat();
    REQUEST_FRAMES();
#endif
    TIMER_ENDS();
}

#if !PL_ONE_STACK

/* Below all other interrupts, which may interrupt it. */
void pl_m3_service_handler(void)
{
#if PL_TELEMETRY
    pl_irq_t state = pl_port_lock();
    pl_tick_t pause = pl_body_pause();
    pl_port_unlock(state);
    pl_trace_service();
    state = pl_port_lock();
    pl_body_resume(pause);
    pl_port_unlock(state);
#endif
}

#endif

#endif

#if PL_PREEMPTIVE

/* The kernel masks interrupts of this priority and owns SysTick. */
static void begin_interrupts(void)
{
    for (uint8_t irq = 0; irq < IRQ_COUNT; irq++) {
        NVIC_PRIORITY(irq) = PL_M3_IRQ_PRIORITY;
    }
}

#else

static void begin_interrupts(void)
{
    SCB_PRIORITY = SCB_PENDSV_LOWEST;
    SYSTICK_LOAD = BEAT_CYCLES - 1U;
    SYSTICK_VALUE = 0;
    SYSTICK_CTRL = SYSTICK_RUN;
}

#endif

void pl_port_init(void)
{
    pl_irq_t state = pl_port_lock();
    FPGAIO_PRESCALE = CYCLES_PER_TICK - 1U;
    start = FPGAIO_COUNTER;
    elapsed = 0;
    begin_interrupts();
    NVIC_ENABLE = UINT32_C(1) << IRQ_TIMER0;
    pl_m3_uart_init();
    pl_port_unlock(state);
}

/*
 * Loops instead of waiting for the interrupt. WFI would work on the board. QEMU 7.2 with a
 * non-sleeping instruction clock (-icount sleep=off) then moves time past the first alarm to the
 * second, so that releases would come late.
 */
void pl_port_idle(void)
{
    pl_port_unlock(0);
}
