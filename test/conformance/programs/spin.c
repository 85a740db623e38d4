/*
 * The most urgent task never returns. It gets its budget of 5 ms in each period of 20 ms, and then
 * nothing or the remaining time, as EXHAUSTION says. A task below it that needs 10 of every 20 ms
 * is not affected.
 */
#include "conform.h"

CONFORM_METADATA

#define PERIODS 50U
/*
 * With 12 ms, under EDF, the task below runs first, unless the spinning task competes with a
 * deadline that has long passed.
 */
#ifndef DEADLINE_US
#define DEADLINE_US 20000
#endif
/* How often the budget is exhausted until the last job of the other task completes. */
#define EXHAUSTIONS (PERIODS + (DEADLINE_US == 20000 ? 1U : 0U))
#define STEP_US 50U

static volatile uint32_t steps;
static volatile uint16_t exhaustions;

static void spin(void)
{
    for (;;) {
        conform_consume(STEP_US);
        steps++;
    }
}

static void steady(void)
{
    static uint16_t jobs;
    static pl_tick_t first;
    static uint32_t steps_before;
    conform_consume(10000);
    /*
     * The ends of the budget and of its own time after each release. A budget is exhausted when
     * consumption exceeds it by one tick.
     */
    pl_tick_t now = pl_now();
    if (jobs == 0) {
        first = now;
    }
    pl_tick_t late = now - first - jobs * US(20000) + conform_slack + 1U;
    CHECK(late <= 2U * conform_slack + 1U);
    jobs++;
    if (jobs == 1) {
        steps_before = steps;
    }
    if (jobs == PERIODS + 1U) {
        uint32_t spun_us = (steps - steps_before) * STEP_US;
        uint32_t fair_us = (EXHAUSTION == PL_EXHAUSTION_WAIT ? UINT32_C(5000) : UINT32_C(10000)) * PERIODS;
        CHECK(spun_us <= fair_us + STEP_US);
        /* The overhead of the runtime comes from the remaining time. */
        uint32_t loss = (EXHAUSTION == PL_EXHAUSTION_WAIT ? 1U : 3U) * conform_loss;
        CHECK(spun_us >= fair_us - fair_us / 100U * (1U + loss));
        CHECK(pl_task_counters(1).deadline_misses == 0);
        CHECK(pl_task_counters(1).budget_overruns == 0);
        CHECK(pl_task_counters(0).deadline_misses == 1);
        CHECK(pl_task_counters(0).budget_overruns == EXHAUSTIONS);
        CHECK(pl_task_counters(0).dropped_releases == PERIODS);
        CHECK(exhaustions == EXHAUSTIONS);
        conform_pass();
    }
}

static void used_up(void)
{
    exhaustions++;
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {ROW(spin, PL_PERIODIC, US(20000), 0, US(20000), US(5000), 0), .budget_handler = used_up, .exhaustion = EXHAUSTION},
    TASK(steady, PL_PERIODIC, 20000, 0, DEADLINE_US, 11000, 1),
};
