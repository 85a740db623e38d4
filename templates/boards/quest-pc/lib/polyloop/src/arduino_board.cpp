/* See arduino_board.h. */
#include "Arduino.h"

#include "pl_quest.h"
#include "polyloop/polyloop.h"
#include "polyloop/telemetry.h"

#undef pinMode
#undef digitalRead
#undef digitalWrite

HardwareSerial Serial;

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

uint32_t micros(void)
{
  return (uint32_t)pl_quest_clock();
}

uint32_t millis(void)
{
  return (uint32_t)(pl_quest_clock() / 1000);
}

/* A job uses its budget while it waits, as on every board. */
static void wait_us(uint64_t us)
{
  const uint64_t from = pl_quest_clock();
  while (pl_quest_clock() - from < us) {
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

/* A program of Quest cannot turn interrupts off. */
void noInterrupts(void)
{
}

void interrupts(void)
{
}

void HardwareSerial::flush()
{
}

int HardwareSerial::available()
{
  return 0;
}

int HardwareSerial::read()
{
  return -1;
}

int HardwareSerial::peek()
{
  return -1;
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
  pl_quest_write(bytes, (uint32_t)length);
  return length;
}

#endif
