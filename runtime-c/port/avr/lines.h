/*
 * AVR: the lines of the program's interrupts. Between the port's own files. The chip's header lists
 * the lines.
 */
#ifndef POLYLOOP_LINES_H
#define POLYLOOP_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "polyloop/polyloop.h"

/* Rows of pl_interrupts[], by line. */
extern uint8_t pl_line_positions[PL_LINE_COUNT];

static inline void pl_line_set_bit(volatile uint8_t *address, uint8_t bit, bool on)
{
    uint8_t value = *address;
    *address = on ? (uint8_t)(value | bit) : (uint8_t)(value & (uint8_t)~bit);
}

/* The lines from PL_LINE_FIRST_PIN up to timer 2; as port.h says of lines. In pin_change.c. */
void pl_pin_attach(uint8_t line, uint8_t mode);
void pl_pin_mask(uint8_t line, bool masked);

#endif
