/*
 * The ring buffer: one writer, one reader, every item once and in order.
 *
 * The writer copies an item before it publishes the index. The reader copies an item before it
 * frees the place. Only one side writes each index.
 */
#include <string.h>

#include "polyloop/channel.h"
#include "polyloop/port.h"

static pl_index_t following(const pl_ring_buffer_t *channel, pl_index_t at)
{
    pl_index_t next = (pl_index_t)(at + 1U);
    return next == channel->size ? 0 : next;
}

static uint8_t *item_at(const pl_ring_buffer_t *channel, pl_index_t at)
{
    return channel->items + (size_t)at * channel->item_bytes;
}

/* Locked, because not every port stores 16 bits by one instruction. */
static void count_refused(pl_ring_buffer_t *channel)
{
    pl_irq_t state = pl_port_lock();
    uint16_t overflows = channel->overflows;
    if (overflows != UINT16_MAX) {
        channel->overflows = (uint16_t)(overflows + 1U);
    }
    pl_port_unlock(state);
}

bool pl_ring_buffer_write(pl_ring_buffer_t *channel, const void *item)
{
    pl_index_t head = channel->head;
    pl_index_t next = following(channel, head);
    if (next == pl_port_load_index(&channel->tail)) {
        count_refused(channel);
        pl_trace_now(PL_EVENT_CHANNEL_OVERFLOW, channel->id);
        return false;
    }
    memcpy(item_at(channel, head), item, channel->item_bytes);
    pl_port_store_index(&channel->head, next);
    pl_trace_now(PL_EVENT_CHANNEL_WRITE, channel->id);
    return true;
}

bool pl_ring_buffer_read(pl_ring_buffer_t *channel, void *item)
{
    pl_index_t tail = channel->tail;
    if (tail == pl_port_load_index(&channel->head)) {
        return false;
    }
    memcpy(item, item_at(channel, tail), channel->item_bytes);
    pl_port_store_index(&channel->tail, following(channel, tail));
    pl_trace_now(PL_EVENT_CHANNEL_READ, channel->id);
    return true;
}

pl_index_t pl_ring_buffer_count(const pl_ring_buffer_t *channel)
{
    pl_index_t head = pl_port_load_index(&channel->head);
    pl_index_t tail = pl_port_load_index(&channel->tail);
    return (pl_index_t)(head >= tail ? head - tail : channel->size - tail + head);
}

uint16_t pl_ring_buffer_overflows(const pl_ring_buffer_t *channel)
{
    pl_irq_t state = pl_port_lock();
    uint16_t overflows = channel->overflows;
    pl_port_unlock(state);
    return overflows;
}
