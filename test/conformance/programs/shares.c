/*
 * Three loops that never yield have budgets of 40, 20 and 10 ms in every 100 ms. They progress as 4 : 2 : 1,
 * within 1 %, and a task of 5 ms in every 50 ms never misses its deadline.
 */
#include "conform.h"

CONFORM_METADATA

/* The factor on budgets and period where a switch costs more than 1 % of 10 ms. */
#ifdef __AVR__
#define SCALE UINT32_C(8)
#define PERIODS 6U
#else
#define SCALE UINT32_C(1)
#define PERIODS 12U
#endif

#define STEP_US 50U

static volatile uint32_t steps[3];

static void spin(uint8_t loop)
{
    for (;;) {
        conform_consume(STEP_US);
        steps[loop]++;
    }
}

static void loop_40(void)
{
    spin(0);
}

static void loop_20(void)
{
    spin(1);
}

static void loop_10(void)
{
    spin(2);
}

static bool is_share(uint32_t progress, uint32_t times)
{
    uint32_t whole = times * steps[2];
    return progress >= whole - whole / 100U && progress <= whole + whole / 100U;
}

static void regular(void)
{
    static uint8_t jobs;
    jobs++;
    if (jobs == 2U * SCALE * PERIODS + 1U) {
        CHECK(steps[2] * STEP_US >= (PERIODS - 1U) * UINT32_C(100) * SCALE * (99U - conform_loss));
        CHECK(steps[2] * STEP_US <= PERIODS * UINT32_C(10000) * SCALE);
        CHECK(is_share(steps[0], 4));
        CHECK(is_share(steps[1], 2));
        CHECK(pl_task_counters(0).deadline_misses == 0);
        CHECK(pl_task_counters(0).budget_overruns == 0);
        conform_pass();
    }
    conform_consume(4500);
}

#define LOOP(body, budget_us, position)                                                                                \
    {                                                                                                                  \
        ROW(body, PL_PERIODIC, US(100000 * SCALE), 0, US(100000 * SCALE), US((budget_us)*SCALE), position),            \
            .exhaustion = PL_EXHAUSTION_WAIT                                                                           \
    }

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(regular, PL_PERIODIC, 50000, 0, 50000, 5000, 0),
    LOOP(loop_40, 40000, 1),
    LOOP(loop_20, 20000, 2),
    LOOP(loop_10, 10000, 3),
};
