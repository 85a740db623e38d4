/*
 * For a port's polyloop_target.h: one step of telemetry's check value, for processors on which
 * shifts of 32 bits are cheap. See polyloop/port.h.
 */
#ifndef POLYLOOP_PLAIN_CHECK_H
#define POLYLOOP_PLAIN_CHECK_H

#include <stdint.h>

/*
 * Modulo the polynomial, x^32 is x^24 + x^16 + x^15 + x^9 + x + 1. Bits are reflected: a
 * multiplication by x^k is a shift to the right from the highest bit.
 */
static inline uint32_t pl_port_crc32(uint32_t crc, uint8_t byte)
{
    uint32_t mixed = (crc ^ byte) & 0xFFU;
    uint32_t upper = (mixed << 24) ^ (mixed << 23) ^ (mixed << 15);
    return (crc >> 8) ^ upper ^ (mixed << 9) ^ (mixed << 8) ^ mixed;
}

#endif
