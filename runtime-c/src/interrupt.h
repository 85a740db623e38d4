/*
 * The program's interrupts, for the core's files. All of it locked.
 *
 *   interrupt.c        deliveries, and which lines are masked
 *   io_server.c        the budgets, which decide that
 *   trace_interrupt.c  which of them telemetry tells of
 */
#ifndef POLYLOOP_INTERRUPT_H
#define POLYLOOP_INTERRUPT_H

#include "polyloop/polyloop.h"

#if PL_INTERRUPT_COUNT > 0

/* Connects the lines and lets them through: from now on interrupts are served. Once releases have begun. */
void pl_interrupt_begin(void);

/* Lets the interrupt at this position through, or not, as its server has room and the program wants it. */
void pl_interrupt_decide(uint8_t position, bool room, pl_tick_t at);

/*
 * Charges a bottom half that runs, if any, for what it records, as if it had taken that time. Whether one runs.
 */
bool pl_interrupt_text(pl_tick_t cost);

/* Its row of pl_io_servers[], or PL_NO_SERVER. */
uint8_t pl_interrupt_server(uint8_t position);

#if PL_IO_SERVER_COUNT > 0

void pl_io_begin(pl_tick_t now);

/* A delivery begins, of an interrupt of this server. */
void pl_io_use(uint8_t server, pl_tick_t now);

/* It has taken `used`, until `end`. Masks what there is no room for any more. */
void pl_io_charge(uint8_t server, pl_tick_t used, pl_tick_t end);

/* A bottom half of the server runs: nothing is decided for it meanwhile. */
void pl_io_busy(uint8_t server, bool busy);

/* Decides for all interrupts of the server. */
void pl_io_settle(uint8_t server, pl_tick_t now);

#endif

#if PL_TELEMETRY

/* Whether telemetry tells of a delivery, or of a line's being masked: of so many only, and while there is room. */
bool pl_trace_admit_interrupt(pl_tick_t now);
bool pl_trace_admit_mask(pl_tick_t now);

#else

static inline bool pl_trace_admit_interrupt(pl_tick_t now)
{
    (void)now;
    return false;
}

static inline bool pl_trace_admit_mask(pl_tick_t now)
{
    (void)now;
    return false;
}

#endif

#endif

#endif
