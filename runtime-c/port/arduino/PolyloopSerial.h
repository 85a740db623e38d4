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

/* Cores differ in which of these functions are virtual, so none is marked as an override. */
class PolyloopSerialPort : public Stream
{
  public:
    void begin(unsigned long baud = 0, uint16_t config = 0);
    void end();
    int available();
    int peek();
    int read();
    /*
     * Waits until Serial has taken all printed text, or nothing for 100 ms. The jobs of the program
     * wait too.
     */
    void flush();
    int availableForWrite();
    size_t write(uint8_t byte);
    size_t write(const uint8_t *bytes, size_t length);
    using Print::write;
    operator bool() const
    {
        return true;
    }
};

extern PolyloopSerialPort PolyloopSerial;

/* Some cores make Serial a macro. PolyloopSerial.cpp uses the core's. */
#ifndef POLYLOOP_SERIAL_OF_CORE
#undef Serial
#define Serial PolyloopSerial
#endif

#endif

#endif
