/* A peer marks its progress for the emulator by a byte in GPIOR0, which takes two cycles. */
#ifndef BENCH_MARKS_H
#define BENCH_MARKS_H

#include <Arduino.h>

#define MARK_PASS 1
#define MARK_BODY 2
#define MARK_END 3

extern volatile uint8_t bench_count;

/* The work of every task of this benchmark. */
__attribute__((noinline)) inline void bench_body()
{
    GPIOR0 = MARK_BODY;
    bench_count++;
    GPIOR0 = MARK_END;
}

#endif
