/*
 * Frames for the line: COBS (S. Cheshire and M. Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on
 * Networking 7(2), 1999) and CRC, in place. The length byte of a closed frame becomes the first code byte, each zero
 * byte the next, and the three bytes kept at the end take the CRC and the delimiter.
 */
#include "recorder.h"

#if PL_TELEMETRY

/*
 * Encodes the closed frame at `code`; returns where the next one begins.
 *
 * One pass: the last two bytes are the CRC, low byte first, and a step of this CRC with its own low byte leaves the
 * high byte in the low one's place.
 */
static uint8_t encode(uint8_t code)
{
    uint8_t at = (uint8_t)(code + 1U);
    uint16_t crc = 0xFFFF;
    for (uint8_t left = (uint8_t)(PL_RING_AT(code) + 2U); left != 0; left--) {
        if (left <= 2U) {
            PL_RING_AT(at) = (uint8_t)crc;
        }
        uint8_t byte = PL_RING_AT(at);
        crc = pl_port_crc16(crc, byte);
        if (byte == 0) {
            PL_RING_AT(code) = (uint8_t)(at - code);
            code = at;
        }
        at++;
    }
    PL_RING_AT(code) = (uint8_t)(at - code);
    PL_RING_AT(at) = 0;
    return (uint8_t)(at + 1U);
}

void pl_trace_service(void)
{
    static volatile bool busy;
    pl_irq_t state = pl_port_lock();
    if (!busy) {
        busy = true;
        while (pl_trace_waiting()) {
            pl_port_unlock(state);
            uint8_t end = encode(pl_trace.encoded);
            state = pl_port_lock();
            pl_trace.encoded = end;
            pl_port_sink_start();
        }
        busy = false;
    }
    pl_port_unlock(state);
}

#else

/* ISO C wants a declaration in every file. */
typedef int pl_frame_absent_t;

#endif
