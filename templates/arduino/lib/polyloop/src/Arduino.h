/*
 * Arduino's functions for boards without an Arduino core: those of the language reference, for C
 * and C++. arduino_board.h declares which of them the board supports. Using another function is a
 * compile-time error that names the function and an alternative. delay() uses the runtime's clock
 * and processor time, as on a real board.
 */
#ifndef ARDUINO_H
#define ARDUINO_H

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define HIGH 0x1
#define LOW 0x0
#define INPUT 0x0
#define OUTPUT 0x1
#define INPUT_PULLUP 0x2

#define CHANGE 1
#define FALLING 2
#define RISING 3
#define NOT_AN_INTERRUPT -1

#define LSBFIRST 0
#define MSBFIRST 1

#define EXTERNAL 0
#define DEFAULT 1
#define INTERNAL 3

#define PI 3.1415926535897932384626433832795
#define HALF_PI 1.5707963267948966192313216916398
#define TWO_PI 6.283185307179586476925286766559
#define DEG_TO_RAD 0.017453292519943295769236907684886
#define RAD_TO_DEG 57.295779513082320876798154814105

#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define constrain(value, low, high) ((value) < (low) ? (low) : ((value) > (high) ? (high) : (value)))
#define radians(degrees) ((degrees) * DEG_TO_RAD)
#define degrees(radians) ((radians) * RAD_TO_DEG)
#define sq(value) ((value) * (value))
#ifndef __cplusplus
#undef abs
#define abs(value) ((value) > 0 ? (value) : -(value))
#endif

#define lowByte(word) ((uint8_t)((word) & 0xff))
#define highByte(word) ((uint8_t)((word) >> 8))
#define bitRead(value, bit) (((value) >> (bit)) & 0x01)
#define bitSet(value, bit) ((value) |= (1UL << (bit)))
#define bitClear(value, bit) ((value) &= ~(1UL << (bit)))
#define bitToggle(value, bit) ((value) ^= (1UL << (bit)))
#define bitWrite(value, bit, level) ((level) ? bitSet(value, bit) : bitClear(value, bit))
#define bit(number) (1UL << (number))

#define PROGMEM
#define F(text) (text)
#define pgm_read_byte(address) (*(const uint8_t *)(address))
#define pgm_read_word(address) (*(const uint16_t *)(address))
#define pgm_read_dword(address) (*(const uint32_t *)(address))
#define pgm_read_float(address) (*(const float *)(address))

typedef uint8_t byte;
typedef uint16_t word;
typedef bool boolean;

/* Its pins, and ARDUINO_LACKS_… for each unsupported function. */
#include "arduino_board.h"

#ifndef ARDUINO_LACKS_ANALOG_READ
#define ARDUINO_LACKS_ANALOG_READ
#define ARDUINO_LACKS_ANALOG_REFERENCE
#endif
#ifndef ARDUINO_LACKS_ANALOG_WRITE
#define ARDUINO_LACKS_ANALOG_WRITE
#endif
#ifndef ARDUINO_LACKS_TONE
#define ARDUINO_LACKS_TONE
#define ARDUINO_LACKS_NO_TONE
#endif
#ifndef ARDUINO_LACKS_ATTACH_INTERRUPT
#define ARDUINO_LACKS_ATTACH_INTERRUPT
#define ARDUINO_LACKS_DETACH_INTERRUPT
#endif

#ifdef __cplusplus
extern "C" {
#endif

void setup(void);
void loop(void);

void pinMode(uint8_t pin, uint8_t mode);
void digitalWrite(uint8_t pin, uint8_t level);
int digitalRead(uint8_t pin);

/* 0 to 1023. */
ARDUINO_LACKS_ANALOG_READ int analogRead(uint8_t pin);
ARDUINO_LACKS_ANALOG_REFERENCE void analogReference(uint8_t source);
/* 0 to 255. */
ARDUINO_LACKS_ANALOG_WRITE void analogWrite(uint8_t pin, int duty);

ARDUINO_LACKS_NO_TONE void noTone(uint8_t pin);
void shiftOut(uint8_t dataPin, uint8_t clockPin, uint8_t order, uint8_t value);
uint8_t shiftIn(uint8_t dataPin, uint8_t clockPin, uint8_t order);

/* 32 bits, so that they wrap as on a board. */
uint32_t millis(void);
uint32_t micros(void);
void delay(uint32_t ms);
void delayMicroseconds(uint32_t us);

ARDUINO_LACKS_ATTACH_INTERRUPT void attachInterrupt(uint8_t interrupt, void (*routine)(void), int mode);
ARDUINO_LACKS_DETACH_INTERRUPT void detachInterrupt(uint8_t interrupt);
void interrupts(void);
void noInterrupts(void);

/* The same seed gives the same numbers. */
void randomSeed(unsigned long seed);
long map(long value, long fromLow, long fromHigh, long toLow, long toHigh);

#ifdef __cplusplus
}

/* The length of a pulse, or 0 if no pulse ends before the timeout. Unit: µs. */
unsigned long pulseIn(uint8_t pin, uint8_t level, unsigned long timeout = 1000000UL);
ARDUINO_LACKS_TONE void tone(uint8_t pin, unsigned int hertz, unsigned long ms = 0);
long random(long limit);
long random(long from, long limit);

#include "HardwareSerial.h"

#else

unsigned long pulseIn(uint8_t pin, uint8_t level, unsigned long timeout);

#endif

#ifdef ARDUINO_CHECKS_PINS

/* Checks for pins that are known at compile time. */
#define pinMode(pin, mode) (ARDUINO_CHECK_PIN(pin), pinMode(pin, mode))
#define digitalWrite(pin, level) (ARDUINO_CHECK_PIN(pin), digitalWrite(pin, level))
#define digitalRead(pin) (ARDUINO_CHECK_PIN(pin), digitalRead(pin))

#endif

#endif
