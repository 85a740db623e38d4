/*
 * Budgets over more than an hour, during which 32-bit ticks wrap several times. One task has a long
 * period, and one sleeps longer than times can distinguish. One spins without end with a budget of
 * many minutes, and one cannot run for as long. Only in virtual time.
 */
#include "conform.h"

CONFORM_METADATA

#define PERIOD UINT32_C(150000001)
#define JOBS 62U
#define SPORADIC 0
#define SPINNER 2
#define STARVED 3
#define BUDGET (PL_TICKS_MAX / 5U)

static uint8_t jobs;
static uint8_t sporadic_jobs;
static pl_tick_t triggered;
static volatile uint32_t spun_ms;

/* Every 25 jobs, 3.75 * 10^9 ticks, it has its whole budget at once. */
static void sporadic(void)
{
    CHECK(pl_now() - triggered <= conform_slack);
    conform_consume(2000);
    CHECK(pl_now() - triggered <= US(2000) + conform_slack);
    sporadic_jobs++;
}

static void body(void)
{
    jobs++;
    conform_consume(1000);
    if (jobs % 25U == 1U) {
        triggered = pl_now();
        CHECK(pl_task_trigger(SPORADIC));
    }
    if (jobs == JOBS) {
        CHECK(sporadic_jobs == 3);
        CHECK(pl_task_counters(SPORADIC).budget_overruns == 0);
        CHECK(pl_task_counters(1).budget_overruns == 0);
        CHECK(pl_task_counters(1).deadline_misses == 0);
        /* 61 periods of the regular task are 4.26 periods of the spinner, which uses the first fifth of each. */
        uint32_t whole_ms = 5U * (BUDGET / US(1000));
        CHECK(spun_ms <= whole_ms);
        CHECK(spun_ms >= whole_ms - whole_ms / 100U);
        CHECK(pl_task_counters(SPINNER).budget_overruns == 5);
        CHECK(pl_task_counters(STARVED).deadline_misses == (PL_POLICY == PL_POLICY_EDF ? 0 : 5));
        conform_pass();
    }
}

static void spin(void)
{
    for (;;) {
        conform_consume(100000);
        spun_ms += 100;
    }
}

/* Under fixed priorities it runs after the budget of the spinner, and misses. */
static void starved(void)
{
    conform_consume(1000);
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {ROW(sporadic, PL_SPORADIC, US(3000), 0, US(3000), US(2000), 0)},
    {ROW(body, PL_PERIODIC, PERIOD, 0, PERIOD, US(1100), 1)},
    {ROW(spin, PL_PERIODIC, PL_TICKS_MAX, 0, PL_TICKS_MAX, BUDGET, 2), .exhaustion = PL_EXHAUSTION_WAIT},
    {ROW(starved, PL_PERIODIC, PL_TICKS_MAX, 5, BUDGET / 2U, US(5000), 3)},
};
