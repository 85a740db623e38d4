/*
 * ATmega328P (Uno, Nano): the lines of its interrupts, its vectors, and what its instructions cost.
 * Included by polyloop_target.h.
 *
 *   0, 1     INT0 and INT1: pins 2 and 3
 *   2 … 21   change of the pins 0 … 13, A0 … A5
 *   22       timer 2, compare match A; the program sets the timer up
 */
#ifndef POLYLOOP_CHIP_H
#define POLYLOOP_CHIP_H

#define PL_USART_RX_vect USART_RX_vect
#define PL_USART_UDRE_vect USART_UDRE_vect

/* The lines below this one are external interrupts, whose numbers are the lines'. */
#define PL_LINE_FIRST_PIN 2U
#define PL_LINE_TIMER2 22U
#define PL_LINE_COUNT 23U
#define PL_LINES_ALL UINT32_C(0x7FFFFF)

/* The lines of pin changes, by their group: PCIE0, PCIE1 and PCIE2 are the ports B, C and D. */
#define PL_LINES_GROUP_0 UINT32_C(0x00FC00)
#define PL_LINES_GROUP_1 UINT32_C(0x3F0000)
#define PL_LINES_GROUP_2 UINT32_C(0x0003FC)

#define PL_GROUP_OF_LINE(line) ((uint8_t)((line) < 10U ? 2U : (line) < 16U ? 0U : 1U))
#define PL_FIRST_LINE_OF(group) ((uint8_t)((group) == 2U ? 2U : (group) == 0U ? 10U : 16U))
/* PINB, PINC and PIND are three apart. */
#define PL_LEVELS_OF(group) ((&PINB)[(group)*3U])

/* The register and the lowest bit that select the mode of an external interrupt. */
#define PL_SENSE_REGISTER(line) EICRA
#define PL_SENSE_SHIFT(line) ((uint8_t)((line)*2U))

/* Pins 2 and 3 have interrupts of their own. */
#define PL_LINE_OF_PIN(pin) ((pin) == 2 || (pin) == 3 ? (pin)-2 : (pin) + 2)

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

/*
 * RAM that the heap (heap.c) leaves to the stack. With a kernel this is the stack of interrupts,
 * which took 166 bytes in measurements, bottom halves included. A build finds its bound in the code
 * (app/host/memory/interrupt-stack.ts). Otherwise it is the stack of
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
/* One stack: below 11 bodies of exactly C are reported (test/conformance/bounds.test.ts). */
#if PL_ONE_STACK
#define PL_BODY_TICKS 14U
#else
#define PL_BODY_TICKS 8U
#endif
/*
 * Measured, in cycles. With FreeRTOS: one step, including its begin and end, takes at most 289 on
 * average; a frame of 32 bytes has ten steps and sends 39 bytes. Without: encoding such a frame
 * takes 1540.
 */
#if PL_PREEMPTIVE || PL_ONE_STACK
#define PL_PREPARE_TICKS 37U
#define PL_TEXT_TICKS 20U
#else
#define PL_TEXT_TICKS 15U
#endif

/*
 * The cycles of interrupts that stolen.c counts. Each value includes the processor's entry and
 * return, and is rounded up. test/conformance/accounts.test.ts compares them with the time of each
 * interrupt.
 */
#define PL_TICK_CYCLES 304U
#define PL_ROUND_CYCLES 210U
#define PL_BYTE_CYCLES 54U
#define PL_CLOCK_CYCLES 112U
#define PL_OVERFLOW_CYCLES 160U
#define PL_REARMED_CYCLES 240U
#define PL_SERVO_CYCLES 204U

#endif
