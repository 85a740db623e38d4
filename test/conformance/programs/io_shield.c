/*
 * A task in a storm of interrupts. On a budget the storm adds to the response only the budget and
 * the overhead of one delivery. With SHIELDED 0 the interrupts have no limit, and the task misses
 * its deadline.
 */
#include "conform_line.h"

CONFORM_METADATA

#define PERIOD_US 10000
#define JOB_US 6000
#define BOTTOM_US 70
#define BUDGET US(2000)
#define QUIET_JOBS 20U
#define JOBS 100U

#if SHIELDED
#define SERVER 0
#define EVERY_US 100
#define IS_DECIDED 0
#else
#define SERVER PL_NO_SERVER
/* Further jobs would only take time. */
#define IS_DECIDED (number > QUIET_JOBS && pl_task_counters(0).deadline_misses != 0)
#if defined __AVR__ && CONFORM_PREEMPTS
/* A delivery takes 0.2 ms. At a higher rate no task would run at all. */
#define EVERY_US 400
#else
#define EVERY_US 140
#endif
#endif

#if defined __AVR__ || defined __arm__

static uint32_t job_turns;
static uint32_t bottom_turns;

/* Processor time, independent of interrupts. */
static void spin(uint32_t count)
{
    for (volatile uint32_t left = count; left != 0; left--) {
    }
}

static void calibrate(void)
{
    pl_tick_t from = pl_now();
    spin(2000);
    pl_tick_t ticks = pl_now() - from;
    job_turns = 2000U * US(JOB_US) / ticks;
    bottom_turns = 2000U * US(BOTTOM_US) / ticks;
}

#else

#define job_turns JOB_US
#define bottom_turns BOTTOM_US
#if CONFORM_ARDUINO
#define spin host_arduino_pass
#else
#define spin conform_consume
#endif

static void calibrate(void)
{
}

#endif

static pl_tick_t worst_quiet;
static pl_tick_t worst_storm;

static void setup(void)
{
    line_setup();
    calibrate();
}

static void bottom(void)
{
    spin(bottom_turns);
}

static void verdict(void)
{
    uint16_t misses = pl_task_counters(0).deadline_misses;
#if SHIELDED
    pl_tick_t owed = PL_LINE_OVERHEAD_TICKS + PL_LINE_MASK_TICKS + US(BOTTOM_US);
    CHECK(misses == 0);
    CHECK(worst_storm - worst_quiet <= BUDGET + owed + conform_slack);
    CHECK(worst_storm - worst_quiet >= BUDGET / 2U);
#else
    CHECK(misses != 0);
#endif
    conform_pass();
}

static void job(void)
{
    static pl_tick_t release;
    static uint8_t number;
    if (number == 0) {
        release = pl_now();
    }
    number++;
    if (number == QUIET_JOBS) {
        CHECK(pl_task_counters(0).deadline_misses == 0);
        line_arrivals(EVERY_US);
    }
    spin(job_turns);
    pl_tick_t response = pl_now() - release;
    pl_tick_t *worst = number < QUIET_JOBS ? &worst_quiet : &worst_storm;
    *worst = response > *worst ? response : *worst;
    release += US(PERIOD_US);
    if (number == JOBS || IS_DECIDED) {
        verdict();
    }
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {.setup = setup, ROW(job, PL_PERIODIC, US(PERIOD_US), 0, US(PERIOD_US), PL_NONE, 0)},
};

const pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH = {
    {US(BOTTOM_US + 5), bottom, SERVER, PL_NO_HANDLER, LINE_TIMER, PL_RISING, 0},
};

const pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] PL_FLASH = {{BUDGET, US(PERIOD_US)}};
