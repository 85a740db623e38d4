/* See Arduino.h. These functions are the same on every board. */
#include "Arduino.h"

#undef digitalRead
#undef digitalWrite

/* xorshift, Marsaglia 2003. */
static uint32_t random_state = 1;

void randomSeed(unsigned long seed)
{
  if (seed != 0) {
    random_state = (uint32_t)seed;
  }
}

long random(long limit)
{
  if (limit <= 0) {
    return 0;
  }
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  random_state ^= random_state << 5;
  return (long)(random_state % (unsigned long)limit);
}

long random(long from, long limit)
{
  return from >= limit ? from : from + random(limit - from);
}

long map(long value, long fromLow, long fromHigh, long toLow, long toHigh)
{
  return (value - fromLow) * (toHigh - toLow) / (fromHigh - fromLow) + toLow;
}

static uint8_t bitAt(uint8_t order, uint8_t step)
{
  return order == LSBFIRST ? step : (uint8_t)(7 - step);
}

void shiftOut(uint8_t dataPin, uint8_t clockPin, uint8_t order, uint8_t value)
{
  for (uint8_t step = 0; step < 8; step++) {
    digitalWrite(dataPin, bitRead(value, bitAt(order, step)));
    digitalWrite(clockPin, HIGH);
    digitalWrite(clockPin, LOW);
  }
}

uint8_t shiftIn(uint8_t dataPin, uint8_t clockPin, uint8_t order)
{
  uint8_t value = 0;
  for (uint8_t step = 0; step < 8; step++) {
    digitalWrite(clockPin, HIGH);
    value = (uint8_t)(value | (digitalRead(dataPin) << bitAt(order, step)));
    digitalWrite(clockPin, LOW);
  }
  return value;
}

/* Waits while the pin has this level. False: timeout. */
static bool passes(uint8_t pin, int level, uint32_t from, uint32_t timeout)
{
  while (digitalRead(pin) == level) {
    if (micros() - from >= timeout) {
      return false;
    }
  }
  return true;
}

unsigned long pulseIn(uint8_t pin, uint8_t level, unsigned long timeout)
{
  const int during = level == LOW ? LOW : HIGH;
  const uint32_t from = micros();
  if (!passes(pin, during, from, (uint32_t)timeout) || !passes(pin, !during, from, (uint32_t)timeout)) {
    return 0;
  }
  const uint32_t start = micros();
  return passes(pin, during, from, (uint32_t)timeout) ? micros() - start : 0;
}

/* Not where the board's kernel has a main program. */
#ifndef ARDUINO_HAS_MAIN

int main(void)
{
  setup();
  for (;;) {
    loop();
  }
}

#endif
