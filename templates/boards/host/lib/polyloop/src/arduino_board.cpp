/* See arduino_board.h. */
#include "Arduino.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "Board.h"
#include "pl_host.h"
#include "polyloop/polyloop.h"
#include "polyloop/port.h"
#include "polyloop/telemetry.h"

static const int analog_max = 1023;
static const int pwm_max = 255;

struct Pin {
  int value; /* as analogRead() returns it; a digital level is the lower or upper half of the range */
  uint32_t tone_hertz;
  uint64_t tone_start_us;
  uint64_t tone_end_us; /* 0: until noTone() */
  void (*routine)(void);
  int mode;
  bool pending; /* its interrupt occurred while interrupts were off */
};

static Pin pins[NUM_DIGITAL_PINS];
static bool masked;

static int levelOf(const Pin &pin)
{
  if (pin.tone_hertz == 0) {
    return pin.value > analog_max / 2 ? HIGH : LOW;
  }
  const uint64_t now = pl_host_time_us();
  if (pin.tone_end_us != 0 && now >= pin.tone_end_us) {
    return LOW;
  }
  return (now - pin.tone_start_us) * 2 * pin.tone_hertz / 1000000 % 2 == 0 ? HIGH : LOW;
}

static void interrupt(Pin &pin)
{
  const pl_irq_t state = pl_port_lock();
  pin.routine();
  pl_port_unlock(state);
}

static bool meant(int mode, int before, int after)
{
  return mode == CHANGE ? before != after : mode == RISING ? before < after : mode == FALLING ? before > after : !after;
}

/* The file descriptor that changes of pins are written to, or -1. */
static int pinsPipe()
{
  static const char *const text = getenv("PL_HOST_PINS");
  static const int pipe = text == nullptr ? -1 : atoi(text);
  return pipe;
}

/* A change is one write, so those of several threads do not mix. */
static void reportLevel(uint8_t number, int level)
{
  if (pinsPipe() < 0) {
    return;
  }
  const uint64_t us = pl_host_time_us();
  uint8_t change[16] = {0};
  for (uint8_t byte = 0; byte < sizeof us; byte++) {
    change[byte] = (uint8_t)(us >> (8 * byte));
  }
  change[8] = number;
  change[9] = (uint8_t)level;
  if (write(pinsPipe(), change, sizeof change) < 0) {
    /* Nobody reads any more. */
  }
}

static void put(uint8_t number, int value)
{
  if (number >= NUM_DIGITAL_PINS) {
    return;
  }
  Pin &pin = pins[number];
  const int before = levelOf(pin);
  pin.tone_hertz = 0;
  pin.value = value;
  if (levelOf(pin) != before) {
    reportLevel(number, levelOf(pin));
  }
  if (pin.routine != nullptr && meant(pin.mode, before, levelOf(pin))) {
    pin.pending = masked;
    if (!masked) {
      interrupt(pin);
    }
  }
}

void pinMode(uint8_t pin, uint8_t mode)
{
  if (mode == INPUT_PULLUP) {
    put(pin, analog_max);
  }
}

void digitalWrite(uint8_t pin, uint8_t level)
{
  put(pin, level == LOW ? 0 : analog_max);
}

int digitalRead(uint8_t pin)
{
  return pin < NUM_DIGITAL_PINS ? levelOf(pins[pin]) : LOW;
}

/* Analog inputs are numbered from A0 or, as on a board, from 0. */
int analogRead(uint8_t pin)
{
  const uint8_t number = (uint8_t)(pin < A0 ? pin + A0 : pin);
  return number < NUM_DIGITAL_PINS ? pins[number].value : 0;
}

/* Values are relative to the reference. */
void analogReference(uint8_t)
{
}

void analogWrite(uint8_t pin, int duty)
{
  put(pin, constrain(duty, 0, pwm_max) * analog_max / pwm_max);
}

void tone(uint8_t pin, unsigned int hertz, unsigned long ms)
{
  if (pin < NUM_DIGITAL_PINS) {
    pins[pin].tone_start_us = pl_host_time_us();
    pins[pin].tone_end_us = ms == 0 ? 0 : pins[pin].tone_start_us + ms * UINT64_C(1000);
    pins[pin].tone_hertz = hertz;
  }
}

void noTone(uint8_t pin)
{
  put(pin, 0);
}

void attachInterrupt(uint8_t number, void (*routine)(void), int mode)
{
  if (number < NUM_DIGITAL_PINS) {
    pins[number].mode = mode;
    pins[number].pending = false;
    pins[number].routine = routine;
  }
}

void detachInterrupt(uint8_t number)
{
  if (number < NUM_DIGITAL_PINS) {
    pins[number].routine = nullptr;
  }
}

void noInterrupts(void)
{
  masked = true;
  (void)pl_port_lock();
}

void interrupts(void)
{
  masked = false;
  for (Pin &pin : pins) {
    if (pin.pending && pin.routine != nullptr) {
      interrupt(pin);
    }
    pin.pending = false;
  }
  pl_port_unlock(0);
}

uint64_t pl_arduino_time_us()
{
  return pl_host_time_us();
}

/* In parts, because the port counts in 32 bits. */
void pl_arduino_wait_us(uint64_t us)
{
  for (; us > 1000; us -= 1000) {
    pl_host_consume(1000);
  }
  pl_host_consume((uint32_t)us);
}

void pl_arduino_flush()
{
#if PL_TELEMETRY
  pl_trace_service();
#else
  (void)fflush(stdout);
#endif
}

int pl_arduino_received()
{
  return 0;
}

int pl_arduino_receive(bool)
{
  return -1;
}

int pl_arduino_room()
{
  return BUFSIZ;
}

/* Nothing else uses the standard output. */
size_t pl_arduino_write(const uint8_t *bytes, size_t length)
{
  return fwrite(bytes, 1, length, stdout);
}
