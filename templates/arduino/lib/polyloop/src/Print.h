/* Arduino's Print without String: prints numbers and characters as text to any byte output. */
#ifndef PRINT_H
#define PRINT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define DEC 10
#define HEX 16
#define OCT 8
#define BIN 2

class Print {
public:
  virtual size_t write(uint8_t byte) { return write(&byte, 1); }
  /* A byte output overrides at least one of these two. */
  virtual size_t write(const uint8_t *bytes, size_t length);
  virtual int availableForWrite() { return 0; }
  virtual void flush() {}

  size_t write(const char *text) { return write((const uint8_t *)text, strlen(text)); }
  size_t write(const char *text, size_t length) { return write((const uint8_t *)text, length); }

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

#endif
