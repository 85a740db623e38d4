/*
 * For a port's polyloop_target.h: one step of telemetry's check value on an AVR. See polyloop/port.h.
 */
#ifndef POLYLOOP_AVR_CHECK_H
#define POLYLOOP_AVR_CHECK_H

#include <stdint.h>

/*
 * The step of plain_check.h, byte by byte: 21 cycles. `t` is the product's other factor, in place of the lowest byte;
 * the register moves down by a byte at the end.
 */
static inline uint32_t pl_port_crc32(uint32_t crc, uint8_t byte)
{
    uint8_t top;
    uint8_t part;
    __asm__("eor %A0, %3 $ mov %1, %A0 $ clr %2 $ lsr %1 $ ror %2\n\t" /* t; t >> 1 and t << 7 */
            "eor %D0, %1 $ eor %D0, %2 $ eor %C0, %2\n\t"
            "eor %1, %A0 $ eor %B0, %A0 $ eor %C0, %A0\n\t"
            "mov %2, %A0 $ lsl %2 $ clr %A0 $ rol %A0\n\t" /* t << 1 and t >> 7 */
            "eor %C0, %2 $ eor %D0, %A0\n\t"
            "mov %A0, %B0 $ mov %B0, %C0 $ mov %C0, %D0 $ mov %D0, %1"
            : "+r"(crc), "=&r"(top), "=&r"(part)
            : "r"(byte)
            : "cc");
    return crc;
}

#endif
