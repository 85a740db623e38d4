/*
 * Frames for the line: COBS (S. Cheshire and M. Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on
 * Networking 7(2), 1999) and CRC, in place. The length byte of a closed frame becomes the first code byte, each zero
 * byte the next, and the three bytes kept at the end take the CRC and the delimiter.
 */
#include "recorder.h"

#if PL_TELEMETRY

/* The frame in work. */
static struct {
    uint8_t at;
    uint8_t end;  /* behind the CRC; equal to `at`: none is in work */
    uint8_t code; /* the last code byte */
    uint16_t crc;
} work;

/* Takes the closed frame at `encoded` to hand: its length becomes a code byte. */
static void begin(void)
{
    work.code = pl_trace.encoded;
    work.at = (uint8_t)(work.code + 1U);
    work.end = (uint8_t)(work.at + PL_RING_AT(work.code));
    work.end = (uint8_t)(work.end + 2U);
    work.crc = 0xFFFF;
}

/*
 * Encodes up to `stop`, not beyond the end. One pass: the last two bytes are the CRC, low byte first, and a step of
 * this CRC with its own low byte leaves the high byte in the low one's place.
 */
static void encode(uint8_t stop)
{
    uint8_t at = work.at;
    uint8_t code = work.code;
    uint16_t crc = work.crc;
    for (uint8_t left = (uint8_t)(work.end - at); at != stop; left--) {
        uint8_t *place = &PL_RING_AT(at);
        if (left <= 2U) {
            *place = (uint8_t)crc;
        }
        uint8_t byte = *place;
        crc = pl_port_crc16(crc, byte);
        if (byte == 0) {
            PL_RING_AT(code) = (uint8_t)(at - code);
            code = at;
        }
        at++;
    }
    work.at = at;
    work.code = code;
    work.crc = crc;
}

/* Ends the frame that has been encoded; returns where the next one begins. */
static uint8_t end(void)
{
    PL_RING_AT(work.code) = (uint8_t)(work.at - work.code);
    PL_RING_AT(work.at) = 0;
    return (uint8_t)(work.at + 1U);
}

/* The sink may have all before `end`. Locked. */
static void publish(uint8_t end_of_frame)
{
    pl_trace.encoded = end_of_frame;
    pl_port_sink_start();
}

#if PL_PREEMPTIVE

/* Bytes under one lock. */
#define STEP_BYTES 4U

static void step(void)
{
    if (work.at == work.end) {
        begin();
    }
    uint8_t left = (uint8_t)(work.end - work.at);
    encode((uint8_t)(work.at + (left > STEP_BYTES ? STEP_BYTES : left)));
    if (work.at == work.end) {
        publish(end());
    }
}

/*
 * Step by step under the lock: the thread at work may be preempted on the way, and for as long as its budget is used
 * up. Whoever comes next goes on where the frame stands.
 */
bool pl_trace_service_step(void)
{
    pl_irq_t state = pl_port_lock();
    bool waiting = pl_trace_waiting();
    if (waiting) {
        step();
    }
    pl_port_unlock(state);
    return waiting;
}

void pl_trace_service(void)
{
    while (pl_trace_service_step()) {
    }
    pl_trace_stack();
}

#else

void pl_trace_service(void)
{
    static volatile bool busy;
    pl_irq_t state = pl_port_lock();
    if (!busy) {
        busy = true;
        while (pl_trace_waiting()) {
            pl_port_unlock(state);
            begin();
            encode(work.end);
            uint8_t next = end();
            state = pl_port_lock();
            publish(next);
        }
        busy = false;
    }
    pl_port_unlock(state);
}

#endif

#else

/* ISO C wants a declaration in every file. */
typedef int pl_frame_absent_t;

#endif
