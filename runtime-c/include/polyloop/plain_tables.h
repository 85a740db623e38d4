/*
 * For a port's polyloop_target.h: constant tables that are in the data address space. See
 * polyloop/port.h.
 */
#ifndef POLYLOOP_PLAIN_TABLES_H
#define POLYLOOP_PLAIN_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#define PL_FLASH

static inline uint8_t pl_flash_u8(const uint8_t *address)
{
    return *address;
}

static inline uint32_t pl_flash_u32(const uint32_t *address)
{
    return *address;
}

static inline bool pl_flash_below(const uint32_t *address, uint32_t value)
{
    return *address < value;
}

#define pl_flash_pointer(type, address) ((type)(*(address)))

#endif
