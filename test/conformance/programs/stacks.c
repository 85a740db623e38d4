/*
 * The runtime fills stacks with marks to measure their use. Two tasks, with a stack use that differs by
 * EXTRA bytes, are preempted at their deepest call; their unused stack differs by EXTRA, too. Each
 * thread uses a part of its stack.
 */
#include "conform.h"

CONFORM_METADATA

#define DEPTH 64U
#define EXTRA 24U

static volatile uint8_t sum;

static __attribute__((noinline)) void fill(volatile uint8_t *bytes, uint8_t count)
{
    for (uint8_t i = 0; i < count; i++) {
        bytes[i] = i;
        sum = (uint8_t)(sum + bytes[i]);
    }
    conform_consume(6000);
}

static void deep(void)
{
    volatile uint8_t bytes[DEPTH];
    fill(bytes, DEPTH);
}

static void deeper(void)
{
    volatile uint8_t bytes[DEPTH + EXTRA];
    fill(bytes, DEPTH + EXTRA);
}

static void judge(void)
{
    uint32_t size = pl_stacks[0].units * sizeof(pl_stack_unit_t);
    for (uint8_t i = 0; i <= PL_THREAD_MANAGER; i++) {
        CHECK(pl_stack_unused(i) > 0);
        CHECK(pl_stack_unused(i) < size - 30U);
    }
    CHECK(pl_stack_unused(1) <= size - DEPTH);
    uint32_t more = pl_stack_unused(1) - pl_stack_unused(2);
    CHECK(more >= EXTRA);
    CHECK(more <= EXTRA + sizeof(pl_stack_unit_t));
    conform_pass();
}

static void intrude(void)
{
    static uint8_t jobs;
    jobs++;
    if (jobs == 50) {
        judge();
    }
    conform_consume(100);
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(intrude, PL_PERIODIC, 5000, 0, 5000, 2000, 0),
    TASK(deep, PL_PERIODIC, 25000, 1000, 25000, 8000, 1),
    TASK(deeper, PL_PERIODIC, 25000, 12000, 25000, 8000, 2),
};
