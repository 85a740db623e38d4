/*
 * What the loops record. Each loop has a queue with one writer, the loop, and one reader, the telemetry loop. So no
 * loop waits for another one, whenever the kernel switches.
 */
#ifndef POLYLOOP_QUEST_RECORD_H
#define POLYLOOP_QUEST_RECORD_H

#include "trace.h"

/* The queue of setup() follows those of the tasks. */
#define PL_QUEUE_SETUP PL_TASK_COUNT

/* No job follows at once. */
#define PL_NO_RELEASE UINT32_MAX

/* Called by each loop before anything else: from now on this stack records into this queue. */
void pl_record_enroll(uint8_t queue);

#if PL_TELEMETRY

#define PL_RECORD_TEXT_BYTES 24U

typedef enum {
    PL_RECORD_START,    /* of the job of release `value` */
    PL_RECORD_COMPLETE, /* the job of release `value` follows at once, or PL_NO_RELEASE */
    PL_RECORD_EVENT,    /* without a value */
    PL_RECORD_VALUE,    /* with `value` */
    PL_RECORD_PAIR,     /* with `first` and `value` */
    PL_RECORD_TEXT      /* `first` characters */
} pl_record_type_t;

typedef struct {
    pl_tick_t at;
    uint8_t type;
    uint8_t kind;
    uint8_t object;
    uint8_t first;
    union {
        uint32_t value;
        char text[PL_RECORD_TEXT_BYTES];
    } of;
} pl_record_t;

void pl_record_start(uint8_t task, uint32_t release);

/* A completion that is stamped when it is begun, and recorded when it is known which job follows. */
pl_tick_t pl_record_complete_begin(uint8_t task);
void pl_record_complete_end(uint8_t task, pl_tick_t at, uint32_t next);

/* ---- for the telemetry loop ---- */

/*
 * The time until which everything is known: a record that is made from now on is not stamped earlier. The queues are
 * read after this call.
 */
pl_tick_t pl_record_horizon(void);

/* The oldest record of a queue, or 0. It stays valid until pl_record_remove(). */
const pl_record_t *pl_record_oldest(uint8_t queue);
void pl_record_remove(uint8_t queue);

/* The records, and the characters of text, for which a queue had no room since the last call. */
uint32_t pl_record_lost(uint8_t queue);
uint32_t pl_record_cut(uint8_t queue);

#endif

#endif
