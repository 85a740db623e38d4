/* See Arduino.h. */
#include "Arduino.h"

#include "pl_m3.h"
#include "polyloop/polyloop.h"
#include "polyloop/telemetry.h"

BoardSerial Serial;

uint32_t micros(void)
{
  return (uint32_t)pl_m3_time_us();
}

uint32_t millis(void)
{
  return (uint32_t)(pl_m3_time_us() / 1000);
}

static void wait_us(uint64_t us)
{
  const uint64_t from = pl_m3_time_us();
  while (pl_m3_time_us() - from < us) {
  }
}

void delay(uint32_t ms)
{
  wait_us(ms * UINT64_C(1000));
}

void delayMicroseconds(uint32_t us)
{
  wait_us(us);
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

void BoardSerial::flush()
{
  pl_m3_flush();
}

int BoardSerial::available()
{
  return pl_m3_received();
}

int BoardSerial::read()
{
  return pl_m3_receive(true);
}

int BoardSerial::peek()
{
  return pl_m3_receive(false);
}

int BoardSerial::availableForWrite()
{
  return (int)pl_text_room();
}

size_t BoardSerial::write(const uint8_t *bytes, size_t length)
{
  return pl_text((const char *)bytes, (uint16_t)length);
}

size_t BoardSerial::print(unsigned long long value, int base)
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

size_t BoardSerial::print(long long value, int base)
{
  if (value >= 0 || base != DEC) {
    return print((unsigned long long)value, base);
  }
  const size_t sign = print('-');
  return sign + print(0ULL - (unsigned long long)value, base);
}

size_t BoardSerial::print(double value, int digits)
{
  if (isnan(value)) {
    return print("nan");
  }
  if (isinf(value)) {
    return print(value < 0 ? "-inf" : "inf");
  }
  if (fabs(value) >= 18446744073709551615.0) {
    return print("ovf");
  }
  const int shown = constrain(digits, 0, 20);
  double rounding = 0.5;
  for (int i = 0; i < shown; i++) {
    rounding /= 10;
  }
  size_t length = value < 0 ? print('-') : 0;
  value = fabs(value) + rounding;
  unsigned long long whole = (unsigned long long)value;
  length += print(whole);
  length += shown > 0 ? print('.') : 0;
  for (int i = 0; i < shown; i++) {
    value = (value - (double)whole) * 10;
    whole = (unsigned long long)value;
    length += print((char)('0' + whole));
  }
  return length;
}

int main(void)
{
  setup();
  for (;;) {
    loop();
  }
}
