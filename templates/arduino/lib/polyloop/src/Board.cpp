/* Arduino's time and Arduino's Serial, from what Board.h declares. These functions are the same on every board. */
#include "Arduino.h"

#include "Board.h"
#include "polyloop/polyloop.h"
#include "polyloop/telemetry.h"

HardwareSerial Serial;

uint32_t micros(void)
{
  return (uint32_t)pl_arduino_time_us();
}

uint32_t millis(void)
{
  return (uint32_t)(pl_arduino_time_us() / 1000);
}

void delay(uint32_t ms)
{
  pl_arduino_wait_us(ms * UINT64_C(1000));
}

void delayMicroseconds(uint32_t us)
{
  pl_arduino_wait_us(us);
}

void HardwareSerial::flush()
{
  pl_arduino_flush();
}

int HardwareSerial::available()
{
  return pl_arduino_received();
}

int HardwareSerial::read()
{
  return pl_arduino_receive(true);
}

int HardwareSerial::peek()
{
  return pl_arduino_receive(false);
}

#if PL_TELEMETRY

int HardwareSerial::availableForWrite()
{
  return (int)pl_text_room();
}

size_t HardwareSerial::write(const uint8_t *bytes, size_t length)
{
  return pl_text((const char *)bytes, (uint16_t)length);
}

#else

int HardwareSerial::availableForWrite()
{
  return pl_arduino_room();
}

size_t HardwareSerial::write(const uint8_t *bytes, size_t length)
{
  return pl_arduino_write(bytes, length);
}

#endif
