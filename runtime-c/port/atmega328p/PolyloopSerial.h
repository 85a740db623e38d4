/*
 * Arduino's Serial, when the line carries telemetry: what a program prints goes out as text events in the same stream,
 * and what comes in is the program's input. Include after Arduino.h; without telemetry Arduino's own Serial stays.
 *
 * Printing never waits: text that finds no room is not sent, and a notice says how much it was. The speed is the board's, not begin()'s.
 */
#ifndef POLYLOOP_SERIAL_H
#define POLYLOOP_SERIAL_H

#include <Arduino.h>

#include "polyloop/telemetry.h"

#if PL_TELEMETRY

class PolyloopSerialPort : public Stream
{
  public:
    void begin(unsigned long baud, uint8_t config = SERIAL_8N1);
    void end();
    int available() override;
    int peek() override;
    int read() override;
    /* Waits until what was printed has left the board; for a program that does, its jobs wait too. */
    void flush() override;
    int availableForWrite() override;
    size_t write(uint8_t byte) override;
    size_t write(const uint8_t *bytes, size_t length) override;
    using Print::write;
    operator bool() const
    {
        return true;
    }
};

extern PolyloopSerialPort PolyloopSerial;

#define Serial PolyloopSerial

#endif

#endif
