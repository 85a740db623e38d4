/*
 * The recorder: events into the ring, as raw frames. Short and locked; what takes long is left to frame.c.
 *
 * A frame is closed when at least FRAME_PAYLOAD bytes wait in it, and when the beat finds its oldest byte older than a
 * whole beat. The first bounds the share of the five bytes that a frame costs (at 32: 16 %) and of the ring that one
 * frame can bind; the second makes a live view no more than two beats late.
 */
#include <string.h>

#include "core.h"
#include "trace.h"

#if PL_TELEMETRY

#define AT(index) pl_trace.ring[(index)&PL_TRACE_MASK]

#define FRAME_PAYLOAD 32U
/* Length and header before, CRC and delimiter behind the payload. */
#define FRAME_BYTES 5U
/* An event without arguments: id, index, delta. */
#define EVENT_BYTES (1U + 2U + 5U)
/* A `dropped` event before it. */
#define DROPPED_BYTES (1U + 5U + 3U)
#define TEXT_PIECE 24U
#define METADATA_PIECE 20U
#define METADATA_PIECES ((PL_METADATA_BYTES + METADATA_PIECE - 1U) / METADATA_PIECE)
#define METADATA_FLAG 0x80U
#define PROTOCOL_VERSION 1U
/* Longest time between sync events less a few beats; metadata every two seconds. */
#define SYNC_TICKS (PL_TICK_HZ - PL_TICK_HZ / 8U)
#define METADATA_TICKS (2U * PL_TICK_HZ - PL_TICK_HZ / 16U)
#define BACKGROUND_JOBS_PER_BEAT 2U

#if PL_METADATA_BYTES < 1 || PL_METADATA_BYTES > 5100
#error "PL_METADATA_BYTES must be 1 to 5100: at most 255 pieces of 20 bytes"
#endif

pl_trace_t pl_trace;

static uint8_t sequence;
static pl_tick_t last;      /* stamp of the last event recorded */
static pl_tick_t origin;    /* time 0 of the run */
static pl_tick_t since_low; /* time of the last sync, since the origin: 32 bits and 16 above them */
static uint16_t since_high;
static pl_tick_t metadata_at; /* when the first piece of the metadata was sent last */
static uint16_t dropped;
static uint8_t metadata_next; /* piece to send; METADATA_PIECES: none */
static uint8_t background_left;
static bool aged; /* the open frame has seen a beat */

static inline uint8_t put(uint8_t head, uint8_t byte)
{
    AT(head) = byte;
    return (uint8_t)(head + 1U);
}

PL_OUTLINE static uint8_t put_varint(uint8_t head, uint32_t value)
{
    while (value > 0x7FU) {
        head = put(head, (uint8_t)(value | 0x80U));
        value >>= 7;
    }
    return put(head, (uint8_t)value);
}

/* The same for values below 2^31. One place to the left and a byte to the right: cheap where shifts go bit by bit. */
PL_INLINE static uint8_t put_delta(uint8_t head, uint32_t value)
{
    while (value > 0x7FU) {
        head = put(head, (uint8_t)(value | 0x80U));
        value = (value << 1) >> 8;
    }
    return put(head, (uint8_t)value);
}

static inline bool has_room(uint8_t bytes)
{
    uint8_t used = (uint8_t)(pl_trace.head - pl_trace.tail);
    uint8_t limit = PL_TRACE_RING_BYTES - 1U;
    limit = (uint8_t)(limit - bytes);
    return used <= limit;
}

PL_OUTLINE static void open_frame(uint8_t flags)
{
    uint8_t head = (uint8_t)(pl_trace.open + 1U);
    pl_trace.head = put(head, flags | sequence);
    sequence = (uint8_t)((sequence + 1U) & 0x7FU);
    aged = false;
}

PL_OUTLINE static void close_frame(void)
{
    uint8_t length = (uint8_t)(pl_trace.head - pl_trace.open - 1);
    AT(pl_trace.open) = length;
    pl_trace.head = (uint8_t)(pl_trace.head + 3U);
    pl_trace.open = pl_trace.head;
}

/* Events that found no room are owed: says so where they are missing, stamped as the event that comes next. */
PL_OUTLINE static uint8_t put_dropped(uint8_t head, pl_tick_t delta)
{
    head = put_delta(put(head, PL_CONTROL_DROPPED), delta);
    head = put_varint(head, dropped);
    dropped = 0;
    return head;
}

PL_OUTLINE static uint8_t put_index(uint8_t head, uint8_t kind, uint8_t index)
{
    return put_varint(put(head, kind | 15U), index - 15U);
}

/*
 * Begins an event: its first byte with the index, and its time. `more` bytes of arguments follow. Sets the head; false:
 * no room, counted. Inlined into its callers, most of which know `more` and `kind`.
 */
static bool begin(uint8_t kind, uint8_t index, pl_tick_t at, uint8_t more)
{
    if (!has_room((uint8_t)(FRAME_BYTES + DROPPED_BYTES + EVENT_BYTES + more))) {
        pl_count(&dropped);
        return false;
    }
    if (pl_trace.head == pl_trace.open) {
        open_frame(0);
    }
    uint8_t head = pl_trace.head;
    pl_tick_t delta = at - last;
    if (delta > PL_TICKS_MAX) {
        delta = 0;
    } else {
        last = at;
    }
    if (dropped != 0) {
        head = put_dropped(head, delta);
        delta = 0;
    }
    head = index < 15U ? put(head, kind | index) : put_index(head, kind, index);
    pl_trace.head = put_delta(head, delta);
    return true;
}

/* Begins an event that has arguments. */
static bool begin_control(uint8_t control, pl_tick_t at, uint8_t more)
{
    return begin(PL_EVENT_CONTROL, control, at, more);
}

static void end(uint8_t head)
{
    pl_trace.head = head;
    if ((uint8_t)(head - pl_trace.open) >= FRAME_PAYLOAD + 2U) {
        close_frame();
    }
}

/* Records an event without arguments, whatever has to be done for it. */
PL_OUTLINE static void record(uint8_t kind, uint8_t object, pl_tick_t at)
{
    if (begin(kind, object, at, 0)) {
        end(pl_trace.head);
    }
}

/* The common case on its own, without a call, because a compiler then keeps everything in registers that are free. */
void pl_trace_locked(uint8_t kind, uint8_t object, pl_tick_t at)
{
    kind = (uint8_t)(kind << 4);
    uint8_t head = pl_trace.head;
    pl_tick_t delta = at - last;
    if (object >= 15U || head == pl_trace.open || dropped != 0 || delta > PL_TICKS_MAX ||
        !has_room(FRAME_BYTES + DROPPED_BYTES + EVENT_BYTES)) {
        record(kind, object, at);
        return;
    }
    last = at;
    head = put_delta(put(head, kind | object), delta);
    pl_trace.head = head;
    if ((uint8_t)(head - pl_trace.open) >= FRAME_PAYLOAD + 2U) {
        close_frame();
    }
}

void pl_trace_at(uint8_t kind, uint8_t object, pl_tick_t at)
{
    pl_irq_t state = pl_port_lock();
    pl_trace_locked(kind, object, at);
    pl_port_unlock(state);
}

/* After an event of the program's own: these may come in any number, so frames must not wait for the job's end. */
static void relieve(pl_irq_t state)
{
    if (pl_trace_waiting() && pl_irq_open(state)) {
        pl_trace_service();
    }
}

void pl_trace_now(uint8_t kind, uint8_t object)
{
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_port_lock();
    pl_trace_locked(kind, object, at);
    pl_port_unlock(state);
    relieve(state);
}

void pl_trace_skip(uint8_t task, uint16_t count, pl_tick_t at)
{
    pl_irq_t state = pl_port_lock();
    if (begin_control(PL_CONTROL_SKIP, at, 5)) {
        end(put_varint(put_varint(pl_trace.head, task), count));
    }
    pl_port_unlock(state);
}

void pl_mark(uint8_t mark, int32_t value)
{
    uint32_t zigzag = (uint32_t)value << 1;
    if (value < 0) {
        zigzag = ~zigzag;
    }
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_port_lock();
    if (begin_control(PL_CONTROL_MARK, at, 7)) {
        end(put_varint(put_varint(pl_trace.head, mark), zigzag));
    }
    pl_port_unlock(state);
    relieve(state);
}

static bool text_piece(const char *text, uint8_t length)
{
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_port_lock();
    bool taken = begin_control(PL_CONTROL_TEXT, at, (uint8_t)(length + 1U));
    if (taken) {
        uint8_t head = put(pl_trace.head, length);
        for (; length != 0; length--) {
            head = put(head, (uint8_t)*text);
            text++;
        }
        end(head);
    }
    pl_port_unlock(state);
    relieve(state);
    return taken;
}

uint16_t pl_text(const char *text, uint16_t length)
{
    uint16_t done = 0;
    while (done < length) {
        uint16_t left = (uint16_t)(length - done);
        uint8_t piece = (uint8_t)(left > TEXT_PIECE ? TEXT_PIECE : left);
        if (!text_piece(text + done, piece)) {
            break;
        }
        done = (uint16_t)(done + piece);
    }
    return done;
}

uint16_t pl_text_room(void)
{
    pl_irq_t state = pl_port_lock();
    uint8_t used = (uint8_t)(pl_trace.head - pl_trace.tail);
    pl_port_unlock(state);
    uint8_t overhead = (uint8_t)(FRAME_BYTES + EVENT_BYTES + 1U + DROPPED_BYTES);
    uint8_t free_bytes = (uint8_t)(PL_TRACE_RING_BYTES - 1U - used);
    return free_bytes > overhead ? (uint16_t)(free_bytes - overhead) : 0;
}

bool pl_trace_admit_background(void)
{
    pl_irq_t state = pl_port_lock();
    bool admitted = background_left != 0;
    if (admitted) {
        background_left--;
    }
    pl_port_unlock(state);
    return admitted;
}

/* Records the full time. */
static void sync(pl_tick_t now)
{
    pl_tick_t low = now - origin;
    uint16_t high = (uint16_t)(low < since_low ? since_high + 1U : since_high);
    if (begin_control(PL_CONTROL_SYNC, now, 6)) {
        since_low = low;
        since_high = high;
        uint8_t head = pl_trace.head;
        for (uint8_t i = 0; i < 4; i++) {
            head = put(head, (uint8_t)low);
            low >>= 8;
        }
        end(put(put(head, (uint8_t)high), (uint8_t)(high >> 8)));
    }
}

/* Sends one piece of the metadata as a frame of its own, if there is room. */
static void metadata_piece(void)
{
    uint16_t offset = (uint16_t)(metadata_next * METADATA_PIECE);
    uint16_t left = (uint16_t)(PL_METADATA_BYTES - offset);
    uint8_t length = (uint8_t)(left > METADATA_PIECE ? METADATA_PIECE : left);
    if (!has_room((uint8_t)(FRAME_BYTES + 3U + METADATA_PIECE))) {
        return;
    }
    if (pl_trace.head != pl_trace.open) {
        close_frame();
    }
    open_frame(METADATA_FLAG);
    uint8_t head = put(pl_trace.head, PROTOCOL_VERSION);
    head = put(put(head, metadata_next), METADATA_PIECES);
    for (const uint8_t *from = pl_metadata + offset; length != 0; length--) {
        head = put(head, pl_flash_u8(from));
        from++;
    }
    pl_trace.head = head;
    close_frame();
    metadata_next++;
}

void pl_trace_boot(void)
{
    pl_irq_t state = pl_port_lock();
    origin = last = metadata_at = pl_port_now();
    if (begin_control(PL_CONTROL_BOOT, origin, 0)) {
        end(pl_trace.head);
    }
    sync(origin);
    metadata_piece();
    pl_port_unlock(state);
    pl_trace_service();
}

void pl_trace_beat(void)
{
    pl_tick_t now = pl_port_now();
    background_left = BACKGROUND_JOBS_PER_BEAT;
    if (now - origin - since_low >= SYNC_TICKS) {
        sync(now);
    }
    if (metadata_next == METADATA_PIECES && now - metadata_at >= METADATA_TICKS) {
        metadata_next = 0;
        metadata_at = now;
    }
    if (metadata_next != METADATA_PIECES) {
        metadata_piece();
    }
    if (pl_trace.head != pl_trace.open) {
        if (aged) {
            close_frame();
        }
        aged = true;
    }
}

#else

/* ISO C wants a declaration in every file. */
typedef int pl_trace_absent_t;

#endif
