/*
 * For a port's polyloop_target.h: constant tables in the flash of an AVR. See polyloop/port.h.
 */
#ifndef POLYLOOP_AVR_TABLES_H
#define POLYLOOP_AVR_TABLES_H

#include <avr/pgmspace.h>
#include <stdbool.h>
#include <stdint.h>

#define PL_FLASH PROGMEM

/*
 * Flash does not change while a program runs. So unlike avr-libc's readers these are not volatile:
 * the compiler drops a read without a use, and combines two reads of one place.
 */
static inline uint8_t pl_flash_u8(const uint8_t *address)
{
    uint8_t value;
    __asm__("lpm %0, Z" : "=r"(value) : "z"(address));
    return value;
}

static inline uint16_t pl_flash_u16(const void *address)
{
    uint16_t value;
    __asm__("lpm %A0, Z+ $ lpm %B0, Z" : "=&r"(value), "+z"(address));
    return value;
}

static inline uint32_t pl_flash_u32(const uint32_t *address)
{
    uint32_t value;
    __asm__("lpm %A0, Z+ $ lpm %B0, Z+ $ lpm %C0, Z+ $ lpm %D0, Z" : "=&r"(value), "+z"(address));
    return value;
}

/* Processes each byte at once, so none has to be kept. */
static inline bool pl_flash_below(const uint32_t *address, uint32_t value)
{
    uint8_t below;
    __asm__("lpm __tmp_reg__, Z+ $ cp __tmp_reg__, %A2 $ lpm __tmp_reg__, Z+ $ cpc __tmp_reg__, %B2\n\t"
            "lpm __tmp_reg__, Z+ $ cpc __tmp_reg__, %C2 $ lpm __tmp_reg__, Z $ cpc __tmp_reg__, %D2\n\t"
            "sbc %0, %0"
            : "=r"(below), "+z"(address)
            : "r"(value)
            : "cc");
    return below != 0;
}

/* A pointer to data or to a function: both have 16 bits. */
#define pl_flash_pointer(type, address) ((type)pl_flash_u16(address))

#endif
