/* Quest: the queues of the loops. See record.h. */
#include <string.h>

#include "pl_quest.h"
#include "record.h"

#define QUEUES (PL_TASK_COUNT + 1U)

/* The addresses in the stacks where the loops began. Stacks grow downwards. */
static volatile uintptr_t tops[QUEUES];

void pl_record_enroll(uint8_t queue)
{
    tops[queue] = (uintptr_t)__builtin_frame_address(0);
}

#if PL_TELEMETRY

/* A power of two. */
#define QUEUE_RECORDS 128U
/* Places that only the records of jobs use, so that the program's own do not push them out. */
#define RESERVED 32U

typedef struct {
    pl_record_t records[QUEUE_RECORDS];
    volatile pl_index_t head; /* free-running; written by the loop */
    volatile pl_index_t tail; /* the same; written by the telemetry loop */
    volatile uint8_t stamping;
    volatile pl_tick_t since; /* while stamping: the record's time is not earlier */
    volatile uint32_t lost;   /* written by the loop */
    volatile uint32_t cut;    /* the same */
    uint32_t lost_told;
    uint32_t cut_told;
} queue_t;

static queue_t queues[QUEUES];

static pl_tick_t now(void)
{
    return (pl_tick_t)pl_quest_clock();
}

/* The queue of the caller: its stack begins closest above the present one. */
static uint8_t own(void)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    uint8_t found = PL_QUEUE_SETUP;
    uintptr_t least = UINTPTR_MAX;
    for (uint8_t i = 0; i != QUEUES; i++) {
        uintptr_t distance = tops[i] - here;
        if (tops[i] != 0 && distance < least) {
            least = distance;
            found = i;
        }
    }
    return found;
}

static pl_index_t room(const queue_t *queue)
{
    pl_index_t used = (pl_index_t)(queue->head - pl_port_load_index(&queue->tail));
    return (pl_index_t)(QUEUE_RECORDS - used);
}

/* Whether there is room for a record of the program; if not, counts it. */
static bool has_room(queue_t *queue)
{
    if (room(queue) > RESERVED) {
        return true;
    }
    queue->lost++;
    return false;
}

/* Announces a record, so that the telemetry loop waits for it, and returns its time. */
static pl_tick_t stamp(queue_t *queue)
{
    queue->since = now();
    pl_port_store(&queue->stamping, 1);
    return now();
}

/* The next record. There is room. */
static pl_record_t *next_record(queue_t *queue, uint8_t type, pl_tick_t at)
{
    pl_record_t *record = &queue->records[queue->head % QUEUE_RECORDS];
    record->at = at;
    record->type = type;
    return record;
}

/* Ends what stamp() began. */
static void publish(queue_t *queue, bool recorded)
{
    if (recorded) {
        pl_port_store_index(&queue->head, (pl_index_t)(queue->head + 1U));
    } else {
        queue->lost++;
    }
    pl_port_store(&queue->stamping, 0);
}

static void put_job(queue_t *queue, uint8_t type, pl_tick_t at, uint32_t release)
{
    bool has = room(queue) != 0;
    if (has) {
        next_record(queue, type, at)->of.value = release;
    }
    publish(queue, has);
}

void pl_record_start(uint8_t task, uint32_t release)
{
    queue_t *queue = &queues[task];
    put_job(queue, PL_RECORD_START, stamp(queue), release);
}

pl_tick_t pl_record_complete_begin(uint8_t task)
{
    return stamp(&queues[task]);
}

void pl_record_complete_end(uint8_t task, pl_tick_t at, uint32_t next)
{
    put_job(&queues[task], PL_RECORD_COMPLETE, at, next);
}

/* ---- what bodies record ---- */

static void put_event(pl_record_type_t type, uint8_t kind, uint8_t object, uint8_t first, uint32_t value)
{
    queue_t *queue = &queues[own()];
    if (!has_room(queue)) {
        return;
    }
    pl_record_t *record = next_record(queue, (uint8_t)type, stamp(queue));
    record->kind = kind;
    record->object = object;
    record->first = first;
    record->of.value = value;
    publish(queue, true);
}

void pl_trace_now(uint8_t kind, uint8_t object)
{
    put_event(PL_RECORD_EVENT, kind, object, 0, 0);
}

void pl_trace_value_now(uint8_t kind, uint8_t object, uint32_t value)
{
    put_event(PL_RECORD_VALUE, kind, object, 0, value);
}

void pl_trace_pair_now(uint8_t kind, uint8_t object, uint8_t first, uint32_t second)
{
    put_event(PL_RECORD_PAIR, kind, object, first, second);
}

static void put_text(queue_t *queue, const char *text, uint8_t length)
{
    pl_record_t *record = next_record(queue, PL_RECORD_TEXT, stamp(queue));
    record->first = length;
    memcpy(record->of.text, text, length);
    publish(queue, true);
}

uint16_t pl_text(const char *text, uint16_t length)
{
    queue_t *queue = &queues[own()];
    uint16_t done = 0;
    while (done < length && room(queue) > RESERVED) {
        uint16_t left = (uint16_t)(length - done);
        uint8_t piece = (uint8_t)(left > PL_RECORD_TEXT_BYTES ? PL_RECORD_TEXT_BYTES : left);
        put_text(queue, text + done, piece);
        done = (uint16_t)(done + piece);
    }
    queue->cut += (uint32_t)(length - done);
    return done;
}

uint16_t pl_text_room(void)
{
    pl_index_t places = room(&queues[own()]);
    return places > RESERVED ? (uint16_t)((places - RESERVED) * PL_RECORD_TEXT_BYTES) : 0;
}

/* ---- for the telemetry loop ---- */

/*
 * A loop announces its record before it reads the record's time. So a record that is not announced here is stamped
 * later than this call.
 */
pl_tick_t pl_record_horizon(void)
{
    pl_tick_t horizon = now();
    for (uint8_t i = 0; i != QUEUES; i++) {
        if (pl_port_load(&queues[i].stamping) != 0 && !pl_tick_reached(queues[i].since, horizon)) {
            horizon = queues[i].since;
        }
    }
    return horizon;
}

const pl_record_t *pl_record_oldest(uint8_t queue)
{
    pl_index_t tail = queues[queue].tail;
    return tail == pl_port_load_index(&queues[queue].head) ? 0 : &queues[queue].records[tail % QUEUE_RECORDS];
}

void pl_record_remove(uint8_t queue)
{
    pl_port_store_index(&queues[queue].tail, (pl_index_t)(queues[queue].tail + 1U));
}

static uint32_t more(uint32_t count, uint32_t *told)
{
    uint32_t before = *told;
    *told = count;
    return count - before;
}

uint32_t pl_record_lost(uint8_t queue)
{
    return more(queues[queue].lost, &queues[queue].lost_told);
}

uint32_t pl_record_cut(uint8_t queue)
{
    return more(queues[queue].cut, &queues[queue].cut_told);
}

#endif
