/*
 * Background tasks take turns in the remaining time, without preemption after each complete job.
 * No background task runs while another task is ready.
 */
#include "conform.h"

CONFORM_METADATA

static uint16_t runs[2];
static uint8_t last = 1;
static uint16_t jobs;

static void periodic(void)
{
    jobs++;
    conform_consume(500);
    if (jobs == 50) {
        /* 50 periods of 2 ms, 0.5 ms of each in use, leave about 75 ms for jobs of 0.1 ms. */
        CHECK(runs[0] + runs[1] > 200);
        CHECK(PL_PREEMPTIVE ? runs[0] > 100 && runs[1] > 100 : runs[0] - runs[1] < 2);
        CHECK(pl_task_counters(0).deadline_misses == 0);
        conform_pass();
    }
}

static void turn(uint8_t me)
{
    CHECK(PL_PREEMPTIVE || last != me);
    last = me;
    runs[me]++;
    conform_consume(100);
}

static void background_0(void)
{
    turn(0);
}

static void background_1(void)
{
    turn(1);
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(periodic, PL_PERIODIC, 2000, 0, 2000, 1000, 0),
    BACKGROUND(background_0, 1),
    BACKGROUND(background_1, 2),
};
