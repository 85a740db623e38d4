/* Arduino: what the files of the port share. */
#ifndef POLYLOOP_ARDUINO_H
#define POLYLOOP_ARDUINO_H

#include "polyloop/port.h"

#if PL_INTERRUPT_COUNT > 0
/*
 * Begins and ends an interrupt that calls the runtime. The second function takes the result of the
 * first.
 */
pl_irq_t pl_arduino_enter(void);
void pl_arduino_leave(pl_irq_t state);

/* Whether an interrupt that came while its line was masked can be delivered. Locked. */
bool pl_arduino_holds(void);

/* Delivers such interrupts. Locked, outside of interrupts. */
void pl_arduino_deliver(void);
#endif

/* When the alarm and the beat of telemetry are due next. Calibration sees by them what a look at the clock has done. */
extern pl_tick_t pl_arduino_alarm_at;
extern pl_tick_t pl_arduino_beat_at;

/* Whether Serial has room for bytes that are ready. While the processor is not idle, a few bytes wait. */
#if PL_TELEMETRY
bool pl_arduino_sends(bool idle);
#else
static inline bool pl_arduino_sends(bool idle)
{
    (void)idle;
    return false;
}
#endif

/* Opens the serial line, if there is telemetry. */
void pl_arduino_open_line(void);

/* Gives bytes to Serial while it has room. Does not wait. Called outside of interrupts only. */
void pl_arduino_send(void);

#endif
