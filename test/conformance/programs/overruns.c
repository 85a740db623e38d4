/*
 * One job takes three and a half periods. The overrun policy, OVERRUN with LIMIT in arrear, decides
 * what follows. Task 0 is released every 10 ms, and its job of 30 ms runs until 65 ms. Task 1 is
 * released 5 ms after it.
 */
#include "conform.h"

CONFORM_METADATA

#define JOBS_MAX 20

typedef struct {
    uint8_t task;
    uint8_t start_ms;
} job_t;

static job_t log[JOBS_MAX];
static uint8_t logged;
static pl_tick_t origin;

/* The budget is not enforced: the long job keeps the processor until 65 ms. */
#if !PL_PREEMPTIVE
#define LONG_END 65000
#define LONG_JOB                                                                                                       \
    {0, 0}, {1, 5}, {0, 10}, {1, 15}, {0, 20}, {1, 25},                                                                \
    {                                                                                                                  \
        0, 30                                                                                                          \
    }
#if OVERRUN == PL_OVERRUN_SKIP
static const job_t expected[] = {LONG_JOB, {1, 65}, {0, 70}, {1, 75}, {0, 80}, {1, 85}, {0, 90}};
static const pl_task_counters_t counters = {1, 1, 3};
#elif OVERRUN == PL_OVERRUN_CATCH_UP
static const job_t expected[] = {LONG_JOB, {0, 65}, {0, 66}, {1, 67}, {0, 70}, {1, 75}, {0, 80}, {1, 85}, {0, 90}};
static const pl_task_counters_t counters = {3, 1, 1};
#elif OVERRUN == PL_OVERRUN_STOP
static const job_t expected[] = {LONG_JOB, {1, 65}, {1, 75}, {1, 85}};
/* The releases from 40 to 90 ms are dropped: a stopped task continues to lose its releases. */
static const pl_task_counters_t counters = {1, 1, 6};
#else
/* Demoted at 40 ms, the job lets task 1 preempt it. */
#if PL_ONE_STACK
#define MEANWHILE {1, 40}, {1, 45}, {1, 55},
#else
#define MEANWHILE
#endif
static const job_t expected[] = {LONG_JOB, MEANWHILE {1, 65}, {0, 66}, {0, 70}, {1, 75}, {0, 80}, {1, 85}, {0, 90}};
static const pl_task_counters_t counters = {2, 1, 2};
#endif

/*
 * The job has 5 ms of each period, and the time that task 1 leaves, until 69 ms. Demoted, it does not exhaust a
 * budget.
 */
#else
#define LONG_END 69000
#define LONG_JOB                                                                                                       \
    {0, 0}, {1, 5}, {0, 10}, {1, 15}, {0, 20}, {1, 25}, {0, 30}, {1, 35}, {1, 45}, {1, 55},                            \
    {                                                                                                                  \
        1, 65                                                                                                          \
    }
#if OVERRUN == PL_OVERRUN_SKIP
static const job_t expected[] = {LONG_JOB, {0, 70}, {1, 75}, {0, 80}, {1, 85}, {0, 90}};
static const pl_task_counters_t counters = {1, 4, 3};
#elif OVERRUN == PL_OVERRUN_CATCH_UP
static const job_t expected[] = {LONG_JOB, {0, 69}, {0, 70}, {0, 71}, {1, 75}, {0, 80}, {1, 85}, {0, 90}};
static const pl_task_counters_t counters = {3, 4, 1};
#elif OVERRUN == PL_OVERRUN_STOP
static const job_t expected[] = {LONG_JOB, {1, 75}, {1, 85}};
static const pl_task_counters_t counters = {1, 4, 6};
#else
static const job_t expected[] = {LONG_JOB, {0, 69}, {0, 70}, {1, 75}, {0, 80}, {1, 85}, {0, 90}};
static const pl_task_counters_t counters = {2, 1, 2};
#endif
#endif

static void start(uint8_t task)
{
    if (logged == 0) {
        origin = pl_now();
    }
    CHECK(logged < JOBS_MAX);
    log[logged].task = task;
    log[logged].start_ms = (uint8_t)((pl_now() - origin + conform_slack / 2U) / US(1000));
    logged++;
}

static void body_0(void)
{
    start(0);
    if (log[logged - 1].start_ms != 30) {
        conform_consume(1000);
        return;
    }
    while (pl_now() - origin < US(LONG_END)) {
        conform_consume(100);
    }
}

static void body_1(void)
{
    start(1);
    conform_consume(1000);
}

static void judge(void)
{
    CHECK(logged == sizeof expected / sizeof expected[0]);
    for (uint8_t i = 0; i < logged; i++) {
        CHECK(log[i].task == expected[i].task);
        uint8_t late_ms = (uint8_t)(log[i].start_ms - expected[i].start_ms);
        CHECK(late_ms <= (conform_slack + US(999)) / US(1000));
    }
    pl_task_counters_t counted = pl_task_counters(0);
    CHECK(counted.deadline_misses == counters.deadline_misses);
    CHECK(counted.budget_overruns == counters.budget_overruns);
    CHECK(counted.dropped_releases == counters.dropped_releases);
    CHECK(pl_task_stopped(0) == (OVERRUN == PL_OVERRUN_STOP));
    conform_pass();
}

static pl_tick_t backlog[2];

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {ROW(body_0, PL_PERIODIC, US(10000), 0, US(10000), US(5000), 0), .backlog = backlog, .overrun = OVERRUN,
     .catch_up_limit = LIMIT},
    TASK(body_1, PL_PERIODIC, 10000, 5000, 90000, 5000, 1),
    TASK(judge, PL_PERIODIC, 200000, 93000, 200000, 5000, 2),
};
