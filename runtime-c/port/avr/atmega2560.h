/*
 * ATmega2560 (Mega): the lines of its interrupts, its vectors, and what its instructions cost. Its
 * calls and returns take a cycle more than those of the ATmega328P, because they push and pop three
 * bytes. Included by polyloop_target.h.
 *
 *   0 … 5     INT0 … INT5: pins 21, 20, 19, 18, 2 and 3
 *   6 … 13    change of the pins 53, 52, 51, 50, 10, 11, 12, 13
 *   14 … 16   change of the pins 0, 15, 14
 *   17 … 24   change of the pins A8 … A15
 *   25        timer 2, compare match A; the program sets the timer up
 */
#ifndef POLYLOOP_CHIP_H
#define POLYLOOP_CHIP_H

#define PL_USART_RX_vect USART0_RX_vect
#define PL_USART_UDRE_vect USART0_UDRE_vect

/* The lines below this one are external interrupts, whose numbers are the lines'. */
#define PL_LINE_FIRST_PIN 6U
#define PL_LINE_TIMER2 25U
#define PL_LINE_COUNT 26U
#define PL_LINES_ALL UINT32_C(0x3FFFFFF)

/* The lines of pin changes, by their group: port B, bit 0 of port E with port J, port K. */
#define PL_LINES_GROUP_0 UINT32_C(0x0003FC0)
#define PL_LINES_GROUP_1 UINT32_C(0x001C000)
#define PL_LINES_GROUP_2 UINT32_C(0x1FE0000)

#define PL_GROUP_OF_LINE(line) ((uint8_t)((line) < 14U ? 0U : (line) < 17U ? 1U : 2U))
#define PL_FIRST_LINE_OF(group) ((uint8_t)((group) == 0U ? 6U : (group) == 1U ? 14U : 17U))
#define PL_LEVELS_OF(group)                                                                                            \
    ((group) == 0U ? PINB : (group) == 1U ? (uint8_t)((PINE & 1U) | (uint8_t)(PINJ << 1)) : PINK)

/* The register and the lowest bit that select the mode of an external interrupt. */
#define PL_SENSE_REGISTER(line) ((&EICRA)[(line) / 4U])
#define PL_SENSE_SHIFT(line) ((uint8_t)((line) % 4U * 2U))

/* 255: the pin has no interrupt. */
#define PL_LINE_OF_PIN(pin)                                                                                            \
    ((pin) >= 18 && (pin) <= 21                ? 21 - (pin)                                                            \
     : (pin) == 2 || (pin) == 3                ? (pin) + 2                                                             \
     : (pin) >= 10 && (pin) <= 13              ? (pin)                                                                 \
     : (pin) >= 50 && (pin) <= 53              ? 59 - (pin)                                                            \
     : (pin) == 0                              ? 14                                                                    \
     : (pin) == 14 || (pin) == 15              ? 30 - (pin)                                                            \
     : (pin) >= 62 && (pin) <= 69              ? (pin)-45                                                              \
                                               : 255)

/*
 * The times of the ATmega328P (atmega328p.h) and the additional cycles. `npm run bench:overheads` measures
 * the two.
 */
#if !PL_PREEMPTIVE
#define PL_LINE_OVERHEAD_TICKS 195U
#define PL_LINE_MASK_TICKS (509U + 128U * PL_INTERRUPT_COUNT)
#else
#define PL_LINE_OVERHEAD_TICKS 212U
#define PL_LINE_MASK_TICKS (954U + 53U * PL_INTERRUPT_COUNT + 75U * PL_TASK_COUNT)
#endif

/* RAM that the heap (heap.c) leaves to the stack: that of the ATmega328P and a byte for each call. */
#define PL_INTERRUPT_STACK_BYTES 224U

/*
 * Credits to budgets beside the measured spans. Followed instruction by instruction, with and
 * without link-time optimization: at most 160, 347, 267, 200, 220, 51 and 319 cycles
 * (test/conformance/accounts.test.ts). A span that begins with a reading has seven more, because
 * the reading is rounded down.
 */
#define PL_ENTRY_TICKS 21U
#define PL_EXIT_TICKS 46U
#define PL_SWITCH_OUT_TICKS 36U
#define PL_SWITCH_IN_TICKS 30U
#define PL_START_TICKS 32U
#define PL_END_TICKS 7U
#define PL_SECTION_TICKS 42U
#define PL_WATCH_TICKS 191U
#define PL_HELD_TICKS 805U
/* Compared with the cycles of each interrupt by test/conformance/credits.test.ts. */
#define PL_ALARM_TICKS 19U
#define PL_OVERFLOW_TICKS 23U
#define PL_PAUSE_TICKS 33U
#define PL_BODY_TICKS 9U
/* As on the ATmega328P. */
#if PL_PREEMPTIVE || PL_ONE_STACK
#define PL_PREPARE_TICKS 40U
#define PL_TEXT_TICKS 22U
#else
#define PL_TEXT_TICKS 16U
#endif

/*
 * The cycles of interrupts that stolen.c counts. Each value includes the processor's entry and
 * return, and is rounded up. test/conformance/accounts.test.ts compares them with the time of each
 * interrupt.
 */
#define PL_TICK_CYCLES 322U
#define PL_ROUND_CYCLES 222U
#define PL_BYTE_CYCLES 56U
#define PL_CLOCK_CYCLES 116U
#define PL_OVERFLOW_CYCLES 170U
#define PL_REARMED_CYCLES 254U
#define PL_SERVO_CYCLES 216U

#endif
