/*
 * Telemetry: the events that a program records while it runs. docs/telemetry.md specifies the
 * format.
 *
 * Recording never waits for the line: it takes a short critical section only. If the ring is full,
 * the event is dropped and counted. With PL_TELEMETRY 0 all functions are empty and cost nothing.
 */
#ifndef POLYLOOP_TELEMETRY_H
#define POLYLOOP_TELEMETRY_H

#include <stdint.h>

#include "polyloop/events.h"
#include "polyloop/polyloop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- for the runtime's own inline functions ---- */

#if PL_TELEMETRY

/*
 * Records an event without arguments at the present time. Called from the program's own context;
 * may prepare frames for the line.
 */
void pl_trace_now(uint8_t kind, uint8_t object);

#else

static inline void pl_trace_now(uint8_t kind, uint8_t object)
{
    (void)kind;
    (void)object;
}

#endif

#if PL_TELEMETRY

/* Keeps a notice until the beat records it. The value is not 0. From any context. */
void pl_notice(uint8_t notice, uint16_t value);

#else

static inline void pl_notice(uint8_t notice, uint16_t value)
{
    (void)notice;
    (void)value;
}

#endif

/* ---- for programs ---- */

#if PL_TELEMETRY

/* The metadata of docs/telemetry.md, encoded. The generated program defines it. */
extern const uint8_t pl_metadata[PL_METADATA_BYTES] PL_FLASH;

/*
 * Records a number that is not whole, which charts show over time. A number of few digits, such as
 * 21.5, takes 3 bytes, any other at most 5. From any context.
 */
void pl_plot(uint8_t mark, float value);

/* Records a value of the program, which charts show over time. From any context. */
void pl_mark(uint8_t mark, int32_t value);

/*
 * Records text of the program, UTF-8. From any context. A long text becomes several events. Returns
 * the number of bytes that were recorded. The others found no room; a notice says how many there
 * were.
 */
uint16_t pl_text(const char *text, uint16_t length);

/* A lower bound on the bytes of text that pl_text() would record now. */
uint16_t pl_text_room(void);

#else

static inline void pl_plot(uint8_t mark, float value)
{
    (void)mark;
    (void)value;
}

static inline void pl_mark(uint8_t mark, int32_t value)
{
    (void)mark;
    (void)value;
}

static inline uint16_t pl_text(const char *text, uint16_t length)
{
    (void)text;
    return length;
}

static inline uint16_t pl_text_room(void)
{
    return UINT16_MAX;
}

#endif

#ifdef __cplusplus
}
#endif

#endif
