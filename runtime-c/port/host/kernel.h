/* Host: the small kernel of programs with threads, as the clock sees it. Between the port's own files. */
#ifndef POLYLOOP_HOST_KERNEL_H
#define POLYLOOP_HOST_KERNEL_H

#include <stdint.h>

#include "polyloop/polyloop.h"

#if PL_PREEMPTIVE

/* Goes over to the thread that is to run now, if it is another. Unlocked; returns when this thread runs again. */
void pl_host_kernel_switch(uint64_t now);

/* When the kernel wants to look again though nothing has happened: the end of a slice of time. UINT64_MAX: never. */
uint64_t pl_host_kernel_next(void);

#else

static inline void pl_host_kernel_switch(uint64_t now)
{
    (void)now;
}

static inline uint64_t pl_host_kernel_next(void)
{
    return UINT64_MAX;
}

#endif

#endif
