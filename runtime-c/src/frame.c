/*
 * Frames for the line: adds a check value and encodes with COBS (S. Cheshire and M. Baker,
 * "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on Networking 7(2), 1999), in place.
 * The length byte of a closed frame becomes the first code byte, and each zero byte becomes the
 * next one. The check value and the delimiter go into the five bytes that the recorder has reserved
 * at the end of the frame.
 */
#include "recorder.h"

#if PL_TELEMETRY

#define CHECK_BYTES 4U

/*
 * The frame that is being encoded. The initial value of each frame's CRC is derived from the check
 * value of the frame before it, which is the complement of that frame's CRC. So a check value
 * covers all frames since the program's start: a receiver detects any loss of frames, and frames of
 * another run. After a loss nothing confirms the previous check value that a receiver uses.
 * Therefore each of its bits goes into three bytes: one wrong bit in it cannot cancel one wrong bit
 * in the frame.
 */
static struct {
    uint8_t at;
    uint8_t code; /* the last code byte */
    uint8_t data; /* bytes of header and payload that are not encoded yet */
    uint8_t left; /* `data` and the bytes of the check value; 0: no frame is being encoded */
    uint32_t crc;
} work;

/* Begins with the closed frame at `encoded`: its length byte becomes a code byte. */
static void begin(void)
{
    work.code = pl_trace.encoded;
    work.at = (uint8_t)(work.code + 1U);
    work.data = PL_RING_AT(work.code);
    work.left = (uint8_t)(work.data + CHECK_BYTES);
    uint32_t check = ~work.crc;
    work.crc = check ^ (check >> 8 | check << 24) ^ (check >> 16 | check << 16);
}

/*
 * The byte at `at` stays as it is or, if it is zero, becomes a code byte. Returns the index of the
 * last code byte.
 */
PL_INLINE static uint8_t stuff(uint8_t byte, uint8_t at, uint8_t code)
{
    if (byte != 0) {
        return code;
    }
    PL_RING_AT(code) = (uint8_t)(at - code);
    return at;
}

/* Encodes so many bytes; at least as many are left. */
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
    /*
     * The check value, byte by byte. After a rotation by four bytes the CRC is the same as before.
     */
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

/* Ends the encoded frame; returns where the next one begins. */
static uint8_t end(void)
{
    PL_RING_AT(work.code) = (uint8_t)(work.at - work.code);
    PL_RING_AT(work.at) = 0;
    return (uint8_t)(work.at + 1U);
}

/* Lets the sink take all bytes before `end_of_frame`. Locked. */
static void publish(uint8_t end_of_frame)
{
    pl_trace.encoded = end_of_frame;
    pl_port_sink_start();
}

#if PL_PREEMPTIVE || PL_ONE_STACK

/* Bytes encoded in one locked section. */
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
 * Short locked steps: the thread or the job that encodes may be preempted between them, for long.
 * Then any other one continues with the same frame.
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

/* ISO C requires a declaration in every file. */
typedef int pl_frame_absent_t;

#endif
