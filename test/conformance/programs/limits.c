/*
 * The handlers run when the event happens, not when the job ends: the budget handler after 3 ms of
 * execution, the deadline handler 5 ms after the release. Both run once, while the job continues. A
 * job that uses its whole budget and completes at its deadline is in time.
 */
#include "conform.h"

CONFORM_METADATA

static uint8_t jobs;
static uint8_t missed_in;
static uint8_t exhausted_in;
static bool running;
static pl_tick_t start;

/* Job 1 completes at its deadline with its whole budget: it is preempted for 2 ms. Jobs 2 and 4 take 7 ms. */
static void body(void)
{
    jobs++;
    start = pl_now();
    running = true;
    conform_consume(jobs == 2 || jobs == 4 ? 7000 : 3000 - (uint32_t)(conform_slack / US(1)));
    running = false;
}

static bool is_now(pl_tick_t after_start)
{
    return pl_now() - start + conform_slack - after_start <= 2U * conform_slack + 1U;
}

static void missed(void)
{
    CHECK(running);
    CHECK(missed_in != jobs);
    missed_in = jobs;
    CHECK(jobs == 2 || jobs == 4);
    CHECK(is_now(US(5000)));
}

static void used_up(void)
{
    CHECK(running);
    CHECK(exhausted_in != jobs);
    exhausted_in = jobs;
    CHECK(jobs == 2 || jobs == 4);
    CHECK(is_now(US(3000)));
}

/* More urgent: runs from 1 to 3 ms of job 1. */
static void intrude(void)
{
    conform_consume(jobs == 1 ? 2000 : 0);
}

static void judge(void)
{
    CHECK(jobs == 5);
    pl_task_counters_t counters = pl_task_counters(1);
    CHECK(counters.deadline_misses == 2);
    CHECK(counters.budget_overruns == 2);
    CHECK(counters.dropped_releases == 0);
    CHECK(missed_in == 4);
    CHECK(exhausted_in == 4);
    conform_pass();
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(intrude, PL_PERIODIC, 20000, 1000, 4000, 3000, 0),
    {ROW(body, PL_PERIODIC, US(20000), 0, US(5000), US(3000), 1), .deadline_handler = missed,
     .budget_handler = used_up},
    TASK(judge, PL_PERIODIC, 200000, 95000, 200000, 5000, 2),
};
