/*
 * ATmega328P: compile-time part of the port. See polyloop/port.h.
 *
 * Timer 1 runs freely at F_CPU/8. The port owns timer 1, and USART0 with telemetry. Timer 0 belongs
 * to Arduino.
 */
#ifndef POLYLOOP_TARGET_H
#define POLYLOOP_TARGET_H

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <stdbool.h>
#include <stdint.h>

#define PL_TICK_HZ (F_CPU / 8)

/* 1: the program uses templates/libraries/Servo. */
#ifndef PL_USES_SERVO
#define PL_USES_SERVO 0
#endif

/*
 * Measured with bench/interrupts, rounded up. Overhead: 905 cycles with INT0, 1453 for a pin's change, and some 650 for
 * its other edge. Masking, with the alarm that ends it: 4792, 5570 and 7382 cycles with 1, 2 and 4 lines on one server.
 */
#if !PL_PREEMPTIVE
#define PL_LINE_OVERHEAD_TICKS 184U
#define PL_LINE_MASK_TICKS (480U + 120U * PL_INTERRUPT_COUNT)
#else
/*
 * With FreeRTOS. Overhead: 962 and 1518 cycles. Masking, with the alarm that ends it, less 1600 cycles: 7980 under EDF with
 * one line and 2 tasks, 9699 with 4 lines, 9348 with 4 tasks that are ready; 10338 with 6 by fixed priorities.
 */
#define PL_LINE_OVERHEAD_TICKS 200U
#define PL_LINE_MASK_TICKS (900U + 50U * PL_INTERRUPT_COUNT + 70U * PL_TASK_COUNT)
#endif

/* One bit for each line that the program uses. See lines.h for the lines. */
#ifndef PL_LINES
#define PL_LINES UINT32_C(0x7FFFFF)
#endif

/* The pin change lines of each I/O port in PL_LINES. */
#define PL_LINES_D UINT32_C(0x0003FC)
#define PL_LINES_B UINT32_C(0x00FC00)
#define PL_LINES_C UINT32_C(0x3F0000)
#define PL_LINES_PIN (PL_LINES_D | PL_LINES_B | PL_LINES_C)

/*
 * The shortest overhead of a delivery. INT0, INT1 and timer 2: 836 cycles, 680 with FreeRTOS. The
 * only pin of its port: 460 cycles for an edge that comes during a delivery. Pins that share a port
 * can also share one interrupt, and the second delivery in it adds next to nothing.
 */
#define PL_SHARED_PORT(lines) (((PL_LINES & (lines)) & ((PL_LINES & (lines)) - 1U)) != 0)
#if (PL_LINES & PL_LINES_PIN) == 0
#define PL_LINE_LEAST_TICKS 80U
#elif !PL_SHARED_PORT(PL_LINES_D) && !PL_SHARED_PORT(PL_LINES_B) && !PL_SHARED_PORT(PL_LINES_C)
#define PL_LINE_LEAST_TICKS 55U
#else
#define PL_LINE_LEAST_TICKS 0U
#endif

/*
 * RAM that the heap (heap.c) leaves to the stack. With a kernel this is the stack of interrupts,
 * which takes 166 bytes in measurements, bottom halves included. Otherwise it is the stack of
 * main() from the allocation on.
 */
#define PL_INTERRUPT_STACK_BYTES 200U

/*
 * Credits to budgets beside the measured spans. Followed instruction by instruction, with and
 * without link-time optimization: at most 152, 335, 259, 191, 209, 47 and 297 cycles
 * (test/conformance/accounts.test.ts). A span that begins with a reading has seven more, because
 * the reading is rounded down.
 */
#define PL_ENTRY_TICKS 20U
#define PL_EXIT_TICKS 44U
#define PL_SWITCH_OUT_TICKS 34U
#define PL_SWITCH_IN_TICKS 28U
#define PL_START_TICKS 28U
#define PL_END_TICKS 6U
#define PL_SECTION_TICKS 40U
#define PL_WATCH_TICKS 180U
/* With this charge a job without an end takes no more in a period than the record counts: `held` of bench/threads. */
#define PL_HELD_TICKS 760U
/* Compared with the cycles of each interrupt by test/conformance/credits.test.ts. */
#define PL_ALARM_TICKS 18U
#define PL_OVERFLOW_TICKS 22U
#define PL_PAUSE_TICKS 31U
#define PL_BODY_TICKS 8U
/*
 * Measured, in cycles. With FreeRTOS: one step, including its begin and end, takes at most 289 on
 * average; a frame of 32 bytes has ten steps and sends 39 bytes. Without: encoding such a frame
 * takes 1540.
 */
#if PL_PREEMPTIVE
#define PL_PREPARE_TICKS 37U
#define PL_TEXT_TICKS 20U
#else
#define PL_TEXT_TICKS 15U
#endif

/* In record.c. */
#define PL_PORT_RECORDS 1

#if PL_TABLES_IN_RAM

#include "polyloop/plain_tables.h"

#else

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

/* The start-up code does not clear this section. */
#define PL_NOINIT __attribute__((section(".noinit")))

#define PL_OUTLINE __attribute__((noinline))
#define PL_INLINE __attribute__((always_inline)) inline

#if PL_PREEMPTIVE

typedef uint8_t pl_stack_unit_t;

/* True if the kernel must switch to a woken task when the interrupt ends. */
extern volatile uint8_t pl_kernel_wanted;

#define PL_PORT_SWITCHES() (pl_kernel_wanted != 0)

/*
 * Counts for pl_port_stolen() the kernel's tick, with servos a round of timer 0 without a tick, without
 * telemetry an overflow of timer 1, or an alarm by a stale compare match. Locked.
 */
void pl_board_ticked(void);
void pl_board_rounded(void);
void pl_board_overflowed(void);
void pl_board_rearmed(void);

/* Sends the remaining telemetry byte by byte, without interrupts, as the last action of a program. Locked. */
void pl_board_drain(void);

#endif

typedef uint8_t pl_irq_t;

static inline pl_irq_t pl_port_lock(void)
{
    pl_irq_t state = SREG;
    cli();
    return state;
}

/* A barrier: no write of the section may move behind it. */
static inline void pl_port_unlock(pl_irq_t state)
{
    __asm__ __volatile__("" ::: "memory");
    SREG = state;
}

#if PL_INTERRUPT_COUNT > 0

/* The number of running bottom halves. In lines.c. */
extern volatile uint8_t pl_lines_open;

static inline bool pl_irq_open(pl_irq_t state)
{
    return (state & (1 << SREG_I)) != 0 && pl_lines_open == 0;
}

#else

static inline bool pl_irq_open(pl_irq_t state)
{
    return (state & (1 << SREG_I)) != 0;
}

#endif

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
