/*
 * The four-slot channel, after H. R. Simpson, "Four-slot fully asynchronous communication mechanism", IEE Proceedings E
 * 137(1), 1990.
 *
 * The writer never writes into the pair that the reader has announced, nor into the newest slot of the other pair; the
 * index is published before the pair, so that whoever takes the pair finds a whole item there.
 */
#include <string.h>

#include "polyloop/channel.h"
#include "trace.h"

static uint8_t *slot(const pl_four_slot_t *channel, uint8_t pair, uint8_t index)
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

void pl_four_slot_write(pl_four_slot_t *channel, const void *item)
{
    uint8_t pair = pl_port_load(&channel->reading) ^ 1U;
    uint8_t index = pl_port_load(&channel->index[pair]) ^ 1U;
    memcpy(slot(channel, pair, index), item, channel->item_bytes);
    pl_port_store(&channel->index[pair], index);
    pl_port_store(&channel->latest, pair);
    pl_port_store(&channel->written, 1);
    pl_trace_now(PL_EVENT_CHANNEL_WRITE, channel->id);
}

bool pl_four_slot_read(pl_four_slot_t *channel, void *item)
{
    if (pl_port_load(&channel->written) == 0) {
        return false;
    }
    uint8_t pair = pl_port_load(&channel->latest);
    pl_port_store(&channel->reading, pair);
    uint8_t index = pl_port_load(&channel->index[pair]);
    memcpy(item, slot(channel, pair, index), channel->item_bytes);
    pl_trace_now(PL_EVENT_CHANNEL_READ, channel->id);
    return true;
}
