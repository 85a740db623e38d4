/*
 * What a program records by itself: channels, marks and text. It may do so any number of times in a job. Therefore
 * these events leave room for those of jobs, and frames are prepared for the line at once rather than after the job.
 *
 * A job's budget pays for that, but not for what others have recorded: what a call takes of it depends on the call
 * alone. With threads a call prepares about as many bytes as it has recorded, and leaves the rest to other jobs.
 * Without them it prepares all, and the body is credited with the rest.
 */
#include "recorder.h"

#if PL_TELEMETRY

#define TEXT_PIECE 24U
/* The largest size that is a varint of one byte. */
#define TEXT_MAX 127U
/* Text that follows within this time is joined to the text before it. 1 ms. */
#define TEXT_JOIN_TICKS (PL_TICK_HZ / 1000U)

static bool has_program_room(uint8_t more)
{
    if (pl_has_room((uint8_t)(PL_EVENT_BYTES + PL_RESERVED_BYTES + more))) {
        return true;
    }
    pl_drop();
    return false;
}

#if PL_PREEMPTIVE

/* A byte more of four: a frame adds seven to 32 or more. */
static void prepare(uint8_t recorded)
{
    pl_trace_service_bytes((uint8_t)(recorded + recorded / 4U));
}

#else

/* The pause reads the port's counts of bytes, so that they do not wrap however much a body records. */
static void prepare(uint8_t recorded)
{
    pl_irq_t state = pl_port_lock();
    pl_tick_t pause = pl_body_pause();
    pl_port_unlock(state);
    pl_trace_service();
    state = pl_port_lock();
    pl_body_resume(pause);
    pl_begun -= (pl_tick_t)recorded * PL_PREPARE_TICKS;
    pl_port_unlock(state);
}

#endif

void pl_trace_relieve(pl_irq_t state, uint8_t recorded)
{
    if (pl_trace_waiting() && pl_irq_open(state)) {
        prepare(recorded);
    }
}

/* Prepares frames for what was recorded from this head on. */
static void relieve(pl_irq_t state, uint8_t from)
{
    pl_trace_relieve(state, (uint8_t)(pl_trace.head - from));
}

void pl_trace_now(uint8_t kind, uint8_t object)
{
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_port_lock();
    uint8_t from = pl_trace.head;
    if (has_program_room(0)) {
        pl_trace_locked(kind, object, at);
    }
    pl_port_unlock(state);
    relieve(state, from);
}

void pl_trace_value_now(uint8_t kind, uint8_t object, uint32_t value)
{
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_port_lock();
    uint8_t from = pl_trace.head;
    if (has_program_room(PL_VARINT_BYTES)) {
        pl_trace_value_locked(kind, object, at, value);
    }
    pl_port_unlock(state);
    relieve(state, from);
}

void pl_trace_program_pair_locked(uint8_t kind, uint8_t object, pl_tick_t at, uint8_t first, uint32_t second)
{
    if (has_program_room(PL_PAIR_BYTES)) {
        pl_trace_pair_locked(kind, object, at, first, second);
    }
}

void pl_trace_pair_now(uint8_t kind, uint8_t object, uint8_t first, uint32_t second)
{
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_port_lock();
    uint8_t from = pl_trace.head;
    pl_trace_program_pair_locked(kind, object, at, first, second);
    pl_port_unlock(state);
    relieve(state, from);
}

void pl_mark(uint8_t mark, int32_t value)
{
    uint32_t zigzag = (uint32_t)value << 1;
    if (value < 0) {
        zigzag = ~zigzag;
    }
    pl_trace_pair_now(PL_EVENT_CONTROL, PL_CONTROL_MARK, mark, zigzag);
}

/* Whether the last event is a text that so many characters more can go to: what print() sends comes in small parts. */
static bool joins(uint8_t length, pl_tick_t at)
{
    return pl_recorder.text_open && pl_trace.head != pl_trace.open && pl_trace.head == pl_recorder.text_end &&
           at - pl_recorder.last < TEXT_JOIN_TICKS && PL_RING_AT(pl_recorder.text_size) + length <= TEXT_MAX;
}

/* Begins a text, or goes on with the last one. */
static bool begin_text(uint8_t length, pl_tick_t at)
{
    if (!pl_has_room((uint8_t)(PL_EVENT_BYTES + PL_RESERVED_BYTES + length + 1U))) {
        return false;
    }
    if (joins(length, at)) {
        PL_RING_AT(pl_recorder.text_size) = (uint8_t)(PL_RING_AT(pl_recorder.text_size) + length);
        return true;
    }
    if (!pl_control_begin(PL_CONTROL_TEXT, at, (uint8_t)(length + 1U))) {
        return false;
    }
    pl_recorder.text_size = pl_trace.head;
    pl_recorder.text_open = true;
    pl_trace.head = pl_put(pl_trace.head, length);
    return true;
}

static bool text_piece(const char *text, uint8_t length)
{
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_port_lock();
    uint8_t from = pl_trace.head;
    bool taken = begin_text(length, at);
    if (taken) {
        uint8_t head = pl_trace.head;
        for (; length != 0; length--) {
            head = pl_put(head, (uint8_t)*text);
            text++;
        }
        pl_recorder.text_end = head;
        pl_event_end(head);
    }
    pl_port_unlock(state);
    relieve(state, from);
    return taken;
}

uint16_t pl_text(const char *text, uint16_t length)
{
    uint16_t done = 0;
    while (done < length) {
        uint16_t left = (uint16_t)(length - done);
        uint8_t piece = (uint8_t)(left > TEXT_PIECE ? TEXT_PIECE : left);
        if (!text_piece(text + done, piece)) {
            pl_notice(PL_NOTICE_TEXT_CUT, left);
            break;
        }
        done = (uint16_t)(done + piece);
    }
    return done;
}

uint16_t pl_text_room(void)
{
    pl_irq_t state = pl_port_lock();
    uint8_t room = (uint8_t)(PL_TRACE_RING_BYTES - 1U);
    room = (uint8_t)(room - (uint8_t)(pl_trace.head - pl_trace.tail));
    pl_port_unlock(state);
    uint8_t taken = PL_EVENT_BYTES + PL_RESERVED_BYTES + 1U;
    return room > taken ? (uint16_t)(room - taken) : 0;
}

#else

/* ISO C wants a declaration in every file. */
typedef int pl_trace_program_absent_t;

#endif
