/* Which lines of the program's interrupts are masked, and why. Called locked. */
#ifndef POLYLOOP_LINE_MASK_H
#define POLYLOOP_LINE_MASK_H

#include "polyloop/polyloop.h"
#include "polyloop/port.h"

#if PL_INTERRUPT_COUNT > 0

/* Positions are those of pl_interrupts[]. */

/* Connects the line of the interrupt, masked. */
void pl_line_attach(uint8_t position);

/*
 * Masks the line, or unmasks it if its server has room for a delivery and the program has not
 * turned interrupts off.
 */
void pl_line_decide(uint8_t position, bool room, pl_tick_t at);

/*
 * Whether the program has turned its interrupts off. Call pl_line_decide() for each line after it.
 */
void pl_line_turn_off(bool off);

/* Masks the line while a bottom half runs, or no longer. */
void pl_line_busy(uint8_t position, bool busy);

/* Records that the line is masked, if it is. */
void pl_line_record(uint8_t position, pl_tick_t at);

/* The interrupt's row of pl_io_servers[], or PL_NO_SERVER. */
uint8_t pl_line_server(uint8_t position);

#endif

#endif
