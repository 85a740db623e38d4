/*
 * Telemetry: what a program tells about itself while it runs. The format is specified in docs/telemetry.md.
 *
 * Recording never blocks and takes no lock but a short critical section; a full ring drops the event and counts it.
 * With PL_TELEMETRY 0 all of it is empty and costs nothing.
 */
#ifndef POLYLOOP_TELEMETRY_H
#define POLYLOOP_TELEMETRY_H

#include <stdint.h>

#include "polyloop/polyloop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- for the runtime's own inline functions ---- */

/* An event's first byte, without the index in its low nibble. */
enum {
    PL_EVENT_CONTROL = 0x00,
    PL_EVENT_RELEASE = 0x10,
    PL_EVENT_START = 0x20,
    PL_EVENT_SWITCH_IN = 0x30,
    PL_EVENT_SWITCH_OUT = 0x40,
    PL_EVENT_COMPLETE = 0x50,
    PL_EVENT_DEADLINE_MISS = 0x60,
    PL_EVENT_BUDGET_EXHAUSTED = 0x70,
    PL_EVENT_REPLENISH = 0x80, /* value: ticks */
    PL_EVENT_INTERRUPT_ENTER = 0x90,
    PL_EVENT_INTERRUPT_EXIT = 0xA0,
    PL_EVENT_INTERRUPT_MASK = 0xB0, /* value: 1 masked, 0 unmasked */
    PL_EVENT_CHANNEL_WRITE = 0xC0,
    PL_EVENT_CHANNEL_READ = 0xD0,
    PL_EVENT_CHANNEL_OVERFLOW = 0xE0,
    PL_EVENT_LOCK = 0xF0 /* pair: PL_LOCK_…, index of the task */
};

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

/* What a program does and cannot see, as docs/telemetry.md numbers it. */
enum {
    PL_NOTICE_TEXT_CUT = 1,       /* value: characters that found no room */
    PL_NOTICE_HEAP = 2,           /* value: bytes that were asked for and not there */
    PL_NOTICE_TIMER = 3,          /* the release timer's mode was changed; value: 1 */
    PL_NOTICE_INTERRUPTS_OFF = 4, /* value: for how many ticks at least, modulo 65536 */
    PL_NOTICE_PWM = 5,            /* PWM on a pin of the release timer; value: the pin */
    PL_NOTICE_COUNT = 5
};

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
