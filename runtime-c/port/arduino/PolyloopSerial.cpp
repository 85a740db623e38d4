/* The serial line of a traced program. See PolyloopSerial.h. */
#define POLYLOOP_SERIAL_OF_CORE
#include "PolyloopSerial.h"

#if PL_TELEMETRY

#include "pl_arduino.h"
#include "polyloop/sink.h"

PolyloopSerialPort PolyloopSerial;

/* Telemetry has the line open. */
void PolyloopSerialPort::begin(unsigned long, uint16_t)
{
}

void PolyloopSerialPort::end()
{
}

int PolyloopSerialPort::available()
{
    return Serial.available();
}

int PolyloopSerialPort::peek()
{
    return Serial.peek();
}

int PolyloopSerialPort::read()
{
    return Serial.read();
}

/* A USB line takes nothing while no computer reads it. Unit: ticks. */
static const pl_tick_t PATIENCE = PL_TICK_HZ / 10U;

void PolyloopSerialPort::flush()
{
    pl_trace_service();
    uint8_t taken = pl_trace.tail;
    pl_tick_t since = pl_port_now();
    while (!pl_trace_drained() && pl_port_now() - since < PATIENCE) {
        pl_arduino_send();
        if (pl_trace.tail != taken) {
            taken = pl_trace.tail;
            since = pl_port_now();
        }
    }
}

int PolyloopSerialPort::availableForWrite()
{
    return static_cast<int>(pl_text_room());
}

size_t PolyloopSerialPort::write(uint8_t byte)
{
    const char text = static_cast<char>(byte);
    return pl_text(&text, 1);
}

size_t PolyloopSerialPort::write(const uint8_t *bytes, size_t length)
{
    return pl_text(reinterpret_cast<const char *>(bytes), static_cast<uint16_t>(length));
}

#endif
