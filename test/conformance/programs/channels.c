/* Channels from one task: which items are read, in which order, how often, and which are refused. */
#include <string.h>

#define CAPACITY 3

#include "conform.h"
#include "sized_channels.h"

CONFORM_METADATA

static item_t make(uint8_t value)
{
    item_t item;
    memset(&item, 0, sizeof item);
    for (uint16_t i = 0; i < SIZE; i++) {
        bytes_of(&item)[i] = (uint8_t)(value + i);
    }
    return item;
}

static bool is(const item_t *item, uint8_t value)
{
    item_t wanted = make(value);
    return memcmp(item, &wanted, sizeof wanted) == 0;
}

static void check_four_slot(void)
{
    item_t item = make(200);
    CHECK(!pl_four_slot_read(&slot, bytes_of(&item)));
    CHECK(is(&item, 200));
    for (uint8_t value = 0; value < 50; value++) {
        item_t written = make(value);
        for (uint8_t times = value % 4U; times != 0; times--) {
            pl_four_slot_write(&slot, bytes_of(&written));
        }
        pl_four_slot_write(&slot, bytes_of(&written));
        for (uint8_t times = value % 3U; times != 0; times--) {
            CHECK(pl_four_slot_read(&slot, bytes_of(&item)));
            CHECK(is(&item, value));
        }
    }
}

static void check_ring(void)
{
    item_t item = make(200);
    CHECK(!pl_ring_buffer_read(&ring, bytes_of(&item)));
    CHECK(is(&item, 200));
    uint8_t next_read = 0;
    for (uint8_t value = 0; value < 40;) {
        item_t written = make(value);
        bool full = pl_ring_buffer_count(&ring) == CAPACITY;
        CHECK(pl_ring_buffer_write(&ring, bytes_of(&written)) != full);
        if (!full) {
            value++;
            continue;
        }
        for (uint8_t times = (uint8_t)(1U + value % CAPACITY); times != 0; times--) {
            CHECK(pl_ring_buffer_read(&ring, bytes_of(&item)));
            CHECK(is(&item, next_read));
            next_read++;
        }
    }
    CHECK(pl_ring_buffer_overflows(&ring) != 0);
}

static void body(void)
{
    while (next_size()) {
        CHECK(slot.item_bytes == SIZE);
        check_four_slot();
        check_ring();
    }
    conform_pass();
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(body, PL_PERIODIC, 1000000, 0, 1000000, 900000, 0),
};
