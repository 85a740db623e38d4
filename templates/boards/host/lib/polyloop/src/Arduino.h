/*
 * Arduino's functions for a program that runs as a process. Pins are variables: reading one gives what was written.
 * Time is the runtime's (pl_host.h), so that delay() takes processor time as it does on a board.
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
#define LED_BUILTIN 13

#define DEC 10
#define HEX 16
#define OCT 8
#define BIN 2

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

enum : uint8_t { A0 = 14, A1, A2, A3, A4, A5 };
static const uint8_t NUM_DIGITAL_PINS = 20;

void setup(void);
void loop(void);

void pinMode(uint8_t pin, uint8_t mode);
void digitalWrite(uint8_t pin, uint8_t level);
int digitalRead(uint8_t pin);
/* What was last written to the pin, as 0 to 1023. */
int analogRead(uint8_t pin);
void analogWrite(uint8_t pin, int duty);

/* 32 bits, so that they wrap as on a board. */
uint32_t millis(void);
uint32_t micros(void);
void delay(uint32_t ms);
void delayMicroseconds(uint32_t us);

void interrupts(void);
void noInterrupts(void);

/* Repeatable: the same seed gives the same numbers. */
void randomSeed(unsigned long seed);
long random(long limit);
long random(long from, long limit);
long map(long value, long fromLow, long fromHigh, long toLow, long toHigh);

/* The program's text goes out with its telemetry. There is no input. */
class HostSerial {
public:
  void begin(unsigned long) {}
  void begin(unsigned long, uint8_t) {}
  void end() {}
  void flush() {}
  int available() { return 0; }
  int read() { return -1; }
  int peek() { return -1; }
  int availableForWrite();
  operator bool() const { return true; }

  size_t write(uint8_t byte) { return write(&byte, 1); }
  size_t write(const uint8_t *bytes, size_t length);
  size_t write(const char *text) { return write((const uint8_t *)text, strlen(text)); }

  size_t print(const char *text) { return write(text); }
  size_t print(char character) { return write((uint8_t)character); }
  size_t print(unsigned char value, int base = DEC) { return print((unsigned long long)value, base); }
  size_t print(int value, int base = DEC) { return print((long long)value, base); }
  size_t print(unsigned int value, int base = DEC) { return print((unsigned long long)value, base); }
  size_t print(long value, int base = DEC) { return print((long long)value, base); }
  size_t print(unsigned long value, int base = DEC) { return print((unsigned long long)value, base); }
  size_t print(long long value, int base = DEC);
  size_t print(unsigned long long value, int base = DEC);
  size_t print(double value, int digits = 2);

  size_t println() { return write("\r\n"); }
  template <typename T> size_t println(T value)
  {
    const size_t length = print(value);
    return length + println();
  }
  template <typename T> size_t println(T value, int format)
  {
    const size_t length = print(value, format);
    return length + println();
  }
};

extern HostSerial Serial;

#endif
