/*
 * RealView PBX-A9: the lines of the program's interrupts.
 *
 *   0  timers 2 and 3
 *   1  the board's software interrupt
 *
 * The program initializes the timers; this file acknowledges timer 2. The interrupt controller remembers an interrupt
 * of a masked line.
 */
#include "kernel.h"
#include "pl_realview.h"
#include "polyloop/port.h"
#include "realview_pbx_a9.h"

#if PL_INTERRUPT_COUNT > 0

/* One bit for each line. */
#ifndef PL_LINES
#define PL_LINES 3
#endif

#define LINES 2U

static const uint8_t vectors[LINES] = {IRQ_TIMER_2_3, IRQ_SOFTWARE};
#define UNATTACHED 255U

static uint8_t positions[LINES] = {UNATTACHED, UNATTACHED};

static void on_line(void *argument)
{
    const uint8_t *position = argument;
    pl_irq_t state = pl_port_lock();
    if (position == &positions[0]) {
        TIMER_CLEAR(RV_TIMER_2) = 0;
    }
    if (*position != UNATTACHED) {
        pl_interrupt(*position);
    }
    pl_port_unlock(state);
}

/* The kernel attaches handlers only unlocked, so all lines of the program get theirs before it starts. */
void pl_realview_lines_init(void)
{
    for (uint8_t line = 0; line != LINES; line++) {
        if ((PL_LINES & (1U << line)) != 0) {
            pl_kernel_attach(vectors[line], PRIORITY_LINE, on_line, &positions[line]);
            pl_kernel_mask(vectors[line], true);
        }
    }
}

void pl_port_line_attach(uint8_t line, uint8_t mode, uint8_t position)
{
    (void)mode;
    if (line < LINES) {
        if (line == 0) {
            TIMER_CLEAR(RV_TIMER_2) = 0;
        }
        positions[line] = position;
        pl_kernel_forget(vectors[line]);
    }
}

void pl_port_line_mask(uint8_t line, bool masked)
{
    if (line < LINES) {
        pl_kernel_mask(vectors[line], masked);
    }
}

pl_irq_t pl_port_line_open(void)
{
    pl_port_unlock(0);
    return 0;
}

void pl_port_line_close(pl_irq_t state)
{
    (void)state;
    (void)pl_port_lock();
}

#else

void pl_realview_lines_init(void)
{
}

#endif
