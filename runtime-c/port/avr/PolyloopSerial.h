/*
 * Arduino's Serial for programs with telemetry: printed text is sent as text events in the
 * telemetry stream, and received bytes are the program's input. Include after Arduino.h. Without
 * telemetry Arduino's own Serial remains.
 *
 * Printing never waits: text that finds no room is cut, and a notice has the number of characters.
 * The board sets the speed; begin() does not.
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
    /* Waits until all printed text has left the board. The jobs of the program wait too. */
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
