/*
 * Task 1 locks a resource that it holds already, as a function that it calls would: only its first
 * lock and its last unlock count. Task 0 uses the resource, too, and is released meanwhile. In its
 * second job task 1 is longer than declared. With threads it loses the resource, and its unlocks do nothing.
 */
#include "conform.h"
#include "polyloop/resource.h"

CONFORM_METADATA

PL_RESOURCE(shared, 0, 0);
PL_RESOURCE(other, 0, 1);

#define JOBS 3U

/* Whether task 1 is between its first lock and its last unlock. */
static volatile bool inside;
static volatile uint8_t urgent_jobs;

static void urgent(void)
{
    pl_resource_lock(&shared);
    CHECK(!inside);
    pl_resource_unlock(&shared);
    urgent_jobs++;
}

/* Locks as a function that does not know what its caller holds. Returns the jobs of task 0 before the last unlock. */
static uint8_t nest(pl_tick_t section, uint32_t us)
{
    pl_resource_lock_for(&shared, section);
    inside = section == PL_NONE;
    pl_resource_lock_for(&other, PL_NONE);
    pl_resource_lock_for(&shared, section);
    pl_resource_lock_for(&shared, section);
    conform_consume(us);
    pl_resource_unlock(&shared);
    conform_consume(us);
    pl_resource_unlock(&shared);
    pl_resource_unlock(&other);
    conform_consume(us);
    uint8_t jobs = urgent_jobs;
    inside = false;
    pl_resource_unlock(&shared);
    return jobs;
}

static void nesting(void)
{
    static uint8_t jobs;
    jobs++;
    uint8_t before = urgent_jobs;
    /* Task 0 is released 2 ms after this job. */
    uint8_t found = jobs == 2 ? nest(US(3000), 3000) : nest(PL_NONE, 3000);
    CHECK((found == before) == (jobs != 2 || !PL_PREEMPTIVE));
    CHECK(urgent_jobs == (uint8_t)(before + 1U));
    CHECK(pl_task_counters(1).budget_overruns == (jobs >= 2U ? 1U : 0U));
    if (jobs == JOBS) {
        conform_pass();
    }
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(urgent, PL_PERIODIC, 40000, 2000, 15000, 1000, 0),
    TASK(nesting, PL_PERIODIC, 40000, 0, 40000, 20000, 1),
};
