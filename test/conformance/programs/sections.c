/*
 * Task 2 holds `first`, and directly after it `second`, for 6 and 4 ms. The ceiling of both is task
 * 1. Task 0, above the ceiling, uses only `own`.
 *
 * Task 1 comes at 1 ms, due at 15 ms, and waits. Task 0 comes at 4 ms, due at 16 ms. Under EDF task
 * 0 waits too; otherwise task 1 would be delayed by a section and by a job that is due later. Task
 * 1 runs as soon as `first` is unlocked, before `second` is locked.
 *
 * From 40 ms on the two come in the other order: task 0 at 44 ms, due at 56 ms, task 1 at 45 ms,
 * due at 59 ms, while task 0 holds `own`. Task 0 continues after its unlock, and task 1 waits for
 * `first`.
 */
#include "conform.h"
#include "polyloop/resource.h"

CONFORM_METADATA

typedef struct {
    uint8_t task;
    uint8_t ms;
} point_t;

/* The start and completion of each job, and the unlocks of task 2. */
#if PL_POLICY == PL_POLICY_EDF
#define FIRST_ROUND {2, 0}, {2, 6}, {1, 6}, {1, 8}, {0, 8}, {0, 11}, {2, 15}, {2, 16}
#else
#define FIRST_ROUND {2, 0}, {0, 4}, {0, 7}, {2, 9}, {1, 9}, {1, 11}, {2, 15}, {2, 16}
#endif
static const point_t expected[] = {FIRST_ROUND, {2, 40}, {0, 44}, {0, 47}, {2, 49},
                                   {1, 49},     {1, 51}, {2, 55}, {2, 56}};
#define POINTS (sizeof expected / sizeof expected[0])

PL_RESOURCE(own, 0, 0);
PL_RESOURCE(first, 1, 1);
PL_RESOURCE(second, 1, 2);

static uint8_t points;
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
    CHECK(error <= 3U * conform_slack);
}

static void body_0(void)
{
    reach(0);
    pl_resource_lock(&own);
    conform_consume(2000);
    pl_resource_unlock(&own);
    conform_consume(1000);
    reach(0);
}

static void body_1(void)
{
    reach(1);
    conform_consume(2000);
    reach(1);
}

static void body_2(void)
{
    reach(2);
    pl_resource_lock(&first);
    conform_consume(6000);
    reach(2);
    pl_resource_unlock(&first);
    pl_resource_lock(&second);
    conform_consume(4000);
    reach(2);
    pl_resource_unlock(&second);
    conform_consume(1000);
    reach(2);
    if (points == POINTS) {
        CHECK(pl_task_counters(0).deadline_misses == 0);
        CHECK(pl_task_counters(1).deadline_misses == 0);
        conform_pass();
    }
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(body_0, PL_PERIODIC, 40000, 4000, 12000, 5000, 0),
    TASK(body_1, PL_PERIODIC, 44000, 1000, 14000, 5000, 1),
    TASK(body_2, PL_PERIODIC, 40000, 0, 40000, 15000, 2),
};
