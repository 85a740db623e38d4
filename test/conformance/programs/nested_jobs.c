/*
 * Three tasks preempt each other. The most urgent job always runs, and a preempted job continues
 * where it was. Under fixed priorities the table order decides. Under EDF a job with a later
 * deadline waits although its task is first in the table. From 3 ms on, task 0 is due at 63 ms and
 * waits, while task 2 is due at 50 ms and runs.
 */
#include "conform.h"

CONFORM_METADATA

#define ROUNDS 8

typedef struct {
    uint8_t task;
    uint8_t ms;
} point_t;

/* Starts and completions in order. */
#if PL_POLICY == PL_POLICY_EDF
static const point_t expected[] = {{2, 0}, {1, 2}, {1, 6}, {2, 14}, {0, 14}, {0, 15}};
#else
static const point_t expected[] = {{2, 0}, {1, 2}, {0, 3}, {0, 4}, {1, 7}, {2, 15}};
#endif
#define POINTS (sizeof expected / sizeof expected[0])

static uint8_t points;
static uint8_t rounds;
static pl_tick_t origin;

static void reach(uint8_t task)
{
    if (points == 0) {
        origin = pl_now();
    }
    CHECK(points < POINTS);
    const point_t *point = &expected[points];
    points++;
    CHECK(task == point->task);
    pl_tick_t error = pl_now() - origin - US(UINT32_C(1000) * point->ms) + conform_slack;
    CHECK(error <= 2U * conform_slack + US(UINT32_C(10) * conform_loss * point->ms));
}

static void run(uint8_t task, uint32_t us)
{
    reach(task);
    conform_consume(us);
    reach(task);
    if (points == POINTS) {
        points = 0;
        rounds++;
    }
    if (rounds == ROUNDS) {
        CHECK(pl_task_counters(0).deadline_misses == 0);
        CHECK(pl_task_counters(0).budget_overruns == 0);
        CHECK(pl_task_counters(2).budget_overruns == 0);
        conform_pass();
    }
}

static void body_0(void)
{
    run(0, 1000);
}

static void body_1(void)
{
    run(1, 4000);
}

static void body_2(void)
{
    run(2, 10000);
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(body_0, PL_PERIODIC, 70000, 3000, 60000, 2000, 0),
    TASK(body_1, PL_PERIODIC, 70000, 2000, 20000, 5000, 1),
    TASK(body_2, PL_PERIODIC, 70000, 0, 50000, 11000, 2),
};
