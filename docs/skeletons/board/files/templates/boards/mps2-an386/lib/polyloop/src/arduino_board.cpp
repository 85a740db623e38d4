/* See arduino_board.h. */
#include "Arduino.h"

#include "Board.h"
#include "mps2_an385.h"
#include "pl_m3.h"
#include "polyloop/polyloop.h"

#undef pinMode
#undef digitalRead
#undef digitalWrite

/* One bit each, from bit 0 on. */
static volatile uint32_t *const leds = (volatile uint32_t *)0x40028000;
static volatile const uint32_t *const buttons = (volatile const uint32_t *)0x40028008;

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

void noInterrupts(void)
{
  (void)pl_port_lock();
}

void interrupts(void)
{
  pl_port_unlock(0);
}

uint64_t pl_arduino_time_us()
{
  return pl_m3_time_us();
}

void pl_arduino_wait_us(uint64_t us)
{
  pl_arduino_spin_us(us);
}

void pl_arduino_flush()
{
  pl_m3_flush();
}

int pl_arduino_received()
{
  return pl_m3_received();
}

int pl_arduino_receive(bool take)
{
  return pl_m3_receive(take);
}

int pl_arduino_room()
{
  return (UART0_STATE & UART_FULL) == 0 ? 1 : 0;
}

size_t pl_arduino_write(const uint8_t *bytes, size_t length)
{
  for (size_t i = 0; i < length; i++) {
    while (pl_arduino_room() == 0) {
    }
    UART0_DATA = bytes[i];
  }
  return length;
}
