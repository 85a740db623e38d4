/*
 * Telemetry: what a program tells about itself while it runs. The format is specified in docs/telemetry.md.
 *
 * Recording never blocks and takes no lock but a short critical section; a full ring drops the event and counts it.
 * With PL_TELEMETRY 0 all of it is empty and costs nothing.
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

/* Records an event without arguments, stamped now, from the program's own context; may prepare frames for the line. */
void pl_trace_now(uint8_t kind, uint8_t object);

#else

static inline void pl_trace_now(uint8_t kind, uint8_t object)
{
    (void)kind;
    (void)object;
}

#endif

#if PL_TELEMETRY

/* Keeps a notice until a beat sends it. The value is not 0. From any context. */
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

/* The metadata blob of docs/telemetry.md, defined by the generated program. */
extern const uint8_t pl_metadata[PL_METADATA_BYTES] PL_FLASH;

/* Records a user mark: a value that is drawn over time. From any context. */
void pl_mark(uint8_t mark, int32_t value);

/*
 * Records program text, UTF-8. From any context. Long texts become several events.
 * Returns how many bytes were taken; the rest found no room, and a notice says how much it was.
 */
uint16_t pl_text(const char *text, uint16_t length);

/* Bytes of text that pl_text() would take now at least. */
uint16_t pl_text_room(void);

#else

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
