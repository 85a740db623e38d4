/*
 * The recorder: events into the ring, as raw frames. Short and locked; what takes long is left to frame.c.
 *
 * A frame is closed when at least FRAME_PAYLOAD bytes wait in it, and by the second beat that finds it open. The first
 * bounds the share of the five bytes that a frame costs (at 32: 16 %) and of the ring that one frame can bind; the
 * second makes a live view no more than two beats late.
 */
#include "recorder.h"

#if PL_TELEMETRY

#define FRAME_PAYLOAD 32U

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

/* The same for values below 2^31. One place to the left and a byte to the right: cheap where shifts go bit by bit. */
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
    pl_trace.head = (uint8_t)(pl_trace.head + 3U);
    pl_trace.open = pl_trace.head;
}

/* Events that found no room are owed: says so where they are missing, stamped as the event that comes next. */
PL_OUTLINE static uint8_t put_dropped(uint8_t head, pl_tick_t delta)
{
    head = put_delta(pl_put(head, PL_CONTROL_DROPPED), delta);
    head = pl_put_varint(head, pl_recorder.dropped);
    pl_recorder.dropped = 0;
    return head;
}

/*
 * Begins an event: its first byte with the index, and its time. An event that comes after one with a later stamp gets
 * that stamp: deltas are not negative.
 */
static bool begin(uint8_t kind, uint8_t index, pl_tick_t at, uint8_t more)
{
    if (!pl_has_room((uint8_t)(PL_EVENT_BYTES + more))) {
        pl_count(&pl_recorder.dropped);
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

void pl_event_end(uint8_t head)
{
    pl_trace.head = head;
    if ((uint8_t)(head - pl_trace.open) >= FRAME_PAYLOAD + 2U) {
        pl_frame_close();
    }
}

/* Records an event without arguments, whatever has to be done for it. */
PL_OUTLINE static void record(uint8_t kind, uint8_t object, pl_tick_t at)
{
    if (begin(kind, object, at, 0)) {
        pl_event_end(pl_trace.head);
    }
}

/* The common case on its own, without a call, because a compiler then keeps everything in registers that are free. */
void pl_trace_locked(uint8_t kind, uint8_t object, pl_tick_t at)
{
    kind = (uint8_t)(kind << 4);
    uint8_t head = pl_trace.head;
    pl_tick_t delta = at - pl_recorder.last;
    if (object >= 15U || head == pl_trace.open || pl_recorder.dropped != 0 || delta > PL_TICKS_MAX ||
        !pl_has_room(PL_EVENT_BYTES)) {
        record(kind, object, at);
        return;
    }
    pl_recorder.last = at;
    head = put_delta(pl_put(head, kind | object), delta);
    pl_trace.head = head;
    if ((uint8_t)(head - pl_trace.open) >= FRAME_PAYLOAD + 2U) {
        pl_frame_close();
    }
}

void pl_trace_at(uint8_t kind, uint8_t object, pl_tick_t at)
{
    pl_irq_t state = pl_port_lock();
    pl_trace_locked(kind, object, at);
    pl_port_unlock(state);
}

void pl_trace_skip(uint8_t task, uint16_t count, pl_tick_t at)
{
    pl_irq_t state = pl_port_lock();
    if (pl_control_begin(PL_CONTROL_SKIP, at, 5)) {
        pl_event_end(pl_put_varint(pl_put_varint(pl_trace.head, task), count));
    }
    pl_port_unlock(state);
}

#else

/* ISO C wants a declaration in every file. */
typedef int pl_trace_absent_t;

#endif
