/* The budgets of interrupts: servers that decide which lines are masked. Called locked. */
#ifndef POLYLOOP_IO_SERVER_H
#define POLYLOOP_IO_SERVER_H

#include "polyloop/polyloop.h"

#if PL_INTERRUPT_COUNT > 0

/*
 * As a source of the alarm: when a line can be unmasked again, or `when` if that is sooner; and
 * doing that at `at`.
 */
pl_tick_t pl_io_next(pl_tick_t now, pl_tick_t when);
void pl_io_serve(pl_tick_t at);

#if PL_IO_SERVER_COUNT > 0

/* Creates the servers. */
void pl_io_begin(pl_tick_t now);

/* A delivery of an interrupt of this server begins. */
void pl_io_use(uint8_t server, pl_tick_t now);

/*
 * The delivery has taken `used`, until `end`. Masks the server's lines if it has no room for
 * another delivery.
 */
void pl_io_charge(uint8_t server, pl_tick_t used, pl_tick_t end);

/*
 * Whether a bottom half of the server is running: until it ends, its lines are not decided about.
 */
void pl_io_busy(uint8_t server, bool busy);

/* Masks or unmasks each line of the server, as its budget allows. */
void pl_io_settle(uint8_t server, pl_tick_t now);

#endif

#endif

#endif
