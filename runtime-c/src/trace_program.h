/* Recording from the program's own context: whoever calls pays for it. Empty without telemetry. */
#ifndef POLYLOOP_TRACE_PROGRAM_H
#define POLYLOOP_TRACE_PROGRAM_H

#include "trace.h"

/*
 * pl_trace_pair_now() in three parts, for events that must be recorded in one locked section with
 * the change that they describe:
 *
 *   pl_trace_program_begin()        charges the caller for recording so many bytes, which may let
 *                                   other threads run first; locks, and returns the lock's state
 *   pl_trace_program_pair_locked()  records (trace.h)
 *   pl_trace_relieve()              after the unlock: prepares frames for the line
 */

#if PL_TELEMETRY

pl_irq_t pl_trace_program_begin(uint8_t bytes);
void pl_trace_relieve(pl_irq_t state);

/* pl_trace_now() of telemetry.h for events with one value, and with two. */
void pl_trace_value_now(uint8_t kind, uint8_t object, uint32_t value);
void pl_trace_pair_now(uint8_t kind, uint8_t object, uint8_t first, uint32_t second);

#else

static inline pl_irq_t pl_trace_program_begin(uint8_t bytes)
{
    (void)bytes;
    return pl_port_lock();
}

static inline void pl_trace_relieve(pl_irq_t state)
{
    (void)state;
}

static inline void pl_trace_value_now(uint8_t kind, uint8_t object, uint32_t value)
{
    pl_trace_value_locked(kind, object, 0, value);
}

static inline void pl_trace_pair_now(uint8_t kind, uint8_t object, uint8_t first, uint32_t second)
{
    pl_trace_pair_locked(kind, object, 0, first, second);
}

#endif

#endif
