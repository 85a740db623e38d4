/* See arduino_board.h. */
#include "Arduino.h"

#include "Board.h"
#include "pl_quest.h"
#include "polyloop/polyloop.h"

#undef pinMode
#undef digitalRead
#undef digitalWrite

/* The compiler's lists of constructors: Quest's start-up code does not call them. */
extern "C" {
typedef void (*constructor_t)(void);
extern constructor_t __init_array_start[] __attribute__((weak));
extern constructor_t __init_array_end[] __attribute__((weak));
extern constructor_t __CTOR_LIST__[] __attribute__((weak));
}

/* The first entry of the older list is no constructor, and a null pointer ends it. */
static void construct(void)
{
  for (constructor_t *one = __init_array_start; one != __init_array_end; one++) {
    (*one)();
  }
  if (__CTOR_LIST__ != 0) {
    for (constructor_t *one = __CTOR_LIST__ + 1; *one != 0; one++) {
      (*one)();
    }
  }
}

void pl_quest_setup(void)
{
  construct();
  setup();
}

void pinMode(uint8_t, uint8_t)
{
}

void digitalWrite(uint8_t, uint8_t)
{
}

int digitalRead(uint8_t)
{
  return LOW;
}

/* A program of Quest cannot turn interrupts off. */
void noInterrupts(void)
{
}

void interrupts(void)
{
}

uint64_t pl_arduino_time_us()
{
  return pl_quest_clock();
}

/* A job uses its budget while it waits, as on every board. */
void pl_arduino_wait_us(uint64_t us)
{
  pl_arduino_spin_us(us);
}

void pl_arduino_flush()
{
}

int pl_arduino_received()
{
  return 0;
}

int pl_arduino_receive(bool)
{
  return -1;
}

int pl_arduino_room()
{
  return 1;
}

size_t pl_arduino_write(const uint8_t *bytes, size_t length)
{
  pl_quest_write(bytes, (uint32_t)length);
  return length;
}
