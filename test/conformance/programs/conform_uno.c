/*
 * Conformance on the ATmega328P. The result stands in the general purpose registers, where the emulator's owner reads
 * it: GPIOR2 is 1 for passed and 2 for failed, GPIOR1:GPIOR0 the line of the check.
 */
#include <avr/io.h>

#include "conform.h"

/* 400 µs: the telemetry of a few jobs and the interrupts in between. */
const pl_tick_t conform_slack = US(400);

void conform_consume(uint32_t us)
{
    pl_tick_t from = pl_now();
    while (pl_now() - from < US(us)) {
    }
}

void conform_check(bool holds, uint16_t line)
{
    if (!holds && GPIOR2 == 0) {
        GPIOR0 = (uint8_t)line;
        GPIOR1 = (uint8_t)(line >> 8);
        GPIOR2 = 2;
    }
}

void conform_pass(void)
{
    if (GPIOR2 == 0) {
        GPIOR2 = 1;
    }
}

int main(void)
{
    pl_start();
    pl_run();
}
