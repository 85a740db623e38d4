/* See arduino_board.h. */
#include "Arduino.h"

#include "mps2_an385.h"
#include "pl_m3.h"
#include "polyloop/polyloop.h"
#include "polyloop/telemetry.h"

#undef pinMode
#undef digitalRead
#undef digitalWrite

/* One bit each, from bit 0 on. */
static volatile uint32_t *const leds = (volatile uint32_t *)0x40028000;
static volatile const uint32_t *const buttons = (volatile const uint32_t *)0x40028008;

HardwareSerial Serial;

/* Lights are outputs and buttons are inputs, whatever a program says. */
void pinMode(uint8_t, uint8_t)
{
}

void digitalWrite(uint8_t pin, uint8_t level)
{
  if (pin > LED1) {
    return;
  }
  const pl_irq_t state = pl_port_lock();
  *leds = level == LOW ? *leds & ~bit(pin - LED0) : *leds | bit(pin - LED0);
  pl_port_unlock(state);
}

int digitalRead(uint8_t pin)
{
  if (pin <= LED1) {
    return bitRead(*leds, pin - LED0) != 0 ? HIGH : LOW;
  }
  return pin <= BUTTON1 && bitRead(*buttons, pin - BUTTON0) != 0 ? HIGH : LOW;
}

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

void HardwareSerial::flush()
{
  pl_m3_flush();
}

int HardwareSerial::available()
{
  return pl_m3_received();
}

int HardwareSerial::read()
{
  return pl_m3_receive(true);
}

int HardwareSerial::peek()
{
  return pl_m3_receive(false);
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

/* The line is the program's alone; writing waits for it. */
int HardwareSerial::availableForWrite()
{
  return (UART0_STATE & UART_FULL) == 0 ? 1 : 0;
}

size_t HardwareSerial::write(const uint8_t *bytes, size_t length)
{
  for (size_t i = 0; i < length; i++) {
    while (availableForWrite() == 0) {
    }
    UART0_DATA = bytes[i];
  }
  return length;
}

#endif
