/*
 * Background tasks that never return share the remaining processor time. Their shares differ by at
 * most 10 %.
 */
#include "conform.h"

CONFORM_METADATA

#define STEP_US 50U

static volatile uint32_t steps[3];

static void spin(uint8_t me)
{
    for (;;) {
        conform_consume(STEP_US);
        steps[me]++;
    }
}

static void background_0(void)
{
    spin(0);
}

static void background_1(void)
{
    spin(1);
}

static void background_2(void)
{
    spin(2);
}

static void periodic(void)
{
    static uint8_t jobs;
    conform_consume(500);
    jobs++;
    if (jobs == 20) {
        uint32_t sum = steps[0] + steps[1] + steps[2];
        CHECK(sum * STEP_US >= UINT32_C(19) * 36500U * 9U / 10U);
        CHECK(sum * STEP_US <= UINT32_C(19) * 36500U);
        for (uint8_t i = 0; i < 3; i++) {
            CHECK(steps[i] * 33U > sum * 10U);
            CHECK(steps[i] * 27U < sum * 10U);
        }
        conform_pass();
    }
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(periodic, PL_PERIODIC, 37000, 0, 37000, 1000, 0),
    BACKGROUND(background_0, 1),
    BACKGROUND(background_1, 2),
    BACKGROUND(background_2, 3),
};
