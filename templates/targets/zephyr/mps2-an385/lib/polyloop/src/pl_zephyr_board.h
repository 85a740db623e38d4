/*
 * Zephyr on Arm's MPS2 with the image AN385: the board's clock, its lines, and measured times. See
 * polyloop/port.h.
 */
#ifndef POLYLOOP_ZEPHYR_BOARD_H
#define POLYLOOP_ZEPHYR_BOARD_H

/* The counter of the FPGA's I/O block, prescaled to microseconds, and timer 0: board_clock.c. */
#define PL_TICK_HZ UINT32_C(1000000)
#ifndef PL_BOARD_HAS_CLOCK
#define PL_BOARD_HAS_CLOCK 1
#endif

/* Of timers: board_lines.c. */
#define PL_BOARD_HAS_LINES 1

#define PL_LINE_OVERHEAD_TICKS 60U
#define PL_LINE_MASK_TICKS (150U + 10U * PL_INTERRUPT_COUNT + 15U * PL_TASK_COUNT)
#define PL_LINE_LEAST_TICKS 0U

#define PL_ENTRY_TICKS 3U
#define PL_EXIT_TICKS 6U
#define PL_SWITCH_OUT_TICKS 8U
#define PL_SWITCH_IN_TICKS 6U
#define PL_START_TICKS 3U
#define PL_END_TICKS 2U
#define PL_SECTION_TICKS 20U
#define PL_WATCH_TICKS 20U
#define PL_HELD_TICKS (100U + 10U * PL_TASK_COUNT)
#define PL_PREPARE_TICKS 10U
#define PL_TEXT_TICKS 20U

/* Interrupts that the runtime measures itself: timer 0, and the lines of timer 1 and of the dual timer. */
#define PL_BOARD_IS_MEASURED() pl_board_is_measured()

static inline bool pl_board_is_measured(void)
{
    uint32_t exception;
    __asm__ __volatile__("mrs %0, ipsr" : "=r"(exception));
    return exception - (16U + 8U) <= 2U;
}

#endif
