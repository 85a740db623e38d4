/*
 * The recorder, for the files that record: raw frames in the ring of sink.h. All of it locked.
 */
#ifndef POLYLOOP_RECORDER_H
#define POLYLOOP_RECORDER_H

#include "core.h"
#include "trace.h"

#if PL_TELEMETRY

/* A byte of the ring. */
#define PL_RING_AT(index) pl_trace.ring[(index)&PL_TRACE_MASK]

/* Behind the payload: check value and delimiter. Beside it: those, length and header. */
#define PL_FRAME_END_BYTES 5U
#define PL_FRAME_BYTES (2U + PL_FRAME_END_BYTES)
/* A `dropped` event before another one. */
#define PL_DROPPED_BYTES (1U + 5U + 3U)
/* An event without arguments at its longest, whatever has to go before it: id, index, delta. */
#define PL_EVENT_BYTES (PL_FRAME_BYTES + PL_DROPPED_BYTES + 1U + 2U + 5U)
/* The longest varint, of 32 bits, and two arguments, the first of 8 bits. */
#define PL_VARINT_BYTES 5U
#define PL_PAIR_BYTES (2U + PL_VARINT_BYTES)
/* What the program's own events leave free, so that they do not push out those of jobs. */
#define PL_RESERVED_BYTES 24U
/* The longest event of the short path: id and a delta of three bytes. */
#define PL_SHORT_BYTES 4U

typedef struct {
    pl_tick_t last;    /* stamp of the last event recorded */
    uint16_t dropped;  /* events that found no room and have not been told of */
    uint8_t sequence;  /* of the next frame */
    uint8_t text_size; /* index of the size byte of the last event, if `text_end` says that it is a text */
    uint8_t text_end;  /* the head after that text */
    bool text_open;    /* its frame is still open */
    bool aged;         /* the open frame has seen a beat */
    uint8_t stop;      /* the head from which on an event takes the long way; see trace.c */
} pl_recorder_t;

extern pl_recorder_t pl_recorder;

/* How often programs have started since memory was last without power: its first value is whatever that held. */
extern uint32_t pl_trace_starts;

static inline uint8_t pl_put(uint8_t head, uint8_t byte)
{
    PL_RING_AT(head) = byte;
    return (uint8_t)(head + 1U);
}

uint8_t pl_put_varint(uint8_t head, uint32_t value);

/* Whether so many bytes more fit. */
static inline bool pl_has_room(uint8_t bytes)
{
    uint8_t used = (uint8_t)(pl_trace.head - pl_trace.tail);
    uint8_t limit = PL_TRACE_RING_BYTES - 1U;
    limit = (uint8_t)(limit - bytes);
    return used <= limit;
}

/* Counts an event that finds no room. */
void pl_drop(void);

/* Records an event without arguments, whatever has to be done for it. */
void pl_trace_long(uint8_t kind, uint8_t object, pl_tick_t at);

/* Begins a frame; no frame is open. `flags` go into its header. */
void pl_frame_open(uint8_t flags);

/* Ends the open frame. */
void pl_frame_close(void);

/* Begins a control event with at most `more` bytes of arguments. Sets the head; false: no room, and counted. */
bool pl_control_begin(uint8_t control, pl_tick_t at, uint8_t more);

/* Sends a notice, if there is one and room for it. From the beat. */
void pl_trace_notice(pl_tick_t now);

/* Ends the event whose arguments end before `head`. */
void pl_event_end(uint8_t head);

#endif

#endif
