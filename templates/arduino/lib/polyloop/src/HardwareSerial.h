/*
 * Arduino's Serial: what is printed goes out with the program's telemetry, or as it is from a program without. The speed
 * is the board's, not begin()'s.
 */
#ifndef HARDWARE_SERIAL_H
#define HARDWARE_SERIAL_H

#include "Stream.h"

class HardwareSerial : public Stream {
public:
  void begin(unsigned long) {}
  void begin(unsigned long, uint8_t) {}
  void end() {}
  operator bool() const { return true; }

  int available() override;
  int read() override;
  int peek() override;
  void flush() override;
  int availableForWrite() override;
  using Print::write;
  size_t write(const uint8_t *bytes, size_t length) override;
};

extern HardwareSerial Serial;

#endif
