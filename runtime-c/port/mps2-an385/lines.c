/*
 * Cortex-M3: the lines of the program's interrupts.
 *
 *   0  timer 1
 *   1  the dual timer, both of its halves
 *
 * The program initializes the timers; this file acknowledges their interrupts. They are less urgent
 * than the port's interrupts, so that releases happen during a bottom half, and more urgent than
 * PendSV. The NVIC remembers an interrupt of a masked line.
 */
#include "handlers.h"
#include "mps2_an385.h"
#include "polyloop/port.h"

#if PL_INTERRUPT_COUNT > 0

#define LINES 2U
#define LINE_PRIORITY 0x80U

static uint8_t positions[LINES];

/* The IRQ numbers of the lines are consecutive. */
static uint32_t bit_of(uint8_t line)
{
    return UINT32_C(1) << (IRQ_TIMER1 + line);
}

static void acknowledge(uint8_t line)
{
    if (line == 0) {
        TIMER1_INTCLEAR = 1;
    } else {
        DUALTIMER1_INTCLEAR = 1;
        DUALTIMER2_INTCLEAR = 1;
    }
}

void pl_port_line_attach(uint8_t line, uint8_t mode, uint8_t position)
{
    (void)mode;
    if (line >= LINES) {
        return;
    }
    positions[line] = position;
    pl_port_line_mask(line, true);
    NVIC_PRIORITY(IRQ_TIMER1 + line) = LINE_PRIORITY;
    acknowledge(line);
    NVIC_UNPEND = bit_of(line);
}

void pl_port_line_mask(uint8_t line, bool masked)
{
    if (line >= LINES) {
        return;
    }
    if (masked) {
        NVIC_DISABLE = bit_of(line);
    } else {
        NVIC_ENABLE = bit_of(line);
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

static void interrupt(uint8_t line)
{
    pl_irq_t state = pl_port_lock();
    acknowledge(line);
    pl_interrupt(positions[line]);
    pl_port_unlock(state);
}

void pl_m3_timer1_handler(void)
{
    interrupt(0);
}

void pl_m3_dualtimer_handler(void)
{
    interrupt(1);
}

#else

/* ISO C requires a declaration in every translation unit. */
typedef int pl_lines_absent_t;

#endif
