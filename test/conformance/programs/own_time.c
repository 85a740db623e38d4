/*
 * A job measures its own execution time and the rest of its budget. Another task takes the processor
 * in between, with and without preemption, and its time is not counted.
 */
#include "conform.h"

static uint8_t jobs;

static void measure(void)
{
    uint32_t begun = pl_job_micros();
    CHECK(begun < 500);
    uint32_t budget = pl_job_budget_left_micros();
    CHECK(budget <= 8000 && budget > 7000);
    conform_consume(3000);
    uint32_t used = pl_job_micros();
    /* The port may consume the time of interrupts, too, which is not the job's own. */
    CHECK(used > 1500 && used < 4000);
    uint32_t left = pl_job_budget_left_micros();
    CHECK(left <= 8000 - used && left > 7500 - used);
    jobs++;
    if (jobs == 5) {
        conform_pass();
    }
}

static void disturb(void)
{
    conform_consume(300);
    CHECK(pl_job_micros() < 1000);
}

/* This task has no budget. */
static void idle(void)
{
    CHECK(pl_job_budget_left_micros() == UINT32_MAX);
    conform_consume(100);
    CHECK(pl_job_micros() < 10000);
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(disturb, PL_PERIODIC, 5000, 1000, 5000, 2000, 0),
    TASK(measure, PL_PERIODIC, 20000, 0, 20000, 8000, 1),
    BACKGROUND(idle, 2),
};

CONFORM_METADATA
