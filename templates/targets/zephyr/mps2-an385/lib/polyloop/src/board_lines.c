/*
 * Zephyr on Arm's MPS2: the lines of the program's interrupts.
 *
 *   0  timer 1
 *   1  the dual timer, both of its halves
 *
 * The program initializes the timers; this file acknowledges their interrupts. They are less urgent
 * than the alarm, so that releases happen during a bottom half. The NVIC remembers an interrupt of a
 * masked line.
 */
#include <zephyr/irq.h>
#include <zephyr/kernel.h>

#include "polyloop/port.h"

#if PL_INTERRUPT_COUNT > 0

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define UNPEND REGISTER(0xE000E280U)

#define LINES 2U
#define FIRST_IRQ 9
#define LINE_PRIORITY 4

static uint8_t positions[LINES];

static void acknowledge(uint8_t line)
{
    if (line == 0) {
        REGISTER(0x4000100CU) = 1;
    } else {
        REGISTER(0x4000200CU) = 1;
        REGISTER(0x4000202CU) = 1;
    }
}

static void interrupt(const void *number)
{
    uint8_t line = (uint8_t)(uintptr_t)number;
    pl_irq_t state = pl_port_lock();
    acknowledge(line);
    pl_interrupt(positions[line]);
    pl_port_unlock(state);
}

void pl_port_line_attach(uint8_t line, uint8_t mode, uint8_t position)
{
    (void)mode;
    if (line >= LINES) {
        return;
    }
    positions[line] = position;
    if (line == 0) {
        IRQ_CONNECT(FIRST_IRQ, LINE_PRIORITY, interrupt, (void *)0, 0);
    } else {
        IRQ_CONNECT(FIRST_IRQ + 1, LINE_PRIORITY, interrupt, (void *)1, 0);
    }
    pl_port_line_mask(line, true);
    acknowledge(line);
    UNPEND = UINT32_C(1) << (FIRST_IRQ + line);
}

void pl_port_line_mask(uint8_t line, bool masked)
{
    if (line >= LINES) {
        return;
    }
    if (masked) {
        irq_disable(FIRST_IRQ + line);
    } else {
        irq_enable(FIRST_IRQ + line);
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

/* ISO C requires a declaration in every translation unit. */
typedef int pl_lines_absent_t;

#endif
