/*
 * Recording events, for the core's own files; empty without telemetry. The format is specified in docs/telemetry.md.
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
 * The same, unlocked. `at` has been read before the lock is taken on purpose: the interrupt of a release that the timer
 * reached before `at` is served in between, so that events are recorded in the order of their times.
 */
void pl_trace_at(uint8_t kind, uint8_t object, pl_tick_t at);

/* These two and pl_trace_now() (telemetry.h) for events with one value, as events.h says. A flag is a
 * value of 0 or 1. */
void pl_trace_value_locked(uint8_t kind, uint8_t object, pl_tick_t at, uint32_t value);
void pl_trace_value_at(uint8_t kind, uint8_t object, pl_tick_t at, uint32_t value);
void pl_trace_value_now(uint8_t kind, uint8_t object, uint32_t value);

/* And for those with two. */
void pl_trace_pair_locked(uint8_t kind, uint8_t object, pl_tick_t at, uint8_t first, uint32_t second);
void pl_trace_pair_at(uint8_t kind, uint8_t object, pl_tick_t at, uint8_t first, uint32_t second);
void pl_trace_pair_now(uint8_t kind, uint8_t object, uint8_t first, uint32_t second);

/* Bytes of an event, without its arguments and its frame: its first byte and a delta, three bytes for a second. */
#define PL_HEAD_BYTES 4U

/*
 * pl_trace_pair_now() in three parts. The first locks, returns the lock's state, and charges whoever calls for recording
 * so many bytes; it may give way to others before. The last one is called unlocked, and prepares frames.
 */
pl_irq_t pl_trace_program_begin(uint8_t bytes);
void pl_trace_program_pair_locked(uint8_t kind, uint8_t object, pl_tick_t at, uint8_t first, uint32_t second);
void pl_trace_relieve(pl_irq_t state);

/* Records that the overrun policy gave up releases of the task; false, and nothing, where there is no room. Locked. */
bool pl_trace_skip_locked(uint8_t task, uint16_t count, pl_tick_t at);

/* The first events of a run. */
void pl_trace_boot(void);

/* Whether frames wait for pl_trace_service(). */
static inline bool pl_trace_waiting(void)
{
    return pl_trace.open != pl_trace.encoded;
}

/* Whether a background job may be traced: they are sampled, so that they cannot flood the line. */
bool pl_trace_admit_background(void);

/*
 * Once a second records the stack of the thread whose turn it is. It looks at each unused byte, which takes longer than
 * many jobs: only the idle thread and background tasks call it. With threads alone.
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

static inline void pl_trace_value_now(uint8_t kind, uint8_t object, uint32_t value)
{
    pl_trace_value_locked(kind, object, 0, value);
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

static inline void pl_trace_pair_now(uint8_t kind, uint8_t object, uint8_t first, uint32_t second)
{
    pl_trace_pair_locked(kind, object, 0, first, second);
}

static inline void pl_trace_program_pair_locked(uint8_t kind, uint8_t object, pl_tick_t at, uint8_t first,
                                                uint32_t second)
{
    pl_trace_pair_locked(kind, object, at, first, second);
}

#define PL_HEAD_BYTES 0U

static inline pl_irq_t pl_trace_program_begin(uint8_t bytes)
{
    (void)bytes;
    return pl_port_lock();
}

static inline void pl_trace_relieve(pl_irq_t state)
{
    (void)state;
}

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

static inline void pl_trace_stack(void)
{
}

#endif

#endif
