/* The bodies of program.c and kernel.c, by board. */
#ifndef BENCH_H
#define BENCH_H

#include "polyloop/polyloop.h"

/* Called as a function, so that its start and end can be observed. */
__attribute__((noinline)) void bench_fast(void);
void bench_witness(void);

/* Starts the runtime, or the kernel alone. Does not return. */
void bench_run(void);

#endif
