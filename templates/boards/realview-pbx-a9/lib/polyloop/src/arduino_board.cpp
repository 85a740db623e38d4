/* See arduino_board.h. */
#include "Arduino.h"

#include "Board.h"
#include "pl_realview.h"
#include "polyloop/polyloop.h"
#include "realview_pbx_a9.h"

#undef pinMode
#undef digitalRead
#undef digitalWrite

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
  return pl_realview_time_us();
}

void pl_arduino_wait_us(uint64_t us)
{
  pl_arduino_spin_us(us);
}

void pl_arduino_flush()
{
  pl_realview_flush();
}

int pl_arduino_received()
{
  return pl_realview_received();
}

int pl_arduino_receive(bool take)
{
  return pl_realview_receive(take);
}

int pl_arduino_room()
{
  return (UART1_FLAGS & UART_FULL) == 0 ? 1 : 0;
}

size_t pl_arduino_write(const uint8_t *bytes, size_t length)
{
  for (size_t i = 0; i < length; i++) {
    while (pl_arduino_room() == 0) {
    }
    UART1_DATA = bytes[i];
  }
  return length;
}
