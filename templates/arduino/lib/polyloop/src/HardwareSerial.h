/*
 * Arduino's Serial. Printed text is sent with the program's telemetry, or as plain text if the
 * program has no telemetry. The bit rate is the board's; begin() does not change it.
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
