/*
 * Quest: telemetry. One loop merges the queues of the others in the order of their times, adds the releases, the
 * deadline misses and the decisions of the overrun policy, which follow from the times, and sends all of it.
 *
 * Qduino's API does not report when the kernel switches, nor when a budget is exhausted. A trace has the starts and the
 * completions of jobs.
 */
#include "pl_quest.h"
#include "polyloop/sink.h"
#include "record.h"
#include "recorder.h"

#if PL_TELEMETRY

/* From one run of the telemetry loop to the next. Unit: us. */
#define BEAT_US 20000U
/* Bytes of one system call, during which the kernel does not switch. */
#define PIECE_BYTES 8U
/* Half of the ring of encoded bytes. */
#define MANY_BYTES (PL_TRACE_RING_BYTES / 2U)

/* What has been recorded of a task's releases. */
typedef struct {
    uint32_t next;      /* number of the next release */
    uint32_t oldest;    /* that of the current job */
    uint8_t pending;    /* jobs that are released and not complete */
    uint8_t unrecorded; /* dropped releases for which there was no room */
    bool missed;        /* the current job has missed its deadline */
    bool stopped;
} lane_t;

static lane_t lanes[PL_TASK_COUNT];
/* The time of the recorder: that of the event in hand. Only this loop uses it, and pl_start() before. */
static pl_tick_t recorded;
static bool begun;

pl_tick_t pl_port_now(void)
{
    return begun ? recorded : (pl_tick_t)pl_quest_clock();
}

void pl_port_sink_start(void)
{
}

/* ---- the line ---- */

static void send(void)
{
    uint8_t bytes[PIECE_BYTES];
    while (!pl_trace_drained()) {
        uint8_t count = 0;
        for (; count != PIECE_BYTES && !pl_trace_drained(); count++) {
            bytes[count] = pl_trace_take();
        }
        pl_quest_write(bytes, count);
    }
}

/* Makes room in the ring. */
static void relieve(void)
{
    pl_trace_service();
    if ((uint8_t)(pl_trace.encoded - pl_trace.tail) >= MANY_BYTES) {
        send();
    }
}

/* ---- what follows from the times ---- */

static void drop_release(uint8_t task)
{
    lane_t *lane = &lanes[task];
    uint16_t count = (uint16_t)(lane->unrecorded + 1U);
    if (pl_trace_release_dropped_locked(pl_tasks[task].id, count, recorded)) {
        lane->unrecorded = 0;
    } else if (lane->unrecorded != UINT8_MAX) {
        lane->unrecorded++;
    }
}

static void release(uint8_t task)
{
    const pl_task_config_t *config = &pl_tasks[task];
    lane_t *lane = &lanes[task];
    uint8_t kept = config->overrun == PL_OVERRUN_CATCH_UP ? config->catch_up_limit : 0;
    uint32_t number = lane->next;
    lane->next++;
    if (lane->stopped || lane->pending > kept) {
        lane->stopped = lane->stopped || config->overrun == PL_OVERRUN_STOP;
        drop_release(task);
        return;
    }
    if (lane->pending == 0) {
        lane->oldest = number;
        lane->missed = false;
    }
    lane->pending++;
    pl_trace_locked(PL_EVENT_RELEASE, config->id, recorded);
}

static void miss(uint8_t task)
{
    lanes[task].missed = true;
    pl_trace_locked(PL_EVENT_DEADLINE_MISS, pl_tasks[task].id, recorded);
}

/* ---- what the loops have recorded ---- */

/* If records were lost, the job is taken from this one. */
static void job_started(uint8_t task, uint32_t number)
{
    lane_t *lane = &lanes[task];
    if (lane->pending == 0 || lane->oldest != number) {
        lane->pending = 1;
        lane->oldest = number;
        lane->missed = false;
    }
    pl_trace_locked(PL_EVENT_START, pl_tasks[task].id, recorded);
}

static void job_ended(uint8_t task, uint32_t next)
{
    lane_t *lane = &lanes[task];
    if (lane->pending != 0) {
        lane->pending--;
    }
    if (next != PL_NO_RELEASE) {
        lane->oldest = next;
    }
    lane->missed = false;
    pl_trace_locked(PL_EVENT_COMPLETE, pl_tasks[task].id, recorded);
}

static void text(const pl_record_t *record)
{
    if (!pl_has_program_room((uint8_t)(record->first + 1U)) ||
        !pl_control_begin(PL_CONTROL_TEXT, recorded, (uint8_t)(record->first + 1U))) {
        return;
    }
    uint8_t head = pl_put(pl_trace.head, record->first);
    for (uint8_t i = 0; i != record->first; i++) {
        head = pl_put(head, (uint8_t)record->of.text[i]);
    }
    pl_event_end(head);
}

static void take(uint8_t queue, const pl_record_t *record)
{
    switch (record->type) {
    case PL_RECORD_START:
        job_started(queue, record->of.value);
        break;
    case PL_RECORD_COMPLETE:
        job_ended(queue, record->of.value);
        break;
    case PL_RECORD_EVENT:
        pl_trace_locked(record->kind, record->object, recorded);
        break;
    case PL_RECORD_VALUE:
        pl_trace_value_locked(record->kind, record->object, recorded, record->of.value);
        break;
    case PL_RECORD_PAIR:
        pl_trace_program_pair_locked(record->kind, record->object, recorded, record->first, record->of.value);
        break;
    default:
        text(record);
    }
    pl_record_remove(queue);
}

/* ---- in the order of the times ---- */

typedef enum { NOTHING, RELEASE, MISS, RECORD } what_t;

typedef struct {
    what_t what;
    uint8_t from; /* the task, or the queue */
    pl_tick_t at;
} candidate_t;

static void consider(candidate_t *best, what_t what, uint8_t from, pl_tick_t at)
{
    if (best->what == NOTHING || !pl_tick_reached(at, best->at)) {
        best->what = what;
        best->from = from;
        best->at = at;
    }
}

/* Of equal times a release comes first, then a miss: a job that ends at the time of a release was not complete then. */
static candidate_t soonest(void)
{
    candidate_t best = {NOTHING, 0, 0};
    for (uint8_t i = 0; i != PL_TASK_COUNT; i++) {
        if (pl_tasks[i].kind == PL_PERIODIC) {
            consider(&best, RELEASE, i, pl_quest_release(i, lanes[i].next));
        }
    }
    for (uint8_t i = 0; i != PL_TASK_COUNT; i++) {
        if (lanes[i].pending != 0 && !lanes[i].missed && pl_tasks[i].deadline != PL_NONE) {
            consider(&best, MISS, i, pl_quest_release(i, lanes[i].oldest) + pl_tasks[i].deadline + 1U);
        }
    }
    for (uint8_t i = 0; i != PL_TASK_COUNT + 1U; i++) {
        const pl_record_t *record = pl_record_oldest(i);
        if (record != 0) {
            consider(&best, RECORD, i, record->at);
        }
    }
    return best;
}

static void record(const candidate_t *next)
{
    recorded = next->at;
    if (next->what == RELEASE) {
        release(next->from);
    } else if (next->what == MISS) {
        miss(next->from);
    } else {
        take(next->from, pl_record_oldest(next->from));
    }
}

static void count_lost(void)
{
    for (uint8_t i = 0; i != PL_TASK_COUNT + 1U; i++) {
        for (uint32_t lost = pl_record_lost(i); lost != 0; lost--) {
            pl_drop();
        }
        uint32_t cut = pl_record_cut(i);
        if (cut != 0) {
            pl_notice(PL_NOTICE_TEXT_CUT, cut > UINT16_MAX ? UINT16_MAX : (uint16_t)cut);
        }
    }
}

static void sequence(void)
{
    pl_tick_t horizon = pl_record_horizon();
    count_lost();
    for (candidate_t next = soonest(); next.what != NOTHING && !pl_tick_reached(next.at, horizon); next = soonest()) {
        record(&next);
        relieve();
    }
    recorded = horizon;
}

void pl_quest_telemetry(void)
{
    pl_quest_await_start();
    recorded = (pl_tick_t)pl_quest_clock();
    begun = true;
    for (;;) {
        sequence();
        pl_trace_beat();
        pl_trace_service();
        send();
        pl_quest_sleep(BEAT_US);
    }
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_sequence_absent_t;

#endif
