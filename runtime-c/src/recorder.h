/*
 * The recorder, for the files that record: it writes raw frames into the ring of sink.h. Called
 * locked.
 */
#ifndef POLYLOOP_RECORDER_H
#define POLYLOOP_RECORDER_H

#include "state.h"
#include "trace.h"

#if PL_TELEMETRY

/* A byte of the ring, by free-running index. */
#define PL_RING_AT(index) pl_trace.ring[(index)&PL_TRACE_MASK]

/*
 * Bytes behind the payload: check value and delimiter. All bytes of a frame but the payload: also
 * length and header.
 */
#define PL_FRAME_END_BYTES 5U
#define PL_FRAME_BYTES (2U + PL_FRAME_END_BYTES)
/* A `dropped` event, which may come before another event. */
#define PL_DROPPED_BYTES (1U + 5U + 3U)
/*
 * The longest event without arguments (first byte, index, delta), with a new frame and a `dropped`
 * event before it.
 */
#define PL_EVENT_BYTES (PL_FRAME_BYTES + PL_DROPPED_BYTES + 1U + 2U + 5U)
/* The longest varint, of 32 bits; and two arguments, the first of 8 bits. */
#define PL_VARINT_BYTES 5U
#define PL_PAIR_BYTES (2U + PL_VARINT_BYTES)
/* Room that the program's own events leave free, so that they do not push out those of jobs. */
#define PL_RESERVED_BYTES 24U
/* The longest event that is recorded the short way: first byte and a delta of three bytes. */
#define PL_SHORT_BYTES 4U

typedef struct {
    pl_tick_t last;    /* stamp of the last event recorded */
    uint16_t dropped;  /* events that found no room, since the last `dropped` event */
    uint8_t sequence;  /* of the next frame */
    uint8_t text_size; /* index of the size byte of the last text */
    uint8_t text_end;  /* the head after that text; else the last event is no text */
    bool text_open;    /* the frame of that text is still open */
    bool aged;         /* a beat has found the frame open */
    uint8_t stop;      /* from this head on events are recorded the long way; see recorder.c */
} pl_recorder_t;

extern pl_recorder_t pl_recorder;

/*
 * Counts the starts of programs since the memory was last without power. Its first value is random.
 */
extern uint32_t pl_trace_starts;

static inline uint8_t pl_put(uint8_t head, uint8_t byte)
{
    PL_RING_AT(head) = byte;
    return (uint8_t)(head + 1U);
}

uint8_t pl_put_varint(uint8_t head, uint32_t value);

/* Whether the ring has room for so many more bytes. */
static inline bool pl_has_room(uint8_t bytes)
{
    uint8_t used = (uint8_t)(pl_trace.head - pl_trace.tail);
    uint8_t limit = PL_TRACE_RING_BYTES - 1U;
    limit = (uint8_t)(limit - bytes);
    return used <= limit;
}

/* Counts an event that finds no room. */
void pl_drop(void);

/*
 * Whether the ring has room for an event of the program with so many bytes of arguments; if not,
 * counts it.
 */
bool pl_has_program_room(uint8_t more);

/* Records an event without arguments the long way, which opens and closes frames. */
void pl_trace_long(uint8_t kind, uint8_t object, pl_tick_t at);

/* Begins a frame while none is open. `flags` become part of its header. */
void pl_frame_open(uint8_t flags);

/* Ends the open frame. */
void pl_frame_close(void);

/*
 * Begins a control event with at most `more` bytes of arguments. Sets the head; false: no room,
 * which is counted.
 */
bool pl_control_begin(uint8_t control, pl_tick_t at, uint8_t more);

/* Records a notice, if one is pending and there is room for it. Called by the beat. */
void pl_trace_notice(pl_tick_t now);

/* Ends an event. Its arguments end before `head`. */
void pl_event_end(uint8_t head);

#endif

#endif
