/*
 * The beat: what telemetry sends at regular intervals, whatever the program does. The full time,
 * the metadata, and frames that have been open for too long.
 */
#include "recorder.h"

#if PL_TELEMETRY

#define METADATA_PIECE 20U
#define METADATA_PIECES ((PL_METADATA_BYTES + METADATA_PIECE - 1U) / METADATA_PIECE)
#define METADATA_FLAG 0x80U
/*
 * A sync event every second at least, metadata every two seconds: a few beats less, because only
 * beats send them.
 */
#define SYNC_TICKS (PL_TICK_HZ - PL_TICK_HZ / 8U)
#define METADATA_TICKS (2U * PL_TICK_HZ - PL_TICK_HZ / 16U)
#define BACKGROUND_JOBS_PER_BEAT 2U
/* Arguments of a sync event: 48 bits of time, and the run. */
#define SYNC_BYTES 10U
/* Offset of the sketch's fingerprint in the metadata. */
#define FINGERPRINT 4U

#if PL_METADATA_BYTES < 8 || PL_METADATA_BYTES > 5100
#error "PL_METADATA_BYTES must be 8 to 5100: clock and fingerprint, and at most 255 pieces of 20 bytes"
#endif

uint32_t pl_trace_starts PL_NOINIT;

static pl_tick_t origin;    /* time 0 of the run */
static pl_tick_t since_low; /* time of the last sync event: the low 32 bits, and 16 above */
static uint16_t since_high;
static pl_tick_t metadata_at; /* when the first piece of the metadata was last sent */
static uint8_t metadata_next; /* the piece to send next; METADATA_PIECES: none */
static uint8_t background_left;

static uint8_t put_32(uint8_t head, uint32_t value)
{
    for (uint8_t i = 0; i < 4; i++) {
        head = pl_put(head, (uint8_t)value);
        value >>= 8;
    }
    return head;
}

/*
 * A number that no other run has: other programs have another fingerprint, other runs another
 * count.
 */
static uint32_t run_number(void)
{
    uint32_t fingerprint = 0;
    for (uint8_t i = 4; i != 0; i--) {
        fingerprint = (fingerprint << 8) | pl_flash_u8(&pl_metadata[FINGERPRINT + i - 1U]);
    }
    return fingerprint + pl_trace_starts;
}

/* Records the full time and the run. If there is no room, the next beat tries again. */
static void sync(pl_tick_t now)
{
    pl_tick_t low = now - origin;
    uint16_t high = (uint16_t)(low < since_low ? since_high + 1U : since_high);
    if (!pl_has_room((uint8_t)(PL_EVENT_BYTES + SYNC_BYTES)) ||
        !pl_control_begin(PL_CONTROL_SYNC, now, (uint8_t)SYNC_BYTES)) {
        return;
    }
    since_low = low;
    since_high = high;
    uint8_t head = put_32(pl_trace.head, low);
    head = pl_put(pl_put(head, (uint8_t)high), (uint8_t)(high >> 8));
    pl_event_end(put_32(head, run_number()));
}

/* Sends one piece of the metadata as a frame of its own, if there is room. */
static void metadata_piece(void)
{
    uint16_t offset = (uint16_t)(metadata_next * METADATA_PIECE);
    uint16_t left = (uint16_t)(PL_METADATA_BYTES - offset);
    uint8_t length = (uint8_t)(left > METADATA_PIECE ? METADATA_PIECE : left);
    if (!pl_has_room((uint8_t)(PL_FRAME_BYTES + 3U + METADATA_PIECE))) {
        return;
    }
    if (pl_trace.head != pl_trace.open) {
        pl_frame_close();
    }
    pl_frame_open(METADATA_FLAG);
    uint8_t head = pl_put(pl_trace.head, PL_TELEMETRY_VERSION);
    head = pl_put(pl_put(head, metadata_next), METADATA_PIECES);
    for (const uint8_t *from = pl_metadata + offset; length != 0; length--) {
        head = pl_put(head, pl_flash_u8(from));
        from++;
    }
    pl_trace.head = head;
    pl_frame_close();
    metadata_next++;
}

static void metadata(pl_tick_t now)
{
    if (metadata_next == METADATA_PIECES && now - metadata_at >= METADATA_TICKS) {
        metadata_next = 0;
        metadata_at = now;
    }
    if (metadata_next != METADATA_PIECES) {
        metadata_piece();
    } else {
        pl_trace_notice(now);
    }
}

void pl_trace_boot(void)
{
    pl_irq_t state = pl_port_lock();
    pl_tick_t now = pl_port_now();
    origin = now;
    metadata_at = now;
    pl_recorder.last = now;
    pl_trace_starts++;
    if (pl_control_begin(PL_CONTROL_BOOT, now, 0)) {
        pl_event_end(pl_trace.head);
    }
    sync(now);
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
    metadata(now);
    if (pl_trace.head != pl_trace.open) {
        if (pl_recorder.aged) {
            pl_frame_close();
        }
        pl_recorder.aged = true;
    }
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

#else

/* ISO C requires a declaration in every file. */
typedef int pl_trace_beat_absent_t;

#endif
