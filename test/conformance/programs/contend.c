/*
 * Six tasks contend for three resources, nested in random order: tasks that exceed their budgets
 * and continue in the background, tasks that wait for the next budget, demoted tasks, and
 * background tasks. No two tasks are ever in one section, no job is lost, and the most urgent task
 * never waits longer than the longest section.
 */
#include "conform.h"
#include "polyloop/resource.h"

CONFORM_METADATA

#define RESOURCES 3U
#define STEP_US 20U
#define STEPS_MAX 8U
/* The time that a lock and its unlock add to the surrounding section, including what they record. */
#ifndef LOCK_US
#define LOCK_US 200U
#endif
/*
 * The periods are so many times longer where locks take longer: a job of the most urgent task, after the longest
 * section, must end before its next release.
 */
#define SLOWNESS ((LOCK_US + 199U) / 200U)
#define PERIOD_US (3000U * SLOWNESS)
/* The longest section: nested, one within the other. */
#define SECTION_US (3U * STEPS_MAX * STEP_US + 2U * LOCK_US)
#define JOBS (1500U / SLOWNESS)

PL_RESOURCE(all, 0, 0);
PL_RESOURCE(some, 1, 1);
PL_RESOURCE(few, 2, 2);

static pl_resource_t *const resources[RESOURCES] = {&all, &some, &few};
static volatile uint8_t inside[RESOURCES];
static uint16_t jobs[PL_TASK_COUNT];

static uint16_t random_below(uint16_t limit)
{
    static uint32_t state = SEED;
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (uint16_t)((state >> 16) % limit);
}

static void work(void)
{
    conform_consume(random_below(STEPS_MAX) * STEP_US);
}

/* Enters the resources from `from` on that the task uses, nested in either order. */
static void enter(uint8_t task, uint8_t from)
{
    pl_resource_lock_for(resources[from], US((RESOURCES - from) * STEPS_MAX * STEP_US + (RESOURCES - from - 1U) * LOCK_US));
    CHECK(inside[from] == 0);
    inside[from] = (uint8_t)(task + 1U);
    work();
    if (from + 1U < RESOURCES && from + 1U <= task && random_below(2) != 0) {
        enter(task, (uint8_t)(from + 1U));
    }
    CHECK(inside[from] == task + 1U);
    inside[from] = 0;
    pl_resource_unlock(resources[from]);
}

/* Task n uses the resources from 0 to n. */
static void job(uint8_t task)
{
    jobs[task]++;
    for (uint16_t times = random_below(4); times != 0; times--) {
        work();
        enter(task, (uint8_t)random_below(task < RESOURCES ? (uint16_t)(task + 1U) : RESOURCES));
    }
    work();
}

static void body_0(void)
{
    static pl_tick_t first;
    pl_tick_t now = pl_now();
    if (jobs[0] == 0) {
        first = now;
    }
    pl_tick_t late = now - first - jobs[0] * US(PERIOD_US) + US(SECTION_US) + conform_slack;
    CHECK(late <= 2U * US(SECTION_US) + 3U * conform_slack);
    job(0);
    if (jobs[0] == JOBS) {
        for (uint8_t i = 0; i < PL_TASK_COUNT; i++) {
            CHECK(jobs[i] > 20);
        }
        CHECK(pl_task_counters(0).dropped_releases == 0);
        CHECK(pl_task_counters(1).budget_overruns != 0);
        CHECK(pl_task_counters(2).budget_overruns != 0);
        conform_pass();
    }
}

static void body_1(void)
{
    job(1);
}

static void body_2(void)
{
    job(2);
}

static void body_3(void)
{
    job(3);
}

static void body_4(void)
{
    job(4);
}

static void body_5(void)
{
    job(5);
}

static pl_tick_t backlog[2];

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {ROW(body_0, PL_PERIODIC, US(PERIOD_US), 0, US(PERIOD_US), PL_NONE, 0)},
    {ROW(body_1, PL_PERIODIC, US(5003 * SLOWNESS), US(100), US(5003 * SLOWNESS), US(500), 1) THEN(PL_EXHAUSTION_BACKGROUND)},
    {ROW(body_2, PL_PERIODIC, US(7001 * SLOWNESS), US(200), US(7001 * SLOWNESS), US(800), 2) THEN(PL_EXHAUSTION_WAIT)},
    {ROW(body_3, PL_PERIODIC, US(4007 * SLOWNESS), US(300), US(9000 * SLOWNESS), US(4000), 3), .backlog = backlog,
     .overrun = PL_OVERRUN_DEMOTE, .catch_up_limit = 2},
    BACKGROUND(body_4, 4),
    BACKGROUND(body_5, 5),
};
