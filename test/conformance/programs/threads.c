/*
 * Channels between two threads that run at once: no item is torn, the four-slot reader gets nothing older than what was
 * there when it began to read, and the ring reader gets every item once and in order. POSIX threads; for a sanitizer.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "polyloop/channel.h"

#define ITEMS 20000U
#define CAPACITY 7

typedef struct {
    uint8_t bytes[SIZE];
} item_t;

PL_FOUR_SLOT(slot, item_t, 0);
PL_RING_BUFFER(ring, item_t, CAPACITY, 1);

/* Number of the last item that is certainly there. */
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

/* An item carries its number again and again, as far as it is long. */
static item_t make(uint32_t number)
{
    item_t item;
    for (size_t i = 0; i < SIZE; i++) {
        item.bytes[i] = (uint8_t)(number >> (8U * (i % 4U)));
    }
    return item;
}

static uint32_t number_of(const item_t *item)
{
    uint32_t number = 0;
    for (size_t i = 0; i < 4; i++) {
        number |= (uint32_t)item->bytes[i] << (8U * i);
    }
    item_t whole = make(number);
    if (memcmp(&whole, item, sizeof whole) != 0) {
        fail("torn item");
    }
    return number;
}

static void *write_slot(void *unused)
{
    for (uint32_t number = 1; number <= ITEMS; number++) {
        item_t item = make(number);
        pl_four_slot_write(&slot, &item);
        __atomic_store_n(&published, number, __ATOMIC_RELEASE);
    }
    return unused;
}

static void *read_slot(void *unused)
{
    uint32_t last = 0;
    while (last < ITEMS) {
        uint32_t oldest = __atomic_load_n(&published, __ATOMIC_ACQUIRE);
        item_t item;
        if (!pl_four_slot_read(&slot, &item)) {
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
    for (uint32_t number = 1; number <= ITEMS;) {
        item_t item = make(number);
        if (pl_ring_buffer_write(&ring, &item)) {
            number++;
        }
    }
    return unused;
}

static void *read_ring(void *unused)
{
    for (uint32_t number = 1; number <= ITEMS;) {
        item_t item;
        if (!pl_ring_buffer_read(&ring, &item)) {
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
    together(write_slot, read_slot);
    together(write_ring, read_ring);
    return 0;
}
