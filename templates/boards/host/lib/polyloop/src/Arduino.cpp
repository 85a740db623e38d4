/* See Arduino.h. */
#include "Arduino.h"

#include <stdio.h>

#include "pl_host.h"
#include "polyloop/polyloop.h"
#include "polyloop/telemetry.h"

HostSerial Serial;

/* Analog values; a digital level is one half of the range or the other. */
static int levels[NUM_DIGITAL_PINS];
static const int analog_max = 1023;
static const int pwm_max = 255;

static void put(uint8_t pin, int level)
{
  if (pin < NUM_DIGITAL_PINS) {
    levels[pin] = level;
  }
}

static int get(uint8_t pin)
{
  return pin < NUM_DIGITAL_PINS ? levels[pin] : 0;
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
  return get(pin) > analog_max / 2 ? HIGH : LOW;
}

/* Analog inputs are numbered from A0 or, as on a board, from 0. */
int analogRead(uint8_t pin)
{
  return get(pin < A0 ? (uint8_t)(pin + A0) : pin);
}

void analogWrite(uint8_t pin, int duty)
{
  put(pin, constrain(duty, 0, pwm_max) * analog_max / pwm_max);
}

uint32_t micros(void)
{
  return (uint32_t)pl_host_time_us();
}

uint32_t millis(void)
{
  return (uint32_t)(pl_host_time_us() / 1000);
}

void delay(uint32_t ms)
{
  while (ms-- > 0) {
    pl_host_consume(1000);
  }
}

void delayMicroseconds(uint32_t us)
{
  pl_host_consume(us);
}

void noInterrupts(void)
{
  (void)pl_port_lock();
}

void interrupts(void)
{
  pl_port_unlock(0);
}

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

int HostSerial::availableForWrite()
{
  return (int)pl_text_room();
}

size_t HostSerial::write(const uint8_t *bytes, size_t length)
{
  return pl_text((const char *)bytes, (uint16_t)length);
}

size_t HostSerial::print(unsigned long long value, int base)
{
  char text[64];
  char *at = text + sizeof text;
  const unsigned radix = base < 2 ? 10 : (unsigned)base;
  do {
    const unsigned digit = (unsigned)(value % radix);
    *--at = (char)(digit < 10 ? '0' + digit : 'A' + digit - 10);
    value /= radix;
  } while (value != 0);
  return write((const uint8_t *)at, (size_t)(text + sizeof text - at));
}

size_t HostSerial::print(long long value, int base)
{
  if (value >= 0 || base != DEC) {
    return print((unsigned long long)value, base);
  }
  const size_t sign = print('-');
  return sign + print(0ULL - (unsigned long long)value, base);
}

size_t HostSerial::print(double value, int digits)
{
  char text[352];
  const int length = snprintf(text, sizeof text, "%.*f", constrain(digits, 0, 20), value);
  return write((const uint8_t *)text, (size_t)length);
}

int main(void)
{
  setup();
  for (;;) {
    loop();
  }
}
