/* See arduino_board.h. */
#include "Arduino.h"

#include "pl_realview.h"
#include "polyloop/polyloop.h"
#include "polyloop/telemetry.h"
#include "realview_pbx_a9.h"

#undef pinMode
#undef digitalRead
#undef digitalWrite

HardwareSerial Serial;

/* Lights are always outputs and switches always inputs. */
void pinMode(uint8_t, uint8_t)
{
}

void digitalWrite(uint8_t pin, uint8_t level)
{
  if (pin > LED7) {
    return;
  }
  const pl_irq_t state = pl_port_lock();
  RV_LEDS = level == LOW ? RV_LEDS & ~bit(pin - LED0) : RV_LEDS | bit(pin - LED0);
  pl_port_unlock(state);
}

int digitalRead(uint8_t pin)
{
  if (pin <= LED7) {
    return bitRead(RV_LEDS, pin - LED0) != 0 ? HIGH : LOW;
  }
  return pin <= SWITCH7 && bitRead(RV_SWITCHES, pin - SWITCH0) != 0 ? HIGH : LOW;
}

uint32_t micros(void)
{
  return (uint32_t)pl_realview_time_us();
}

uint32_t millis(void)
{
  return (uint32_t)(pl_realview_time_us() / 1000);
}

static void wait_us(uint64_t us)
{
  const uint64_t from = pl_realview_time_us();
  while (pl_realview_time_us() - from < us) {
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
  pl_realview_flush();
}

int HardwareSerial::available()
{
  return pl_realview_received();
}

int HardwareSerial::read()
{
  return pl_realview_receive(true);
}

int HardwareSerial::peek()
{
  return pl_realview_receive(false);
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
  return (UART1_FLAGS & UART_FULL) == 0 ? 1 : 0;
}

size_t HardwareSerial::write(const uint8_t *bytes, size_t length)
{
  for (size_t i = 0; i < length; i++) {
    while (availableForWrite() == 0) {
    }
    UART1_DATA = bytes[i];
  }
  return length;
}

#endif
