/* The emulator follows the program counter, so the witness does not measure anything itself. */
#include <avr/io.h>

#include "bench.h"

void bench_fast(void)
{
    do {
        GPIOR1 = 1;
    } while (ENDLESS);
}

__attribute__((naked)) void bench_witness(void)
{
    __asm__ __volatile__("1: nop $ nop $ nop $ rjmp 1b");
}

int main(void)
{
    bench_run();
}
