/*
 * For a port's polyloop_target.h: atomic loads and stores on an AVR. See polyloop/port.h.
 */
#ifndef POLYLOOP_AVR_ATOMICS_H
#define POLYLOOP_AVR_ATOMICS_H

#include <stdint.h>

typedef uint8_t pl_index_t;

/* One core: an access to one byte is atomic, and program order is kept by the compiler barriers. */
static inline uint8_t pl_port_load(const volatile uint8_t *address)
{
    uint8_t value = *address;
    __asm__ __volatile__("" ::: "memory");
    return value;
}

static inline void pl_port_store(volatile uint8_t *address, uint8_t value)
{
    __asm__ __volatile__("" ::: "memory");
    *address = value;
    __asm__ __volatile__("" ::: "memory");
}

#define pl_port_load_index pl_port_load
#define pl_port_store_index pl_port_store

#endif
