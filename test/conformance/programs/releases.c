/*
 * Three tasks with periods that do not divide each other; one period has half a microsecond. A test checks the
 * releases in telemetry. Here the jobs only use their time and check that none starts before its
 * release.
 */
#include "conform.h"

CONFORM_METADATA

#ifndef JOBS
#define JOBS 1000
#endif

/* The slow-down where a release and its switch take a third of a millisecond. */
#if PL_PREEMPTIVE && defined(__AVR__)
#define SLOWNESS 4U
#else
#define SLOWNESS 1U
#endif

#define PERIOD_A (2002U * SLOWNESS)
#define PERIOD_B (2675U * SLOWNESS)
#define PERIOD_C (14000U * SLOWNESS)

static uint16_t jobs[3];
static pl_tick_t first[3];

static uint32_t varying(uint32_t most_us)
{
    static uint16_t state = 1;
    state = (uint16_t)(state * 25173U + 13849U);
    return (uint32_t)(state >> 8) * most_us / 256U;
}

/*
 * The first job came after its release. So job k may not start earlier than k periods after it,
 * minus the lateness of the first.
 */
static void job(uint8_t task, pl_tick_t period, uint32_t most_us)
{
    pl_tick_t now = pl_now();
    if (jobs[task] == 0) {
        first[task] = now;
    }
    pl_tick_t since = now - first[task];
    pl_tick_t due = (pl_tick_t)jobs[task] * period;
    CHECK(pl_tick_reached(since + US(1000), due));
    CHECK(pl_tick_reached(due + US(3000), since));
    jobs[task]++;
    conform_consume(varying(most_us));
}

static void body_a(void)
{
    job(0, PERIOD_A, 200);
    if (jobs[0] == JOBS) {
        CHECK(pl_task_counters(0).dropped_releases == 0);
        conform_pass();
    }
}

static void body_b(void)
{
    job(1, PERIOD_B, 250);
}

static void body_c(void)
{
    job(2, PERIOD_C, 400);
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {ROW(body_a, PL_PERIODIC, PERIOD_A, 0, PERIOD_A, PL_NONE, 0)},
    {ROW(body_b, PL_PERIODIC, PERIOD_B, 1, PERIOD_B, PL_NONE, 1)},
    {ROW(body_c, PL_PERIODIC, PERIOD_C, 777, PERIOD_C, PL_NONE, 2)},
};
