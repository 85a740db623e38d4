/*
 * Task 2 holds `shared` from 0 to 6 ms. Task 0, which also uses it and is released at 2 ms, waits
 * until then. So does task 1, released at 1 ms, although it does not use it; otherwise it would
 * delay task 0 beyond the section. From 20 ms on task 2 holds `lesser`, which only tasks 1 and 2
 * use: task 0 preempts it at 22 ms, task 1 waits. From 48 ms on, after their jobs, it holds
 * `lesser` for 4 ms. Its budget of 8.7 ms is exhausted before 52 ms. Where budgets are enforced, that takes effect at
 * the unlock.
 */
#include "conform.h"
#include "polyloop/resource.h"

CONFORM_METADATA

typedef struct {
    uint8_t task;
    uint8_t ms;
} point_t;

/* The start of each job, and the unlock and completion of task 2. */
static const point_t expected[] = {{2, 0},  {2, 6},  {0, 6},  {1, 7},  {2, 10}, {2, 20}, {0, 22}, {2, 27},
                                   {1, 27}, {2, 30}, {2, 40}, {1, 41}, {0, 42}, {2, 52}, {2, 53}};
#define POINTS (sizeof expected / sizeof expected[0])

PL_RESOURCE(shared, 0, 0);
PL_RESOURCE(lesser, 1, 1);

static uint8_t points;
static pl_tick_t origin;
static pl_tick_t exhausted_at;

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
    pl_resource_lock(&shared);
    conform_consume(1000);
    pl_resource_unlock(&shared);
}

static void body_1(void)
{
    reach(1);
    conform_consume(1000);
    pl_resource_lock(&lesser);
    conform_consume(500);
    pl_resource_lock(&shared);
    conform_consume(500);
    pl_resource_unlock(&shared);
    pl_resource_unlock(&lesser);
}

static void hold(pl_resource_t *resource, uint32_t us)
{
    pl_resource_lock(resource);
    conform_consume(us);
    reach(2);
    CHECK(!PL_PREEMPTIVE || pl_task_counters(2).budget_overruns == 0);
    pl_resource_unlock(resource);
}

static void overrun(void)
{
    conform_consume(5000);
    hold(&lesser, 4000);
    pl_tick_t now = pl_now();
    CHECK(pl_task_counters(2).budget_overruns == 1);
    CHECK(now - exhausted_at <= conform_slack + (PL_PREEMPTIVE ? 0U : US(300)));
    conform_consume(1000);
    reach(2);
    CHECK(points == POINTS);
    CHECK(pl_task_counters(0).deadline_misses == 0);
    CHECK(pl_task_counters(1).deadline_misses == 0);
    conform_pass();
}

static void body_2(void)
{
    static uint8_t jobs;
    jobs++;
    reach(2);
    if (jobs == 3) {
        overrun();
    }
    hold(jobs == 1 ? &shared : &lesser, 6000);
    conform_consume(1000);
    reach(2);
}

static void used_up(void)
{
    exhausted_at = pl_now();
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(body_0, PL_PERIODIC, 20000, 2000, 8000, 2000, 0),
    TASK(body_1, PL_PERIODIC, 20000, 1000, 12500, 5000, 1),
    {ROW(body_2, PL_PERIODIC, US(20000), 0, US(20000), US(8700), 2), .budget_handler = used_up},
};
