/* See arduino_board.h. */
#include "Arduino.h"

#include "Board.h"
#include "pl_zephyr.h"
#include "polyloop/polyloop.h"

#undef pinMode
#undef digitalRead
#undef digitalWrite

#define TICKS_PER_US (PL_TICK_HZ / 1000000U)

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
  return pl_zephyr_time() / TICKS_PER_US;
}

void pl_arduino_wait_us(uint64_t us)
{
  pl_arduino_spin_us(us);
}

void pl_arduino_flush()
{
  pl_zephyr_flush();
}

int pl_arduino_received()
{
  return pl_zephyr_received();
}

int pl_arduino_receive(bool take)
{
  return pl_zephyr_receive(take);
}

int pl_arduino_room()
{
  return 1;
}

size_t pl_arduino_write(const uint8_t *bytes, size_t length)
{
  for (size_t i = 0; i < length; i++) {
    pl_zephyr_write(bytes[i]);
  }
  return length;
}
