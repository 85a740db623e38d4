/*
 * Recording events, for the core's own files. Empty without telemetry. docs/telemetry.md specifies
 * the format.
 */
#ifndef POLYLOOP_TRACE_H
#define POLYLOOP_TRACE_H

#include "polyloop/events.h"
#include "polyloop/polyloop.h"
#include "polyloop/port.h"
#include "polyloop/sink.h"
#include "polyloop/telemetry.h"

#if PL_TELEMETRY

/* Records an event that has no arguments, stamped `at`. Locked. */
void pl_trace_locked(uint8_t kind, uint8_t object, pl_tick_t at);

/*
 * The same, unlocked. The caller reads `at` before the lock is taken: so the interrupt of a release
 * that is due before `at` is served in between, and events are recorded in the order of their
 * times.
 */
void pl_trace_at(uint8_t kind, uint8_t object, pl_tick_t at);

/* Both for events with one value, as events.h says. A flag is a value of 0 or 1. */
void pl_trace_value_locked(uint8_t kind, uint8_t object, pl_tick_t at, uint32_t value);
void pl_trace_value_at(uint8_t kind, uint8_t object, pl_tick_t at, uint32_t value);

/* Both for events with two values. */
void pl_trace_pair_locked(uint8_t kind, uint8_t object, pl_tick_t at, uint8_t first, uint32_t second);
void pl_trace_pair_at(uint8_t kind, uint8_t object, pl_tick_t at, uint8_t first, uint32_t second);

/* The same for an event that the program causes: it leaves room for those of jobs. Locked. */
void pl_trace_program_pair_locked(uint8_t kind, uint8_t object, pl_tick_t at, uint8_t first, uint32_t second);

/*
 * Bytes of an event without its arguments and its frame: the first byte, and the delta of an event
 * a second later.
 */
#define PL_HEAD_BYTES 4U

/*
 * Records that the overrun policy dropped releases of the task; false: there is no room, so nothing
 * is recorded. Locked.
 */
bool pl_trace_release_dropped_locked(uint8_t task, uint16_t count, pl_tick_t at);

/* Records the first events of a run. */
void pl_trace_boot(void);

/* Whether frames wait for pl_trace_service(). */
static inline bool pl_trace_waiting(void)
{
    return pl_trace.open != pl_trace.encoded;
}

/*
 * Whether this background job may be recorded: only some are, so that they cannot flood the line.
 */
bool pl_trace_admit_background(void);

#if PL_INTERRUPT_COUNT > 0

/*
 * Whether a delivery, or the masking of a line, may be recorded: only some are, so that they cannot
 * flood the line, and only while there is room.
 */
bool pl_trace_admit_interrupt(pl_tick_t now);
bool pl_trace_admit_mask(pl_tick_t now);

#endif

/*
 * Records once a second how much of one thread's stack was never used, of each thread in turn. It
 * looks at every unused byte, which takes longer than many jobs: only the idle thread and
 * background tasks call it. With threads only.
 */
void pl_trace_stack(void);

#else

static inline void pl_trace_locked(uint8_t kind, uint8_t object, pl_tick_t at)
{
    (void)kind;
    (void)object;
    (void)at;
}

static inline void pl_trace_at(uint8_t kind, uint8_t object, pl_tick_t at)
{
    (void)kind;
    (void)object;
    (void)at;
}

static inline void pl_trace_value_locked(uint8_t kind, uint8_t object, pl_tick_t at, uint32_t value)
{
    (void)kind;
    (void)object;
    (void)at;
    (void)value;
}

static inline void pl_trace_value_at(uint8_t kind, uint8_t object, pl_tick_t at, uint32_t value)
{
    pl_trace_value_locked(kind, object, at, value);
}

static inline void pl_trace_pair_locked(uint8_t kind, uint8_t object, pl_tick_t at, uint8_t first, uint32_t second)
{
    pl_trace_value_locked(kind, object, at, second);
    (void)first;
}

static inline void pl_trace_pair_at(uint8_t kind, uint8_t object, pl_tick_t at, uint8_t first, uint32_t second)
{
    pl_trace_pair_locked(kind, object, at, first, second);
}

static inline void pl_trace_program_pair_locked(uint8_t kind, uint8_t object, pl_tick_t at, uint8_t first,
                                                uint32_t second)
{
    pl_trace_pair_locked(kind, object, at, first, second);
}

#define PL_HEAD_BYTES 0U

static inline void pl_trace_boot(void)
{
}

static inline bool pl_trace_waiting(void)
{
    return false;
}

static inline bool pl_trace_admit_background(void)
{
    return false;
}

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

static inline void pl_trace_stack(void)
{
}

#endif

#endif
