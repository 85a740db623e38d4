/*
 * AVR: the lines of the program's interrupts. External interrupts and timer 2 have their own enable
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

/* The bits that select the mode, in the order of PL_RISING …. */
static uint8_t sense(uint8_t mode)
{
    return mode == PL_LOW ? 0 : (uint8_t)(3U - mode);
}

static void attach_external(uint8_t line, uint8_t mode)
{
    uint8_t shift = PL_SENSE_SHIFT(line);
    PL_SENSE_REGISTER(line) = (uint8_t)((PL_SENSE_REGISTER(line) & ~(3U << shift)) | (unsigned)(sense(mode) << shift));
    EIFR = (uint8_t)(1U << line);
}

void pl_port_line_attach(uint8_t line, uint8_t mode, uint8_t position)
{
    if (line >= PL_LINE_COUNT) {
        return;
    }
    pl_line_positions[line] = position;
    if (line < PL_LINE_FIRST_PIN) {
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
    if (line < PL_LINE_FIRST_PIN) {
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

/* Whether the program uses external interrupt `number`. */
#define USES_EXTERNAL(number) ((number) < PL_LINE_FIRST_PIN && (PL_LINES >> (number) & 1U) != 0)

#if USES_EXTERNAL(0U)
PL_ISR(INT0_vect)
{
    pl_interrupt(pl_line_positions[0]);
}
#endif

#if USES_EXTERNAL(1U)
PL_ISR(INT1_vect)
{
    pl_interrupt(pl_line_positions[1]);
}
#endif

#if USES_EXTERNAL(2U)
PL_ISR(INT2_vect)
{
    pl_interrupt(pl_line_positions[2]);
}
#endif

#if USES_EXTERNAL(3U)
PL_ISR(INT3_vect)
{
    pl_interrupt(pl_line_positions[3]);
}
#endif

#if USES_EXTERNAL(4U)
PL_ISR(INT4_vect)
{
    pl_interrupt(pl_line_positions[4]);
}
#endif

#if USES_EXTERNAL(5U)
PL_ISR(INT5_vect)
{
    pl_interrupt(pl_line_positions[5]);
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
