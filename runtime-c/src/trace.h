/*
 * Recording events, for the core's own files; empty without telemetry. The format is specified in docs/telemetry.md.
 */
#ifndef POLYLOOP_TRACE_H
#define POLYLOOP_TRACE_H

#include "polyloop/polyloop.h"
#include "polyloop/port.h"
#include "polyloop/sink.h"
#include "polyloop/telemetry.h"

/* The high nibble of an event's first byte. */
enum {
    PL_EVENT_CONTROL = 0,
    PL_EVENT_RELEASE = 1,
    PL_EVENT_START = 2,
    PL_EVENT_COMPLETE = 5,
    PL_EVENT_DEADLINE_MISS = 6,
    PL_EVENT_BUDGET_EXHAUSTED = 7,
    PL_EVENT_CHANNEL_WRITE = 12,
    PL_EVENT_CHANNEL_READ = 13,
    PL_EVENT_CHANNEL_OVERFLOW = 14
};

/* The low nibble of a control event. */
enum {
    PL_CONTROL_SYNC = 1,
    PL_CONTROL_DROPPED = 2,
    PL_CONTROL_MARK = 4,
    PL_CONTROL_TEXT = 5,
    PL_CONTROL_BOOT = 6,
    PL_CONTROL_SKIP = 7
};

#if PL_TELEMETRY

/* Records an event that has no arguments, stamped `at`. Locked. */
void pl_trace_locked(uint8_t kind, uint8_t object, pl_tick_t at);

/*
 * The same, unlocked. `at` has been read before the lock is taken on purpose: the interrupt of a release that the timer
 * reached before `at` is served in between, so that events are recorded in the order of their times.
 */
void pl_trace_at(uint8_t kind, uint8_t object, pl_tick_t at);

/* Records an event without arguments, stamped now, from the program's own context; may prepare frames for the line. */
void pl_trace_now(uint8_t kind, uint8_t object);

/* Records that the overrun policy gave up releases of the task. Unlocked. */
void pl_trace_skip(uint8_t task, uint16_t count, pl_tick_t at);

/* The first events of a run. */
void pl_trace_boot(void);

/* Whether frames wait for pl_trace_service(). */
static inline bool pl_trace_waiting(void)
{
    return pl_trace.open != pl_trace.encoded;
}

/* Whether a background job may be traced: they are sampled, so that they cannot flood the line. */
bool pl_trace_admit_background(void);

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

static inline void pl_trace_now(uint8_t kind, uint8_t object)
{
    (void)kind;
    (void)object;
}

static inline void pl_trace_skip(uint8_t task, uint16_t count, pl_tick_t at)
{
    (void)task;
    (void)count;
    (void)at;
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

#endif

#endif
