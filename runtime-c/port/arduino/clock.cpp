/*
 * Arduino: time, the alarm, critical sections and idling.
 *
 * Nothing interrupts when the alarm is due. poll() reads the clock at the end of each outermost
 * critical section outside of interrupts, and does what an interrupt does on other ports.
 */
#include <Arduino.h>

#include "pl_arduino.h"
#include "polyloop/sink.h"

/* About 32 ms. */
static const pl_tick_t BEAT_TICKS = PL_TICK_HZ / 1000U * 32U;

static volatile pl_irq_t locked;
static volatile uint8_t inside; /* depth of interrupts that call the runtime */
static bool started;
static bool alarm_set;
pl_tick_t pl_arduino_alarm_at;
pl_tick_t pl_arduino_beat_at;

pl_tick_t pl_port_now(void)
{
    return micros();
}

pl_irq_t pl_port_lock(void)
{
    noInterrupts();
    pl_irq_t state = locked;
    locked = 1;
    return state;
}

static bool alarm_due(pl_tick_t now)
{
    return alarm_set && pl_tick_reached(now, pl_arduino_alarm_at);
}

static bool beat_due(pl_tick_t now)
{
    return PL_TELEMETRY && pl_tick_reached(now, pl_arduino_beat_at);
}

static bool waits(pl_tick_t now, bool idle)
{
#if PL_INTERRUPT_COUNT > 0
    if (pl_arduino_holds()) {
        return true;
    }
#endif
    return alarm_due(now) || beat_due(now) || pl_arduino_sends(idle);
}

/* Locked. */
static void serve(pl_tick_t now, bool idle)
{
    if (alarm_due(now)) {
        alarm_set = false;
        pl_alarm_due();
    }
#if PL_INTERRUPT_COUNT > 0
    pl_arduino_deliver();
#endif
#if PL_TELEMETRY
    if (beat_due(now)) {
        pl_arduino_beat_at = now + BEAT_TICKS;
        pl_trace_beat();
    }
#endif
    if (pl_arduino_sends(idle)) {
        /* Serial may need its interrupts to accept bytes. */
        locked = 0;
        interrupts();
        pl_arduino_send();
        noInterrupts();
        locked = 1;
    }
}

/* The body whose critical section ends here does not pay for what others wait for. Ends unlocked. */
static void poll(bool idle)
{
    noInterrupts();
    locked = 1;
    pl_tick_t now = pl_port_now();
    if (waits(now, idle)) {
#if PL_CREDITS
        pl_tick_t pause = pl_body_pause();
        serve(now, idle);
        pl_body_resume(pause);
#else
        serve(now, idle);
#endif
    }
    locked = 0;
    interrupts();
}

/* Code outside of interrupts, and a bottom half that may be interrupted, run with interrupts enabled. */
void pl_port_unlock(pl_irq_t state)
{
    locked = state;
    if (state != 0) {
        return;
    }
    interrupts();
    if (started && inside == 0) {
        poll(false);
    }
}

bool pl_port_alarm(pl_tick_t when)
{
    pl_arduino_alarm_at = when;
    alarm_set = !pl_tick_reached(pl_port_now(), when);
    return alarm_set;
}

void pl_port_idle(void)
{
    poll(true);
    yield();
}

void pl_port_init(void)
{
    pl_arduino_beat_at = pl_port_now() + BEAT_TICKS;
    pl_arduino_open_line();
    started = true;
}

#if PL_INTERRUPT_COUNT > 0

/* On AVR the processor has disabled interrupts, and enables them again when the interrupt returns. */
pl_irq_t pl_arduino_enter(void)
{
    pl_irq_t state = pl_port_lock();
    inside++;
    return state;
}

void pl_arduino_leave(pl_irq_t state)
{
    inside--;
    locked = state;
#if !defined __AVR__
    if (state == 0) {
        interrupts();
    }
#endif
}

/*
 * Other interrupts come during a bottom half where the processor nests them. Elsewhere a bottom
 * half is not interrupted.
 */
pl_irq_t pl_port_line_open(void)
{
    pl_irq_t state = locked;
#if defined __AVR__ || defined __arm__
    locked = 0;
    interrupts();
#endif
    return state;
}

void pl_port_line_close(pl_irq_t state)
{
    noInterrupts();
    locked = state;
}

#endif
