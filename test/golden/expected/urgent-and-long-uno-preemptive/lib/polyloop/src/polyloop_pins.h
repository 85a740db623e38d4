/*
 * Timer 1 releases the jobs, and analogWrite() on its pins would move the next release. For a pin
 * that is known at compile time this is an error. For any other pin analogWrite() acts as on a pin
 * without a timer: it rounds the duty cycle to off or on, and telemetry reports it.
 */
#ifndef POLYLOOP_PINS_H
#define POLYLOOP_PINS_H

#include <Arduino.h>

#include "polyloop/telemetry.h"

#ifdef __cplusplus
extern "C" {
#endif

void polyloop_pin_of_timer1(void)
    __attribute__((error("analogWrite() cannot be used on pins 9 and 10 of the Arduino Uno: their timer releases the jobs; "
                         "choose pin 3, 5, 6 or 11")));

#ifdef __cplusplus
}
#endif

static inline void polyloop_analog_write(uint8_t pin, int duty)
{
  const uint8_t timer = digitalPinToTimer(pin);
  if (timer == TIMER1A || timer == TIMER1B) {
    pl_notice(PL_NOTICE_RELEASE_TIMER_PWM, pin);
    pinMode(pin, OUTPUT);
    digitalWrite(pin, duty < 128 ? LOW : HIGH);
  } else {
    analogWrite(pin, duty);
  }
}

#define analogWrite(pin, duty)                                                                                         \
  ((__builtin_constant_p(pin) && ((pin) == 9 || (pin) == 10)) ? polyloop_pin_of_timer1() : (void)0,                    \
   polyloop_analog_write(pin, duty))

#endif
