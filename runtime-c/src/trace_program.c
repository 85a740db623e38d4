/*
 * What a program records by itself: channels, marks, text and locks. A job may do that any number
 * of times. Therefore these events leave room for the events of jobs, and the call that records
 * them also prepares frames for the line.
 *
 * Whoever records pays for everything that the bytes cost, at the time of the call: PL_TEXT_TICKS
 * for each byte, which covers its preparation, the interrupt that sends it and its share of a
 * frame. So the budget of a body covers its text, whichever thread runs when that is prepared and
 * sent. The time that a call takes to prepare frames is credited, because they may contain bytes
 * that others recorded. So the cost of a call depends only on its own bytes, and on whether its
 * text is appended to the text before it.
 *
 * Who pays:
 * - The body of a job pays from the task's budget; handlers of interrupts are tasks, too. With
 *   threads it pays before it records: if that exhausts the budget, the thread waits first. So no
 *   budget is exceeded by recording.
 * - A bottom half pays from its I/O server; see pl_interrupt_text().
 * - With threads, background tasks and jobs that run in the background do not pay. Jobs with a
 *   budget do not wait for them. When such a job begins, it finds at most a full ring to prepare
 *   and send, which the analysis counts. In a critical section a background task pays from the
 *   section's length.
 * - Handlers of deadlines and budgets, and set-up, have no budget. Nothing bounds the text that
 *   they record.
 */
#include "trace_program.h"
#include "interrupt.h"
#include "monitor.h"
#include "recorder.h"
#include "watch.h"

#if PL_TELEMETRY

#define TEXT_PIECE 24U
/* The largest size that fits into a varint of one byte. */
#define TEXT_MAX 127U
/* Text that is recorded within this time is appended to the text before it. 1 ms. */
#define TEXT_JOIN_TICKS (PL_TICK_HZ / 1000U)

#if PL_INTERRUPT_COUNT > 0
#define IN_BOTTOM_HALF(cost) pl_interrupt_text(cost)
#else
#define IN_BOTTOM_HALF(cost) false
#endif

#if PL_PREEMPTIVE

/* Charges for so many bytes. May unlock, let other threads run and lock again. */
PL_INLINE static void pay(uint8_t bytes, pl_irq_t state)
{
    pl_tick_t cost = (pl_tick_t)bytes * PL_TEXT_TICKS;
    if (!IN_BOTTOM_HALF(cost) && pl_watch_text(cost) && pl_irq_open(state)) {
        pl_watch_give_way(state);
        (void)pl_port_lock();
    }
}

/* Each step is credited by itself: time that is not credited yet could exhaust the budget. */
static void prepare(void)
{
    while (pl_trace_service_step()) {
        pl_irq_t state = pl_port_lock();
        pl_account_credit(PL_PREPARE_TICKS);
        pl_port_unlock(state);
    }
}

#else

static void pay(uint8_t bytes, pl_irq_t state)
{
    (void)state;
    pl_tick_t cost = (pl_tick_t)bytes * PL_TEXT_TICKS;
    if (!IN_BOTTOM_HALF(cost)) {
        pl_body_charge(cost);
#if PL_ONE_STACK
        if (pl_pauses == 0) {
            pl_monitor_watch();
        }
#endif
    }
}

#if PL_ONE_STACK

/*
 * Jobs that preempt run between two steps. What the port has counted is read first: until the next call no more bytes
 * are sent than the ring holds, so its counters do not wrap, however much a body records.
 */
static void prepare(void)
{
    pl_irq_t entry = pl_port_lock();
    pl_body_credit(pl_port_stolen());
    pl_port_unlock(entry);
    while (pl_trace_service_step()) {
        pl_irq_t state = pl_port_lock();
        pl_body_credit(PL_PREPARE_TICKS);
        pl_port_unlock(state);
    }
}

#else

/*
 * The pause reads what the port has counted, so its counters do not wrap, however much a body
 * records.
 */
static void prepare(void)
{
    pl_irq_t state = pl_port_lock();
    pl_tick_t pause = pl_body_pause();
    pl_port_unlock(state);
    pl_trace_service();
    state = pl_port_lock();
    pl_body_resume(pause);
    pl_port_unlock(state);
}

#endif

#endif

pl_irq_t pl_trace_program_begin(uint8_t bytes)
{
    pl_irq_t state = pl_port_lock();
    pay(bytes, state);
    return state;
}

void pl_trace_relieve(pl_irq_t state)
{
    if (pl_trace_waiting() && pl_irq_open(state)) {
        prepare();
    }
}

/* A large index takes up to two more bytes. */
static uint8_t head_bytes(uint8_t object)
{
    return (uint8_t)(object < 15U ? PL_HEAD_BYTES : PL_HEAD_BYTES + 2U);
}

static uint8_t varint_bytes(uint32_t value)
{
    uint8_t bytes = 1;
    for (; value > 0x7FU; value >>= 7) {
        bytes++;
    }
    return bytes;
}

void pl_trace_now(uint8_t kind, uint8_t object)
{
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_trace_program_begin(head_bytes(object));
    if (pl_has_program_room(0)) {
        pl_trace_locked(kind, object, at);
    }
    pl_port_unlock(state);
    pl_trace_relieve(state);
}

void pl_trace_value_now(uint8_t kind, uint8_t object, uint32_t value)
{
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_trace_program_begin((uint8_t)(head_bytes(object) + varint_bytes(value)));
    if (pl_has_program_room(PL_VARINT_BYTES)) {
        pl_trace_value_locked(kind, object, at, value);
    }
    pl_port_unlock(state);
    pl_trace_relieve(state);
}

void pl_trace_pair_now(uint8_t kind, uint8_t object, uint8_t first, uint32_t second)
{
    pl_tick_t at = pl_port_now();
    uint8_t bytes = (uint8_t)(head_bytes(object) + varint_bytes(first) + varint_bytes(second));
    pl_irq_t state = pl_trace_program_begin(bytes);
    pl_trace_program_pair_locked(kind, object, at, first, second);
    pl_port_unlock(state);
    pl_trace_relieve(state);
}

/*
 * Whether so many characters can be appended to the last event, a text. print() sends its text in
 * small parts.
 */
static bool joins(uint8_t length, pl_tick_t at)
{
    return pl_recorder.text_open && pl_trace.head != pl_trace.open && pl_trace.head == pl_recorder.text_end &&
           at - pl_recorder.last < TEXT_JOIN_TICKS && PL_RING_AT(pl_recorder.text_size) + length <= TEXT_MAX;
}

/* Begins a text, or appends to the last one. The caller has checked that there is room. */
static bool begin_text(uint8_t length, pl_tick_t at)
{
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

static void put_text(const char *text, uint8_t length)
{
    uint8_t head = pl_trace.head;
    for (; length != 0; length--) {
        head = pl_put(head, (uint8_t)*text);
        text++;
    }
    pl_recorder.text_end = head;
    pl_event_end(head);
}

/* Text that finds no room costs nothing. */
static bool has_text_room(uint8_t length)
{
    return pl_has_room((uint8_t)(PL_EVENT_BYTES + PL_RESERVED_BYTES + length + 1U));
}

static bool text_piece(const char *text, uint8_t length)
{
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_port_lock();
    bool taken = false;
    if (has_text_room(length)) {
        pay(joins(length, at) ? length : (uint8_t)(PL_HEAD_BYTES + 1U + length), state);
        taken = has_text_room(length) && begin_text(length, at);
    }
    if (taken) {
        put_text(text, length);
    }
    pl_port_unlock(state);
    pl_trace_relieve(state);
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

/* ISO C requires a declaration in every file. */
typedef int pl_trace_program_absent_t;

#endif
