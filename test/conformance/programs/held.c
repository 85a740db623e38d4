/*
 * Task 2 locks the resource of task 1 for 2 ms and never unlocks it: it spins. Task 0, which does
 * not use the resource, and task 3, which is less urgent, keep their bounds. Task 1 enters after
 * the declared 2 ms. Then the spinning task has only its budget of 5 in 20 ms. Without a budget it
 * gets the remaining time, and task 3 is more urgent.
 */
#include "conform.h"
#include "polyloop/resource.h"

CONFORM_METADATA

#define SECTION_US 2000U
#define PERIODS 20U
/* More than the whole run, in steps of 50 µs. */
#define STEPS_MAX (20000U / 50U * (PERIODS + 1U))
/* The overhead of the lock, the alarm at the end of the section and the switches to the waiting tasks. */
#define SLACK (3U * conform_slack)

PL_RESOURCE(shared, CEILING, 0);

static volatile uint16_t handled;
static pl_tick_t origin;
static bool begun;

/* The time from the release of a job to this point. Releases are `period_us` apart. */
static pl_tick_t response(uint16_t job, uint32_t period_us, uint32_t offset_us)
{
    return pl_now() - origin - US(offset_us) - (pl_tick_t)job * US(period_us);
}

static void urgent(void)
{
    static uint16_t jobs;
    if (!begun) {
        begun = true;
        origin = pl_now();
    }
    conform_consume(500);
    /* The ceiling is below it, or it waits for one section. */
    CHECK(response(jobs, 5000, 0) <= US(500) + (CEILING == 0 ? US(SECTION_US) : 0U) + SLACK);
    jobs++;
}

static void user(void)
{
    static uint16_t jobs;
    pl_resource_lock_for(&shared, US(1000));
    conform_consume(1000);
    pl_resource_unlock(&shared);
    /* One section, and task 0 twice. */
    CHECK(response(jobs, 20000, 1000) <= US(1000 + SECTION_US + 1000) + SLACK);
    jobs++;
}

static void spinning(void)
{
    pl_resource_lock_for(&shared, US(SECTION_US));
    for (uint16_t steps = 0; steps < STEPS_MAX; steps++) {
        conform_consume(50);
    }
    CHECK(false);
}

static void calm(void)
{
    static uint16_t jobs;
    conform_consume(2000);
    /* The budget of task 2, two jobs of task 0 or three, one of task 1. */
    CHECK(response(jobs, 20000, 0) <= US(2000 + 5000 + 1500 + 1000) + SLACK + conform_slack);
    jobs++;
    if (jobs == PERIODS) {
        CHECK(pl_task_counters(0).deadline_misses == 0);
        CHECK(pl_task_counters(1).deadline_misses == 0);
        CHECK(pl_task_counters(1).budget_overruns == 0);
        CHECK(pl_task_counters(2).budget_overruns != 0);
        CHECK(pl_task_counters(3).deadline_misses == 0);
        CHECK(pl_task_counters(3).budget_overruns == 0);
        CHECK(handled == pl_task_counters(2).budget_overruns);
        conform_pass();
    }
}

static void used_up(void)
{
    handled++;
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(urgent, PL_PERIODIC, 5000, 0, 5000, 1000, 0),
    TASK(user, PL_PERIODIC, 20000, 1000, 8000, 2000, 1),
    {ROW(spinning, PL_PERIODIC, US(20000), 0, US(20000), US(5000), 2), .budget_handler = used_up,
     .exhaustion = EXHAUSTION},
    TASK(calm, PL_PERIODIC, 20000, 0, 20000, 3000, 3),
};
