/*
 * The recorder: writes events into the ring, as raw frames, in short locked sections. The work that
 * takes long is done by frame.c.
 *
 * A frame is closed when its payload has FRAME_PAYLOAD bytes, or by the second beat that finds it
 * open. The first rule bounds the overhead of the seven bytes that a frame adds (22 % of 32) and
 * the part of the ring that one frame takes. The second rule makes a live view at most two beats
 * late.
 */
#include "recorder.h"

#if PL_TELEMETRY

#define FRAME_PAYLOAD 32U
/* The same with length and header. */
#define FRAME_BYTES (FRAME_PAYLOAD + 2U)
/* An event finds room while no more bytes than this are in use. */
#define ROOM_LIMIT (PL_TRACE_RING_BYTES - 1U - PL_EVENT_BYTES)

pl_trace_t pl_trace;
pl_recorder_t pl_recorder;

PL_OUTLINE uint8_t pl_put_varint(uint8_t head, uint32_t value)
{
    while (value > 0x7FU) {
        head = pl_put(head, (uint8_t)(value | 0x80U));
        value >>= 7;
    }
    return pl_put(head, (uint8_t)value);
}

/*
 * The same for values below 2^31. Shifts by 1 to the left and by 8 to the right: cheaper than 7 to
 * the right on processors that shift bit by bit.
 */
PL_INLINE static uint8_t put_delta(uint8_t head, uint32_t value)
{
    while (value > 0x7FU) {
        head = pl_put(head, (uint8_t)(value | 0x80U));
        value = (value << 1) >> 8;
    }
    return pl_put(head, (uint8_t)value);
}

PL_OUTLINE void pl_frame_open(uint8_t flags)
{
    uint8_t head = (uint8_t)(pl_trace.open + 1U);
    pl_trace.head = pl_put(head, flags | pl_recorder.sequence);
    pl_recorder.sequence = (uint8_t)((pl_recorder.sequence + 1U) & 0x7FU);
    pl_recorder.aged = false;
    pl_recorder.text_open = false;
}

PL_OUTLINE void pl_frame_close(void)
{
    uint8_t length = (uint8_t)(pl_trace.head - pl_trace.open - 1);
    PL_RING_AT(pl_trace.open) = length;
    pl_trace.head = (uint8_t)(pl_trace.head + PL_FRAME_END_BYTES);
    pl_trace.open = pl_trace.head;
    pl_recorder.stop = pl_trace.head;
}

PL_OUTLINE void pl_drop(void)
{
    pl_count(&pl_recorder.dropped);
    pl_recorder.stop = pl_trace.head;
}

/* Records how many events are missing here. The record has the time of the next event. */
PL_OUTLINE static uint8_t put_dropped(uint8_t head, pl_tick_t delta)
{
    head = put_delta(pl_put(head, PL_CONTROL_EVENTS_DROPPED), delta);
    head = pl_put_varint(head, pl_recorder.dropped);
    pl_recorder.dropped = 0;
    return head;
}

/*
 * Begins an event: writes its first byte, its index and its time. Deltas cannot be negative: an
 * event that is recorded after one with a later time gets that later time.
 */
static bool begin(uint8_t kind, uint8_t index, pl_tick_t at, uint8_t more)
{
    if (!pl_has_room((uint8_t)(PL_EVENT_BYTES + more))) {
        pl_drop();
        return false;
    }
    if (pl_trace.head == pl_trace.open) {
        pl_frame_open(0);
    }
    uint8_t head = pl_trace.head;
    pl_tick_t delta = at - pl_recorder.last;
    if (delta > PL_TICKS_MAX) {
        delta = 0;
    } else {
        pl_recorder.last = at;
    }
    if (pl_recorder.dropped != 0) {
        head = put_dropped(head, delta);
        delta = 0;
    }
    if (index < 15U) {
        head = pl_put(head, kind | index);
    } else {
        head = pl_put_varint(pl_put(head, kind | 15U), index - 15U);
    }
    pl_trace.head = put_delta(head, delta);
    return true;
}

bool pl_control_begin(uint8_t control, pl_tick_t at, uint8_t more)
{
    return begin(PL_EVENT_CONTROL, control, at, more);
}

/*
 * The condition for the short way, as one number: how far the head may advance before the frame
 * must be closed, the room ends or the ring wraps. The number stays valid, because the sink only
 * makes more room.
 */
static uint8_t short_bytes(uint8_t head)
{
    uint8_t used = (uint8_t)(head - pl_trace.tail);
    uint8_t place = head & PL_TRACE_MASK;
    if (pl_recorder.dropped != 0 || used > ROOM_LIMIT || place + PL_SHORT_BYTES > PL_TRACE_MASK) {
        return 0;
    }
    uint8_t room = (uint8_t)(ROOM_LIMIT + 1U - used);
    uint8_t frame = (uint8_t)(FRAME_BYTES - (uint8_t)(head - pl_trace.open));
    uint8_t straight = (uint8_t)(PL_TRACE_MASK + 1U - PL_SHORT_BYTES - place);
    uint8_t least = frame < room ? frame : room;
    return straight < least ? straight : least;
}

PL_OUTLINE void pl_event_end(uint8_t head)
{
    pl_trace.head = head;
    if ((uint8_t)(head - pl_trace.open) >= FRAME_BYTES) {
        pl_frame_close();
        return;
    }
    pl_recorder.stop = (uint8_t)(head + short_bytes(head));
}

PL_OUTLINE void pl_trace_long(uint8_t kind, uint8_t object, pl_tick_t at)
{
    if (begin(kind, object, at, 0)) {
        pl_event_end(pl_trace.head);
    }
}

#if !PL_PORT_RECORDS

/*
 * The short way: for a small index, an open frame, a delta of at most 16 bits, room, and no wrap of
 * the ring.
 */
void pl_trace_locked(uint8_t kind, uint8_t object, pl_tick_t at)
{
    uint8_t head = pl_trace.head;
    pl_tick_t delta = at - pl_recorder.last;
    if ((uint8_t)(head - pl_recorder.stop) < 0x80U || object >= 15U || delta > UINT16_MAX) {
        pl_trace_long(kind, object, at);
        return;
    }
    pl_recorder.last = at;
    head = pl_put(head, kind | object);
    head = put_delta(head, delta);
    pl_trace.head = head;
    if ((uint8_t)(head - pl_recorder.stop) < 0x80U) {
        pl_event_end(head);
    }
}

#endif

void pl_trace_at(uint8_t kind, uint8_t object, pl_tick_t at)
{
    pl_irq_t state = pl_port_lock();
    pl_trace_locked(kind, object, at);
    pl_port_unlock(state);
}

void pl_trace_value_locked(uint8_t kind, uint8_t object, pl_tick_t at, uint32_t value)
{
    if (begin(kind, object, at, PL_VARINT_BYTES)) {
        pl_event_end(pl_put_varint(pl_trace.head, value));
    }
}

void pl_trace_value_at(uint8_t kind, uint8_t object, pl_tick_t at, uint32_t value)
{
    pl_irq_t state = pl_port_lock();
    pl_trace_value_locked(kind, object, at, value);
    pl_port_unlock(state);
}

void pl_trace_pair_locked(uint8_t kind, uint8_t object, pl_tick_t at, uint8_t first, uint32_t second)
{
    if (begin(kind, object, at, PL_PAIR_BYTES)) {
        pl_event_end(pl_put_varint(pl_put_varint(pl_trace.head, first), second));
    }
}

void pl_trace_pair_at(uint8_t kind, uint8_t object, pl_tick_t at, uint8_t first, uint32_t second)
{
    pl_irq_t state = pl_port_lock();
    pl_trace_pair_locked(kind, object, at, first, second);
    pl_port_unlock(state);
}

bool pl_has_program_room(uint8_t more)
{
    if (pl_has_room((uint8_t)(PL_EVENT_BYTES + PL_RESERVED_BYTES + more))) {
        return true;
    }
    pl_drop();
    return false;
}

void pl_trace_program_pair_locked(uint8_t kind, uint8_t object, pl_tick_t at, uint8_t first, uint32_t second)
{
    if (pl_has_program_room(PL_PAIR_BYTES)) {
        pl_trace_pair_locked(kind, object, at, first, second);
    }
}

bool pl_trace_release_dropped_locked(uint8_t task, uint16_t count, pl_tick_t at)
{
    if (!pl_has_room(PL_EVENT_BYTES + PL_PAIR_BYTES)) {
        return false;
    }
    pl_trace_pair_locked(PL_EVENT_CONTROL, PL_CONTROL_RELEASE_DROPPED, at, task, count);
    return true;
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_trace_absent_t;

#endif
