/*
 * Arduino's functions of a board whose pins are lights and then inputs, each a bit of a register, and whose serial line
 * is a register. The board's arduino_board.cpp includes this file once. Before, it includes Arduino.h and the headers of
 * its port, and defines
 *
 * - LIGHTS, LIGHT_COUNT and INPUTS: the register of the lights, their number, and the register of the inputs.
 * - LINE_STATE and LINE_DATA: the registers of the serial line. UART_FULL is a bit of its state.
 * - PORT(name): the port's function with this name.
 */
#include "Board.h"
#include "polyloop/polyloop.h"

#undef pinMode
#undef digitalRead
#undef digitalWrite

/* Lights are always outputs and the other pins always inputs. */
void pinMode(uint8_t, uint8_t)
{
}

void digitalWrite(uint8_t pin, uint8_t level)
{
  if (pin >= LIGHT_COUNT) {
    return;
  }
  const pl_irq_t state = pl_port_lock();
  LIGHTS = level == LOW ? LIGHTS & ~bit(pin) : LIGHTS | bit(pin);
  pl_port_unlock(state);
}

int digitalRead(uint8_t pin)
{
  if (pin < LIGHT_COUNT) {
    return bitRead(LIGHTS, pin) != 0 ? HIGH : LOW;
  }
  return pin < NUM_DIGITAL_PINS && bitRead(INPUTS, pin - LIGHT_COUNT) != 0 ? HIGH : LOW;
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
  return PORT(time_us)();
}

void pl_arduino_wait_us(uint64_t us)
{
  pl_arduino_spin_us(us);
}

void pl_arduino_flush()
{
  PORT(flush)();
}

int pl_arduino_received()
{
  return PORT(received)();
}

int pl_arduino_receive(bool take)
{
  return PORT(receive)(take);
}

int pl_arduino_room()
{
  return (LINE_STATE & UART_FULL) == 0 ? 1 : 0;
}

size_t pl_arduino_write(const uint8_t *bytes, size_t length)
{
  for (size_t i = 0; i < length; i++) {
    while (pl_arduino_room() == 0) {
    }
    LINE_DATA = bytes[i];
  }
  return length;
}
