/*
 * ATmega328P: the lines of the program's interrupts. Between the port's own files.
 *
 *   0, 1     INT0 and INT1: pins 2 and 3
 *   2 … 21   change of the pins 0 … 13, A0 … A5
 *   22       timer 2, compare match A; the program sets the timer up
 */
#ifndef POLYLOOP_LINES_H
#define POLYLOOP_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "polyloop/polyloop.h"

#define PL_LINE_PIN_0 2U
#define PL_LINE_PIN_8 10U
#define PL_LINE_PIN_A0 16U
#define PL_LINE_TIMER2 22U
#define PL_LINE_COUNT 23U

/* Rows of pl_interrupts[], by line. */
extern uint8_t pl_line_positions[PL_LINE_COUNT];

static inline void pl_line_set_bit(volatile uint8_t *address, uint8_t bit, bool on)
{
    uint8_t value = *address;
    *address = on ? (uint8_t)(value | bit) : (uint8_t)(value & (uint8_t)~bit);
}

/* Lines 2 to 21; as port.h says of lines. In pin_change.c. */
void pl_pin_attach(uint8_t line, uint8_t mode);
void pl_pin_mask(uint8_t line, bool masked);

#endif
