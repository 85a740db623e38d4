/*
 * The time of an interrupt is not charged to the task that it stops. The bottom half of 3 ms runs
 * in each job when 2 ms of its budget and 1 ms of its work are left; then the work continues. A
 * budget is available from the start: a task that is triggered before the first releases runs at
 * once. Background tasks can be stopped for longer than their time slice.
 */
#include "conform_line.h"

CONFORM_METADATA

#define SPORADIC 1
#define JOBS 3U

static volatile uint8_t bottoms;
static volatile uint8_t triggered;
static bool began;

static void setup(void)
{
    line_setup();
}

static void bottom(void)
{
    bottoms++;
    conform_consume(3000);
}

static void body(void)
{
    static uint8_t jobs;
    jobs++;
    conform_consume(7000);
    line_raise(LINE_A);
    conform_consume(1000);
    CHECK(bottoms == jobs + 1U);
    CHECK(pl_task_counters(0).budget_overruns == 0);
    if (jobs == JOBS) {
        CHECK(triggered == 1);
        CHECK(pl_task_counters(SPORADIC).budget_overruns == 0);
        conform_pass();
    }
}

static void sporadic(void)
{
    triggered++;
    conform_consume(1000);
}

static void background(void)
{
    if (!began) {
        began = true;
        CHECK(pl_task_trigger(SPORADIC));
        CHECK(triggered == 1);
        line_raise(LINE_A);
    }
    conform_consume(100);
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {.setup = setup,
     ROW(body, PL_PERIODIC, US(40000), US(10000), US(40000), US(9000), 0) THEN(PL_EXHAUSTION_WAIT)},
    {ROW(sporadic, PL_SPORADIC, US(500000), 0, US(500000), US(2000), SPORADIC) THEN(PL_EXHAUSTION_WAIT)},
    BACKGROUND(background, 2),
};

const pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH = {
    {US(3100), bottom, PL_NO_SERVER, PL_NO_HANDLER, LINE_A, LINE_MODE, 0},
};
