/*
 * Channels between two parallel threads. No item is torn. The four-slot reader gets an item at
 * least as new as the newest at the start of its read. The ring reader gets every item once and in
 * order. POSIX threads; for a sanitizer.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAPACITY 7

#include "sized_channels.h"

/* Number of the last item that is completely written. */
static uint32_t published;

pl_irq_t pl_port_lock(void)
{
    return 0;
}

void pl_port_unlock(pl_irq_t state)
{
    (void)state;
}

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(EXIT_FAILURE);
}

/* Limited to the numbers that the bytes of an item can represent. */
static uint32_t last_item(void)
{
    return SIZE == 1 ? UINT8_MAX : ITEMS;
}

/* An item contains repeated copies of its number. */
static item_t make(uint32_t number)
{
    item_t item;
    memset(&item, 0, sizeof item);
    for (size_t i = 0; i < SIZE; i++) {
        bytes_of(&item)[i] = (uint8_t)(number >> (8U * (i % 4U)));
    }
    return item;
}

static uint32_t number_of(item_t *item)
{
    uint32_t number = 0;
    for (size_t i = 0; i < 4 && i < SIZE; i++) {
        number |= (uint32_t)bytes_of(item)[i] << (8U * i);
    }
    item_t whole = make(number);
    if (memcmp(bytes_of(&whole), bytes_of(item), SIZE) != 0) {
        fail("torn item");
    }
    return number;
}

static void *write_slot(void *unused)
{
    for (uint32_t number = 1; number <= last_item(); number++) {
        item_t item = make(number);
        pl_four_slot_write(&slot, bytes_of(&item));
        __atomic_store_n(&published, number, __ATOMIC_RELEASE);
    }
    return unused;
}

static void *read_slot(void *unused)
{
    uint32_t last = 0;
    while (last < last_item()) {
        uint32_t oldest = __atomic_load_n(&published, __ATOMIC_ACQUIRE);
        item_t item;
        if (!pl_four_slot_read(&slot, bytes_of(&item))) {
            sched_yield();
            continue;
        }
        uint32_t number = number_of(&item);
        if (number < oldest || number < last) {
            fail("stale item");
        }
        last = number;
    }
    return unused;
}

static void *write_ring(void *unused)
{
    for (uint32_t number = 1; number <= last_item();) {
        item_t item = make(number);
        if (pl_ring_buffer_write(&ring, bytes_of(&item))) {
            number++;
        } else {
            sched_yield();
        }
    }
    return unused;
}

static void *read_ring(void *unused)
{
    for (uint32_t number = 1; number <= last_item();) {
        item_t item;
        if (!pl_ring_buffer_read(&ring, bytes_of(&item))) {
            sched_yield();
            continue;
        }
        if (number_of(&item) != number) {
            fail("item lost, repeated or out of order");
        }
        number++;
    }
    return unused;
}

static void together(void *(*writer)(void *), void *(*reader)(void *))
{
    pthread_t threads[2];
    if (pthread_create(&threads[0], NULL, writer, NULL) != 0 || pthread_create(&threads[1], NULL, reader, NULL) != 0) {
        fail("no threads");
    }
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
}

int main(void)
{
    while (next_size()) {
        published = 0;
        together(write_slot, read_slot);
        together(write_ring, read_ring);
    }
    return 0;
}
