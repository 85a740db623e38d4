/* Boards of the witness: a timer that counts faster than instructions, and a line for the result. */
#ifndef WITNESS_BOARD_H
#define WITNESS_BOARD_H

#include <stdint.h>

#ifdef __ARM_ARCH_7M__

#include "mps2_an385.h"

#define TIMER_MHZ 25U
#define WITNESS_UART(offset) MPS2_REGISTER(0x40005000U + (offset))
#define WITNESS_TIMER(offset) MPS2_REGISTER(0x40001000U + (offset))
#define TRANSMIT_FULL 1U

static inline void timer_start(void)
{
    WITNESS_TIMER(8U) = UINT32_MAX;
    WITNESS_TIMER(4U) = UINT32_MAX;
    WITNESS_TIMER(0U) = 1;
}

static inline uint32_t ticks(void)
{
    return UINT32_MAX - WITNESS_TIMER(4U);
}

static inline void line_start(void)
{
    WITNESS_UART(0x10U) = 16;
    WITNESS_UART(8U) = 1;
}

static inline void put(char character)
{
    while ((WITNESS_UART(4U) & TRANSMIT_FULL) != 0) {
    }
    WITNESS_UART(0U) = (uint8_t)character;
}

#else

#include "realview_pbx_a9.h"

/* The Cortex-A9's global timer, which the kernel has started, and the kernel's console. */
#define TIMER_MHZ 100U

static inline void timer_start(void)
{
}

static inline uint32_t ticks(void)
{
    return RV_REGISTER(0x1F000200U);
}

static inline void line_start(void)
{
}

static inline void put(char character)
{
    RV_REGISTER(0x10009000U) = (uint8_t)character;
}

#endif

#endif
