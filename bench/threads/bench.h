/* The bodies of program.c and kernel.c, by board. */
#ifndef BENCH_H
#define BENCH_H

#include "polyloop/polyloop.h"

/* Called, so that its start and its end can be seen. */
__attribute__((noinline)) void bench_fast(void);
void bench_witness(void);

/* Starts what is measured: the runtime, or the kernel alone. Does not return. */
void bench_run(void);

#endif
