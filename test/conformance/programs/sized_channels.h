/*
 * One channel of each kind, `slot` and `ring`, for items of SIZE bytes, as in a generated program; or one after the
 * other for all SIZES up to LARGEST. CAPACITY: items that the ring holds.
 */
#ifndef SIZED_CHANNELS_H
#define SIZED_CHANNELS_H

#include <string.h>

#include "polyloop/channel.h"

#ifdef SIZE

#define LARGEST SIZE
typedef struct {
    uint8_t bytes[SIZE];
} item_t;

PL_FOUR_SLOT(slot, item_t, 0);
PL_RING_BUFFER(ring, item_t, CAPACITY, 1);

/* True once for each size to test. */
static bool next_size(void)
{
    static bool tried;
    bool first = !tried;
    tried = true;
    return first;
}

#else

#define SIZE size
typedef struct {
    uint8_t bytes[LARGEST];
} item_t;

static uint16_t size;
static uint8_t slots[4 * LARGEST];
static uint8_t items[(CAPACITY + 1) * LARGEST];
static pl_four_slot_state_t state;
static pl_four_slot_t slot;
static pl_ring_buffer_t ring;

/*
 * Makes the channels for the next size. They end where their arrays end, so that a sanitizer
 * detects accesses beyond.
 */
static bool next_size(void)
{
    static const uint16_t sizes[] = {SIZES};
    static uint16_t tried;
    const pl_four_slot_state_t unwritten = {0, 0, 0, {0, 0}};
    if (tried == sizeof sizes / sizeof sizes[0]) {
        return false;
    }
    size = sizes[tried];
    tried++;
    const pl_four_slot_t new_slot = {slots + sizeof slots - 4U * size, &state, size, 0};
    const pl_ring_buffer_t new_ring = {items + sizeof items - (CAPACITY + 1U) * size, size, CAPACITY + 1U, 1, 0, 0, 0};
    state = unwritten;
    slot = new_slot;
    ring = new_ring;
    return true;
}

#endif

/* The item, at the end of its buffer. */
static uint8_t *bytes_of(item_t *item)
{
    return &item->bytes[LARGEST - SIZE];
}

#endif
