/*
 * AVR: malloc(), calloc(), realloc() and free() for the program's own code. The runtime
 * allocates nothing. A program that does not call them does not link them.
 *
 * These functions replace the functions of avr-libc for two reasons. With a kernel, avr-libc's
 * malloc() always fails, because it compares the heap with the stack pointer, and the stacks of
 * threads are below the heap. And avr-libc's malloc() is not safe under preemption.
 *
 * The heap is between the program's variables and the stack of main(), which with a kernel is the
 * stack of interrupts. Allocation is best fit. The free list is ordered by address, and adjacent
 * free chunks are merged. Each change of the list is one locked section; its length grows with the
 * number of free chunks. An allocation that does not fit returns NULL.
 */
#include <avr/io.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "heap.h"
#include "polyloop/polyloop.h"
#include "polyloop/port.h"
#include "polyloop/telemetry.h"

/*
 * Link-time optimization does not see the calls of malloc(), a builtin function of the compiler, so
 * it must keep these functions. The linker drops their section if no code calls them.
 */
#define HEAP_CODE __attribute__((section(".text.pl_heap")))
#define HEAP_FUNCTION __attribute__((used, section(".text.pl_heap")))
#define HEAP_BSS __attribute__((section(".bss.pl_heap")))

/*
 * A chunk: its size without this field, then its contents. A free chunk contains the address of the
 * next free chunk.
 */
typedef struct __freelist {
    size_t sz;
    struct __freelist *nx;
} chunk_t;

#define HEAD sizeof(size_t)
#define LEAST (sizeof(chunk_t) - HEAD)

/*
 * avr-libc's names: sketches read these variables to find out how much RAM is free. They have no
 * initial values, because the code that copies initial values would be linked into programs that
 * have none.
 */
extern char __heap_start;
HEAP_BSS char *__brkval;
HEAP_BSS chunk_t *__flp;

HEAP_CODE static chunk_t *chunk_of(void *memory)
{
    return (chunk_t *)(void *)((char *)memory - HEAD);
}

HEAP_CODE static void *memory_of(chunk_t *chunk)
{
    return (char *)chunk + HEAD;
}

HEAP_CODE static char *end_of(chunk_t *chunk)
{
    return (char *)chunk + HEAD + chunk->sz;
}

/* With one stack, that stack grows: keep room for interrupts and further calls. */
HEAP_CODE static char *limit(void)
{
#if PL_PREEMPTIVE
    uint16_t end = RAMEND + 1U;
#else
    uint16_t end = SP;
#endif
    return (char *)(end - PL_INTERRUPT_STACK_BYTES); /* NOLINT(performance-no-int-to-ptr): a register is a number */
}

/* Bytes between the allocated part and the end of the heap. */
HEAP_CODE static size_t room(void)
{
    if (__brkval == NULL) {
        __brkval = &__heap_start;
    }
    char *end = limit();
    return end > __brkval ? (size_t)(end - __brkval) : 0;
}

/* Splits a chunk after its first `size` bytes if the rest is large enough for a chunk; otherwise returns NULL. */
HEAP_CODE static chunk_t *cut(chunk_t *chunk, size_t size)
{
    if (chunk->sz - size < sizeof(chunk_t)) {
        return NULL;
    }
    chunk_t *rest = (chunk_t *)(void *)((char *)memory_of(chunk) + size);
    rest->sz = chunk->sz - size - HEAD;
    chunk->sz = size;
    return rest;
}

HEAP_CODE static void *take_free(size_t size)
{
    chunk_t **best = NULL;
    for (chunk_t **link = &__flp; *link != NULL; link = &(*link)->nx) {
        if ((*link)->sz >= size && (best == NULL || (*link)->sz < (*best)->sz)) {
            best = link;
        }
    }
    if (best == NULL) {
        return NULL;
    }
    chunk_t *found = *best;
    chunk_t *next = found->nx;
    chunk_t *rest = cut(found, size);
    if (rest != NULL) {
        rest->nx = next;
        next = rest;
    }
    *best = next;
    return memory_of(found);
}

HEAP_CODE static void *take_new(size_t size)
{
    size_t free = room();
    if (free < HEAD || free - HEAD < size) {
        return NULL;
    }
    chunk_t *chunk = (chunk_t *)(void *)__brkval;
    chunk->sz = size;
    __brkval = end_of(chunk);
    return memory_of(chunk);
}

HEAP_CODE static void *take(size_t size)
{
    size_t asked = size < LEAST ? LEAST : size;
    pl_irq_t state = pl_port_lock();
    void *memory = take_free(asked);
    if (memory == NULL) {
        memory = take_new(asked);
    }
    pl_port_unlock(state);
    if (memory == NULL) {
        pl_notice(PL_NOTICE_HEAP_EXHAUSTED, asked);
    }
    return memory;
}

/* Merges a free chunk with the next one if they are adjacent. */
HEAP_CODE static void join(chunk_t *chunk)
{
    chunk_t *next = chunk->nx;
    if (next != NULL && end_of(chunk) == (char *)next) {
        chunk->sz += HEAD + next->sz;
        chunk->nx = next->nx;
    }
}

/* Locked. Returns the last chunk to the unallocated part. */
HEAP_CODE static void give(chunk_t *chunk)
{
    chunk_t *before = NULL;
    chunk_t **link = &__flp;
    while (*link != NULL && *link < chunk) {
        before = *link;
        link = &before->nx;
    }
    chunk->nx = *link;
    *link = chunk;
    join(chunk);
    if (before != NULL) {
        join(before);
    }
    for (link = &__flp; *link != NULL; link = &(*link)->nx) {
        if (end_of(*link) == __brkval) {
            __brkval = (char *)*link;
            *link = NULL;
            return;
        }
    }
}

/* Locked. Extends a chunk into the free chunk after it, or at the end of the heap. */
HEAP_CODE static bool grow(chunk_t *chunk, size_t size)
{
    char *end = end_of(chunk);
    size_t more = size - chunk->sz;
    if (end == __brkval) {
        if (room() < more) {
            return false;
        }
        chunk->sz = size;
        __brkval = end_of(chunk);
        return true;
    }
    for (chunk_t **link = &__flp; *link != NULL; link = &(*link)->nx) {
        if ((char *)*link == end && (*link)->sz + HEAD >= more) {
            chunk->sz += (*link)->sz + HEAD;
            *link = (*link)->nx;
            return true;
        }
    }
    return false;
}

/* Resizes the chunk in place if possible. */
HEAP_CODE static bool resize(chunk_t *chunk, size_t size)
{
    pl_irq_t state = pl_port_lock();
    bool done = size <= chunk->sz || grow(chunk, size);
    if (done) {
        chunk_t *rest = cut(chunk, size);
        if (rest != NULL) {
            give(rest);
        }
    }
    pl_port_unlock(state);
    return done;
}

HEAP_FUNCTION void *pl_malloc(size_t size)
{
    return take(size);
}

HEAP_FUNCTION void *pl_calloc(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        return NULL;
    }
    void *memory = take(count * size);
    if (memory != NULL) {
        (void)memset(memory, 0, count * size);
    }
    return memory;
}

HEAP_FUNCTION void pl_free(void *memory)
{
    if (memory != NULL) {
        pl_irq_t state = pl_port_lock();
        give(chunk_of(memory));
        pl_port_unlock(state);
    }
}

HEAP_FUNCTION void *pl_realloc(void *memory, size_t size)
{
    if (memory == NULL) {
        return take(size);
    }
    chunk_t *chunk = chunk_of(memory);
    if (resize(chunk, size < LEAST ? LEAST : size)) {
        return memory;
    }
    void *other = take(size);
    if (other != NULL) {
        (void)memcpy(other, memory, chunk->sz);
        pl_free(memory);
    }
    return other;
}
