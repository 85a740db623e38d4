/*
 * The second task uses more and more of its stack, until it overflows. No code runs after that: the
 * marks of the first task end.
 */
#include "conform.h"

CONFORM_METADATA

static volatile uint8_t *volatile last;

static void steady(void)
{
    static int32_t jobs;
    jobs++;
    pl_mark(0, jobs);
}

static __attribute__((noinline)) void descend(uint8_t levels)
{
    volatile uint8_t bytes[16];
    for (uint8_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = levels;
    }
    last = bytes;
    if (levels != 0) {
        descend((uint8_t)(levels - 1U));
    }
    bytes[0] = *last;
}

static void greedy(void)
{
    static uint8_t levels;
    levels++;
    descend(levels);
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(steady, PL_PERIODIC, 5000, 0, 5000, 2000, 0),
    TASK(greedy, PL_PERIODIC, 5000, 2000, 5000, 2000, 1),
};
