/*
 * A sporadic task that is triggered far too often, then not at all, then once. Its releases are
 * never closer than its minimum inter-arrival time of 10 ms. One trigger waits for it, and the
 * others are dropped.
 */
#include "conform.h"

CONFORM_METADATA

#define SPORADIC 1

static uint8_t triggers;
static uint8_t accepted;
static uint8_t jobs;
static pl_tick_t last;

static void setup(void)
{
    CHECK(!pl_task_trigger(SPORADIC));
}

/* Every 3 ms. Jobs 0 to 19 trigger, until 57 ms; job 40 triggers at 120 ms,
 * when the window is long open. */
static void driver(void)
{
    triggers++;
    if (triggers <= 20) {
        accepted = (uint8_t)(accepted + pl_task_trigger(SPORADIC));
    } else if (triggers == 41) {
        /* Accepted at 0, 3, 12, 21, 30, 42, 51 ms: one at once, then the first in
         * each window of 10 ms. */
        CHECK(accepted == 7);
        CHECK(jobs == 7);
        CHECK(pl_task_counters(SPORADIC).dropped_releases == 13);
        CHECK(pl_task_trigger(SPORADIC));
    } else if (triggers == 43) {
        CHECK(jobs == 8);
        CHECK(!pl_task_trigger(0));
        CHECK(!pl_task_trigger(PL_TASK_COUNT));
        conform_pass();
    }
}

static void body(void)
{
    pl_tick_t now = pl_now();
    if (jobs != 0) {
        CHECK(now - last + conform_slack >= US(10000));
    }
    last = now;
    jobs++;
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {ROW(driver, PL_PERIODIC, US(3000), 0, US(3000), PL_NONE, 0), .setup = setup},
    TASK(body, PL_SPORADIC, 10000, 0, 10000, 5000, 1),
};
