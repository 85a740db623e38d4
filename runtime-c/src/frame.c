/*
 * Frames for the line: COBS (S. Cheshire and M. Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on
 * Networking 7(2), 1999) and check value, in place. The length byte of a closed frame becomes the first code byte, each
 * zero byte the next, and the five bytes kept at the end take the check value and the delimiter.
 */
#include "recorder.h"

#if PL_TELEMETRY

#define CHECK_BYTES 4U

/*
 * The frame in work. The CRC of each frame begins with the check value of the frame before it, the complement of that
 * frame's CRC. So a check value vouches for all frames since the program's start: a receiver sees any loss of frames,
 * and frames of another run. Each bit of that check value goes into three bytes: after a loss nothing vouches for it,
 * and one wrong bit of it must not hide one in the frame.
 */
static struct {
    uint8_t at;
    uint8_t code; /* the last code byte */
    uint8_t data; /* bytes of header and payload still to do */
    uint8_t left; /* those and the check value's; 0: no frame is in work */
    uint32_t crc;
} work;

/* Takes the closed frame at `encoded` to hand: its length becomes a code byte. */
static void begin(void)
{
    work.code = pl_trace.encoded;
    work.at = (uint8_t)(work.code + 1U);
    work.data = PL_RING_AT(work.code);
    work.left = (uint8_t)(work.data + CHECK_BYTES);
    uint32_t check = ~work.crc;
    work.crc = check ^ (check >> 8 | check << 24) ^ (check >> 16 | check << 16);
}

/* The byte at `at` is on the line as it is, or becomes a code byte; returns the last code byte. */
PL_INLINE static uint8_t stuff(uint8_t byte, uint8_t at, uint8_t code)
{
    if (byte != 0) {
        return code;
    }
    PL_RING_AT(code) = (uint8_t)(at - code);
    return at;
}

/* Encodes so many bytes, no more than are left. */
static void encode(uint8_t count)
{
    uint8_t data = count < work.data ? count : work.data;
    uint8_t at = work.at;
    uint8_t code = work.code;
    uint32_t crc = work.crc;
    work.data = (uint8_t)(work.data - data);
    work.left = (uint8_t)(work.left - count);
    for (count = (uint8_t)(count - data); data != 0; data--) {
        uint8_t byte = PL_RING_AT(at);
        crc = pl_port_crc32(crc, byte);
        code = stuff(byte, at, code);
        at++;
    }
    /* Turned round by four bytes, the CRC is what it was. */
    for (; count != 0; count--) {
        uint8_t byte = (uint8_t)~crc;
        PL_RING_AT(at) = byte;
        crc = crc >> 8 | crc << 24;
        code = stuff(byte, at, code);
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
    if (work.left == 0) {
        begin();
    }
    encode(work.left > STEP_BYTES ? STEP_BYTES : work.left);
    if (work.left == 0) {
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
            encode(work.left);
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
