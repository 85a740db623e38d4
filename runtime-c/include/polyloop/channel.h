/*
 * Channels: one writer, one reader, wait-free. Either end may be a task or an interrupt.
 *
 * Four-slot channel (H. R. Simpson, "Four-slot fully asynchronous communication mechanism", IEE
 * Proceedings E 137(1), 1990): the reader gets the newest complete item, and never parts of two
 * items. Ring buffer: the reader gets every item once and in order; a write into a full buffer is
 * refused and counted.
 *
 * If several tasks read, the generator creates one channel for each reader.
 */
#ifndef POLYLOOP_CHANNEL_H
#define POLYLOOP_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "polyloop/polyloop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The largest size of an item. */
#define PL_ITEM_BYTES_MAX 256
/*
 * The largest capacity of a ring buffer: the port must be able to load and store an index by one
 * instruction.
 */
#define PL_RING_CAPACITY_MAX ((pl_index_t) ~(pl_index_t)0 - 1)

typedef struct {
    volatile uint8_t written;  /* 1 after the first write; set by the writer */
    volatile uint8_t latest;   /* pair last written; set by the writer */
    volatile uint8_t reading;  /* pair being read; set by the reader */
    volatile uint8_t index[2]; /* newest slot of each pair; set by the writer */
} pl_four_slot_state_t;

typedef struct {
    uint8_t *slots; /* [2][2] items */
    pl_four_slot_state_t *state;
    uint16_t item_bytes;
    uint8_t id; /* index in telemetry */
} pl_four_slot_t;

/*
 * Defines a static four-slot channel for items of `type`; `channel_id` is its index in telemetry.
 */
#define PL_FOUR_SLOT(name, type, channel_id)                                                                           \
    static uint8_t name##_slots[4 * sizeof(type)];                                                                     \
    static pl_four_slot_state_t name##_state;                                                                          \
    static const pl_four_slot_t name = {name##_slots, &name##_state, (uint16_t)sizeof(type), (channel_id)}

typedef struct {
    uint8_t *items; /* capacity + 1 items: one is always free, so that full and empty differ */
    uint16_t item_bytes;
    pl_index_t size;             /* capacity + 1 */
    uint8_t id;                  /* index in telemetry */
    volatile pl_index_t head;    /* next item to write; set by the writer */
    volatile pl_index_t tail;    /* next item to read; set by the reader */
    volatile uint16_t overflows; /* refused writes, up to 65535; set by the writer */
} pl_ring_buffer_t;

/* Defines a static ring buffer for `capacity` (1 to PL_RING_CAPACITY_MAX) items of `type`. */
#define PL_RING_BUFFER(name, type, capacity, channel_id)                                                               \
    static uint8_t name##_items[((capacity) + 1) * sizeof(type)];                                                      \
    static pl_ring_buffer_t name = {                                                                                   \
        name##_items, (uint16_t)sizeof(type), (pl_index_t)((capacity) + 1), (channel_id), 0, 0, 0}

/*
 * Appends a copy of the item. Called by the one writer only. False: the buffer was full; the
 * refused write is counted.
 */
bool pl_ring_buffer_write(pl_ring_buffer_t *channel, const void *item);

/*
 * Takes the oldest item. Called by the one reader only. False: the buffer was empty, and *item is
 * unchanged.
 */
bool pl_ring_buffer_read(pl_ring_buffer_t *channel, void *item);

/* Number of items in the buffer: for the reader a lower bound, for the writer an upper bound. */
pl_index_t pl_ring_buffer_count(const pl_ring_buffer_t *channel);

/* Number of refused writes, up to 65535. */
uint16_t pl_ring_buffer_overflows(const pl_ring_buffer_t *channel);

#ifdef __cplusplus
}
#endif

/* pl_four_slot_write(), pl_four_slot_read() */
#include "polyloop/four_slot.h"

#endif
