/*
 * The four-slot channel, after H. R. Simpson, "Four-slot fully asynchronous communication
 * mechanism", IEE Proceedings E 137(1), 1990. A part of channel.h, which includes it and declares
 * its types.
 *
 * The writer never writes into the pair that the reader has announced, and never into the newest
 * slot of the other pair. It publishes the slot's index before the pair. So a reader that takes the
 * pair finds a complete item.
 *
 * Inline, because a channel is written in one place and read in one place of the program. There its
 * slots and the size of its items are constants.
 */
#ifndef POLYLOOP_FOUR_SLOT_H
#define POLYLOOP_FOUR_SLOT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "polyloop/channel.h"
#include "polyloop/telemetry.h"

#ifdef __cplusplus
extern "C" {
#endif

PL_INLINE static uint8_t *pl_four_slot_at(const pl_four_slot_t *channel, uint8_t pair, uint8_t index)
{
    uint16_t bytes = channel->item_bytes;
    uint8_t *at = channel->slots;
    if (pair != 0) {
        at += (uint16_t)(2U * bytes);
    }
    if (index != 0) {
        at += bytes;
    }
    return at;
}

/* Publishes a copy of the item. Called by the one writer only. */
PL_INLINE static void pl_four_slot_write(const pl_four_slot_t *channel, const void *item)
{
    uint8_t pair = pl_port_load(&channel->state->reading) ^ 1U;
    uint8_t index = pl_port_load(&channel->state->index[pair]) ^ 1U;
    memcpy(pl_four_slot_at(channel, pair, index), item, channel->item_bytes);
    pl_port_store(&channel->state->index[pair], index);
    pl_port_store(&channel->state->latest, pair);
    pl_port_store(&channel->state->written, 1);
    pl_trace_now(PL_EVENT_CHANNEL_WRITE, channel->id);
}

/*
 * Copies the newest item. Called by the one reader only. False: no item has been written yet, and
 * *item is unchanged.
 */
PL_INLINE static bool pl_four_slot_read(const pl_four_slot_t *channel, void *item)
{
    if (pl_port_load(&channel->state->written) == 0) {
        return false;
    }
    uint8_t pair = pl_port_load(&channel->state->latest);
    pl_port_store(&channel->state->reading, pair);
    uint8_t index = pl_port_load(&channel->state->index[pair]);
    memcpy(item, pl_four_slot_at(channel, pair, index), channel->item_bytes);
    pl_trace_now(PL_EVENT_CHANNEL_READ, channel->id);
    return true;
}

#ifdef __cplusplus
}
#endif

#endif
