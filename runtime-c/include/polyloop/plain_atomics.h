/*
 * For a port's polyloop_target.h: atomic loads and stores of 8 and 16 bits by the compiler's own
 * functions. See polyloop/port.h.
 */
#ifndef POLYLOOP_PLAIN_ATOMICS_H
#define POLYLOOP_PLAIN_ATOMICS_H

#include <stdint.h>

typedef uint16_t pl_index_t;

static inline uint8_t pl_port_load(const volatile uint8_t *address)
{
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);
}

static inline void pl_port_store(volatile uint8_t *address, uint8_t value)
{
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);
}

static inline pl_index_t pl_port_load_index(const volatile pl_index_t *address)
{
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);
}

static inline void pl_port_store_index(volatile pl_index_t *address, pl_index_t value)
{
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);
}

#endif
