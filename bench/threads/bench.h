/* The bodies of program.c, by board. */
#ifndef BENCH_H
#define BENCH_H

#include "polyloop/polyloop.h"

void bench_fast(void);
void bench_witness(void);

#endif
