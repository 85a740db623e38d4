/* Host: lines between the port's own files. */
#ifndef POLYLOOP_HOST_LINES_H
#define POLYLOOP_HOST_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "polyloop/polyloop.h"

#if PL_INTERRUPT_COUNT > 0

/* When a line is raised, or interrupts; the clock's time, and that of pl_start(). UINT64_MAX: none. Unit: ticks. */
uint64_t pl_host_line_next(uint64_t now, uint64_t start);

/* Raises what is due and serves at most one interrupt. Locked. */
void pl_host_line_serve(uint64_t now, uint64_t start);

/* Whether a line's interrupt is being served: nothing else of the program may run meanwhile. */
bool pl_host_line_serving(void);

#else

static inline uint64_t pl_host_line_next(uint64_t now, uint64_t start)
{
    (void)now;
    (void)start;
    return UINT64_MAX;
}

static inline void pl_host_line_serve(uint64_t now, uint64_t start)
{
    (void)now;
    (void)start;
}

static inline bool pl_host_line_serving(void)
{
    return false;
}

#endif

#endif
