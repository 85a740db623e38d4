/*
 * Jobs that take random times, preempt each other, exhaust their budgets, are demoted and lock a
 * resource. Each job records its execution time in a mark, which is compared with the account in
 * telemetry. For the host, where the runtime takes no time.
 */
#include "conform.h"
#include "polyloop/resource.h"

CONFORM_METADATA

#define JOBS 400U

PL_RESOURCE(shared, 1, 0);

static uint16_t random_below(uint16_t limit)
{
    static uint32_t state = SEED;
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (uint16_t)((state >> 16) % limit);
}

static void job(uint8_t task, uint16_t most_us)
{
    uint32_t us = 0;
    for (uint8_t part = 0; part < 4; part++) {
        uint32_t part_us = random_below(most_us) / 4U;
        bool locks = task != 0 && part == 2;
        if (locks) {
            pl_resource_lock(&shared);
        }
        conform_consume(part_us);
        us += part_us;
        if (locks) {
            pl_resource_unlock(&shared);
        }
    }
    pl_mark(task, (int32_t)us);
}

static void body_0(void)
{
    static uint16_t jobs;
    job(0, 1500);
    jobs++;
    if (jobs == JOBS) {
        conform_pass();
    }
}

static void body_1(void)
{
    job(1, 3000);
}

static void body_2(void)
{
    job(2, 5000);
}

static void body_3(void)
{
    job(3, 6000);
}

static void background(void)
{
    conform_consume(300);
}

static pl_tick_t backlog[2];

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(body_0, PL_PERIODIC, 5000, 0, 5000, 2000, 0),
    {ROW(body_1, PL_PERIODIC, US(8003), US(100), US(6000), US(1500), 1), .exhaustion = PL_EXHAUSTION_BACKGROUND},
    {ROW(body_2, PL_PERIODIC, US(14009), US(200), US(14009), US(2500), 2), .exhaustion = PL_EXHAUSTION_WAIT},
    {ROW(body_3, PL_PERIODIC, US(19001), US(300), US(19001), PL_NONE, 3), .backlog = backlog,
     .overrun = PL_OVERRUN_DEMOTE, .catch_up_limit = 2},
    BACKGROUND(background, 4),
};
