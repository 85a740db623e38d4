/* See arduino_board.h. */
#include "Arduino.h"

#include "pl_zephyr.h"
#include "polyloop/polyloop.h"
#include "polyloop/telemetry.h"

#undef pinMode
#undef digitalRead
#undef digitalWrite

#define TICKS_PER_US (PL_TICK_HZ / 1000000U)

HardwareSerial Serial;

void pinMode(uint8_t pin, uint8_t mode)
{
  pl_zephyr_pin_mode(pin, mode == OUTPUT, mode == INPUT_PULLUP);
}

void digitalWrite(uint8_t pin, uint8_t level)
{
  pl_zephyr_pin_write(pin, level != LOW);
}

int digitalRead(uint8_t pin)
{
  return pl_zephyr_pin_read(pin) ? HIGH : LOW;
}

static uint64_t now_us(void)
{
  return pl_zephyr_time() / TICKS_PER_US;
}

uint32_t micros(void)
{
  return (uint32_t)now_us();
}

uint32_t millis(void)
{
  return (uint32_t)(now_us() / 1000);
}

static void wait_us(uint64_t us)
{
  const uint64_t from = now_us();
  while (now_us() - from < us) {
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

void HardwareSerial::flush()
{
  pl_zephyr_flush();
}

int HardwareSerial::available()
{
  return pl_zephyr_received();
}

int HardwareSerial::read()
{
  return pl_zephyr_receive(true);
}

int HardwareSerial::peek()
{
  return pl_zephyr_receive(false);
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

/* Only the program uses the line, and writing waits for it. */
int HardwareSerial::availableForWrite()
{
  return 1;
}

size_t HardwareSerial::write(const uint8_t *bytes, size_t length)
{
  for (size_t i = 0; i < length; i++) {
    pl_zephyr_write(bytes[i]);
  }
  return length;
}

#endif
