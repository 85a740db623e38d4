/*
 * Deadlines and budgets: each miss is counted once and calls the handler once, without preemption
 * before any other code runs. An exceeded budget is counted even if the deadline is met.
 */
#include "conform.h"

CONFORM_METADATA

static uint8_t jobs;
static uint8_t handled;
static uint8_t others;
static uint8_t others_at_miss;

/* Jobs 3 and 7 miss D = 5 ms; those and job 5 exceed C = 3 ms. */
static void body(void)
{
    jobs++;
    others_at_miss = others;
    conform_consume(jobs == 3 || jobs == 7 ? 6000 : jobs == 5 ? 3500 : 1000);
}

static void missed(void)
{
    CHECK(jobs == 3 || jobs == 7);
    CHECK(others - others_at_miss == PL_PREEMPTIVE);
    handled++;
}

static void other(void)
{
    others++;
    if (jobs == 10) {
        pl_task_counters_t counters = pl_task_counters(0);
        CHECK(handled == 2);
        CHECK(counters.deadline_misses == 2);
        CHECK(counters.budget_overruns == 3);
        CHECK(counters.dropped_releases == 0);
        CHECK(pl_task_counters(1).deadline_misses == 0);
        conform_pass();
    }
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {ROW(body, PL_PERIODIC, US(10000), 0, US(5000), US(3000), 0), .deadline_handler = missed},
    TASK(other, PL_PERIODIC, 10000, 1000, 10000, 9000, 1),
};
