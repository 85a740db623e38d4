/*
 * Arduino's Serial for programs whose serial line carries telemetry: what is printed travels inside it, what comes in is
 * the program's own. Printing never waits; text that finds no room is dropped, and telemetry says so.
 */
#ifndef POLYLOOP_ARDUINO_H
#define POLYLOOP_ARDUINO_H

#include <Arduino.h>

#include "polyloop/polyloop.h"

#if PL_TELEMETRY

class PolyloopSerial : public Stream {
public:
  /* Starts receiving. The line's speed is telemetry's, whatever is asked for. */
  void begin(unsigned long baud);
  void begin(unsigned long baud, uint8_t config);
  /* Stops receiving. */
  void end();

  int available() override;
  int read() override;
  int peek() override;

  /* Bytes that can be printed now without losing any. */
  int availableForWrite() override;
  void flush() override;
  size_t write(uint8_t byte) override;
  size_t write(const uint8_t *bytes, size_t length) override;
  using Print::write;

  operator bool() { return true; }
};

extern PolyloopSerial polyloop_serial;

/* Arduino's own would take the same hardware. */
#define Serial polyloop_serial

#endif

#endif
