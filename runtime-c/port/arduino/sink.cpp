/*
 * Arduino: telemetry over Serial, as much at a time as its buffer takes, and the time that the core's
 * own interrupts take.
 */
#include <Arduino.h>

#include "pl_arduino.h"
#include "polyloop/sink.h"

#if PL_TELEMETRY

#ifndef PL_TELEMETRY_BAUD
#define PL_TELEMETRY_BAUD 115200
#endif

/* Bytes that Serial was given, and its largest buffer seen. */
static uint16_t given;
static uint16_t capacity;

/* Cores differ in the type, and some return a negative value when nothing is connected. */
static uint16_t room()
{
    int bytes = Serial.availableForWrite();
    return bytes > 0 ? static_cast<uint16_t>(bytes) : 0;
}

void pl_arduino_open_line(void)
{
    Serial.begin(PL_TELEMETRY_BAUD);
    capacity = room();
}

/* Fewer bytes wait until the processor is idle. */
static const uint8_t URGENT = PL_TRACE_RING_BYTES / 4U * 3U;

/* A ready job waits for the calls of Serial.write(), so each call of pl_arduino_send() makes a few only. */
static const uint16_t SENT_AT_ONCE = 16;

/* While a job waits, fewer bytes at once would cost more for each. A small buffer never has room for more. */
static uint16_t worthwhile()
{
    return capacity < SENT_AT_ONCE ? capacity : SENT_AT_ONCE;
}

bool pl_arduino_sends(bool idle)
{
    uint8_t ready = static_cast<uint8_t>(pl_trace.encoded - pl_trace.tail);
    if (idle) {
        return ready != 0 && room() != 0;
    }
    if (ready < URGENT) {
        return false;
    }
    uint16_t free = room();
    return free != 0 && free >= worthwhile();
}

void pl_arduino_send(void)
{
    uint16_t left = room();
    for (left = left < SENT_AT_ONCE ? left : SENT_AT_ONCE; left != 0 && !pl_trace_drained(); left--) {
        Serial.write(pl_trace_take());
        given++;
    }
}

/* The end of the next critical section outside of interrupts sends. */
void pl_port_sink_start(void)
{
}

/* Bytes that have left Serial's buffer since the last call. Each took an interrupt of the core. */
static uint16_t bytes_left()
{
    static uint16_t counted;
    uint16_t free = room();
    if (free > capacity) {
        capacity = free;
    }
    uint16_t left = static_cast<uint16_t>(given - (capacity - free));
    uint16_t bytes = static_cast<uint16_t>(left - counted);
    if (bytes > INT16_MAX) {
        return 0;
    }
    counted = left;
    return bytes;
}

#else

void pl_arduino_open_line(void)
{
}

void pl_arduino_send(void)
{
}

static uint16_t bytes_left()
{
    return 0;
}

#endif

/* Cores count the time by an interrupt each millisecond, or a little less often. */
static const pl_tick_t COUNT_PERIOD = PL_TICK_HZ / 1000U;
/* From here on a division is faster than subtractions, also on small processors. */
static const pl_tick_t MANY_PERIODS = 32U * COUNT_PERIOD;

static pl_tick_t count_ticks()
{
    static pl_tick_t counted_to;
    pl_tick_t left = pl_port_now() - counted_to;
    pl_tick_t periods = 0;
    if (left >= MANY_PERIODS) {
        periods = left / COUNT_PERIOD;
        left %= COUNT_PERIOD;
    }
    for (; left >= COUNT_PERIOD; left -= COUNT_PERIOD) {
        periods++;
    }
    counted_to += periods * COUNT_PERIOD;
    return periods * PL_ARDUINO_COUNT_TICKS;
}

pl_tick_t pl_port_stolen(void)
{
    return bytes_left() * static_cast<pl_tick_t>(PL_ARDUINO_BYTE_TICKS) + count_ticks();
}
