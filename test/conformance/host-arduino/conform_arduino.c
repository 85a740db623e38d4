/* Conformance with Arduino's functions on virtual time: the process's exit status, and telemetry on the standard output. */
#include <stdio.h>
#include <stdlib.h>

#include "conform.h"
#include "polyloop/port.h"

/* 200 µs: nothing interrupts the recording and the sending of a few jobs, at 250 ns for each look at the clock. */
const pl_tick_t conform_slack = US(200);
const uint8_t conform_loss = 0;

void conform_consume(uint32_t us)
{
    pl_tick_t from = pl_now();
    while (pl_now() - from < US(us)) {
#if PL_INTERRUPT_COUNT > 0
        /* Budgets of interrupts are replenished when the program calls the runtime. */
        pl_port_unlock(pl_port_lock());
#endif
    }
}

void conform_check(bool holds, uint16_t line)
{
    if (!holds) {
        fprintf(stderr, "check failed in line %u\n", line);
        exit(EXIT_FAILURE);
    }
}

void conform_pass(void)
{
    exit(EXIT_SUCCESS);
}

void setup(void);
void loop(void);

/* Called by the main() of the Arduino library. */
void setup(void)
{
    pl_start();
}

void loop(void)
{
    pl_run();
}
