/* AVR: the heap of the program's own code. See heap.c. */
#ifndef POLYLOOP_HEAP_H
#define POLYLOOP_HEAP_H

#include <stddef.h>

/*
 * These functions have their own names, because the symbol table of link-time optimization leaves
 * out the builtin functions of GCC.
 */
void *pl_malloc(size_t size) __asm__("malloc");
void *pl_calloc(size_t count, size_t size) __asm__("calloc");
void *pl_realloc(void *memory, size_t size) __asm__("realloc");
void pl_free(void *memory) __asm__("free");

/*
 * Makes the linker take heap.c from the runtime's archive before link-time optimization.
 * Afterwards, when the calls of malloc() become known, it is too late, and avr-libc's functions
 * would be linked. Generates no code.
 */
#define PL_HEAP_LINK() __asm__ __volatile__("" ::"i"(pl_malloc))

#endif
