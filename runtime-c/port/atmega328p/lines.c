/*
 * ATmega328P: the lines of the program's interrupts. INT0, INT1 and timer 2 have their own enable
 * bits. Their flags remember an interrupt that comes while the line is masked.
 */
#include "lines.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "isr.h"
#include "polyloop/port.h"

#if PL_INTERRUPT_COUNT > 0

uint8_t pl_line_positions[PL_LINE_COUNT];
volatile uint8_t pl_lines_open;

/* The bits that select the mode of INT0, in the order of PL_RISING …; the bits of INT1 are two places to the left. */
static uint8_t sense(uint8_t mode)
{
    return mode == PL_LOW ? 0 : (uint8_t)(3U - mode);
}

static void attach_external(uint8_t line, uint8_t mode)
{
    uint8_t shift = (uint8_t)(line * 2U);
    EICRA = (uint8_t)((EICRA & ~(3U << shift)) | (unsigned)(sense(mode) << shift));
    EIFR = (uint8_t)(1U << line);
}

void pl_port_line_attach(uint8_t line, uint8_t mode, uint8_t position)
{
    if (line >= PL_LINE_COUNT) {
        return;
    }
    pl_line_positions[line] = position;
    if (line < PL_LINE_PIN_0) {
        pl_port_line_mask(line, true);
        attach_external(line, mode);
    } else if (line == PL_LINE_TIMER2) {
        pl_port_line_mask(line, true);
        TIFR2 = _BV(OCF2A);
    } else {
#if (PL_LINES & PL_LINES_PIN) != 0
        pl_pin_attach(line, mode);
#endif
    }
}

void pl_port_line_mask(uint8_t line, bool masked)
{
    if (line < PL_LINE_PIN_0) {
        pl_line_set_bit(&EIMSK, (uint8_t)(1U << line), !masked);
    } else if (line == PL_LINE_TIMER2) {
        pl_line_set_bit(&TIMSK2, _BV(OCIE2A), !masked);
    } else if (line < PL_LINE_COUNT) {
#if (PL_LINES & PL_LINES_PIN) != 0
        pl_pin_mask(line, masked);
#endif
    }
}

pl_irq_t pl_port_line_open(void)
{
    pl_irq_t state = SREG;
    pl_lines_open++;
    sei();
    return state;
}

void pl_port_line_close(pl_irq_t state)
{
    cli();
    pl_lines_open--;
    SREG = state;
}

#if (PL_LINES & 1U) != 0
PL_ISR(INT0_vect)
{
    pl_interrupt(pl_line_positions[0]);
}
#endif

#if (PL_LINES & 2U) != 0
PL_ISR(INT1_vect)
{
    pl_interrupt(pl_line_positions[1]);
}
#endif

#if (PL_LINES & (UINT32_C(1) << PL_LINE_TIMER2)) != 0
PL_ISR(TIMER2_COMPA_vect)
{
    pl_interrupt(pl_line_positions[PL_LINE_TIMER2]);
}
#endif

#else

/* ISO C requires a declaration in every translation unit. */
typedef int pl_lines_absent_t;

#endif
