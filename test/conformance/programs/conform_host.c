/* Conformance on the host: simulated time, the process's exit status. */
#include <stdio.h>
#include <stdlib.h>

#include "conform.h"
#include "pl_host.h"

const pl_tick_t conform_slack = 0;
const uint8_t conform_loss = 0;

void conform_consume(uint32_t us)
{
    pl_host_consume(us);
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
    pl_host_exit(EXIT_SUCCESS);
}

int main(void)
{
    pl_start();
    pl_run();
}
