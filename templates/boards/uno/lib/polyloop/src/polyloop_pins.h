/*
 * Timer 1 releases the jobs, and analogWrite() on its pins would move the next release. There it does what Arduino does on
 * every pin without a timer: the duty cycle is rounded to off or on.
 */
#ifndef POLYLOOP_PINS_H
#define POLYLOOP_PINS_H

#include <Arduino.h>

static inline void polyloop_analog_write(uint8_t pin, int duty)
{
  const uint8_t timer = digitalPinToTimer(pin);
  if (timer == TIMER1A || timer == TIMER1B) {
    pinMode(pin, OUTPUT);
    digitalWrite(pin, duty < 128 ? LOW : HIGH);
  } else {
    analogWrite(pin, duty);
  }
}

#define analogWrite polyloop_analog_write

#endif
