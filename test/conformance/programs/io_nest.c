/*
 * Bottom halves that interrupt another one. The outer interrupt pays for its own
 * bottom half and not for the deliveries within it: its budget has room for one
 * delivery in each job, and each is made.
 */
#include "conform_line.h"

CONFORM_METADATA

#define PERIOD_US 20000
/*
 * The outer interrupt pays for what the deliveries within it take beyond their lower bound. On a Mega by Arduino's functions
 * each takes some cycles more than on an Uno.
 */
#if CONFORM_ARDUINO && defined __AVR_ATmega2560__
#define COST_US 420
#else
#define COST_US 350
#endif
#define JOBS 10U
#define INNER (LINES_NEST ? 8U : 0U)
/* Budgets that are not replenished before the test ends. */
#define ALWAYS US(400000)
#define ROOM (JOBS * (US(COST_US) + PL_LINE_OVERHEAD_TICKS) + PL_LINE_MASK_TICKS)

static volatile uint8_t outer;
static volatile uint8_t inner;

static void setup(void)
{
    line_setup();
}

static void bottom_outer(void)
{
    outer++;
    for (uint8_t i = 0; i != INNER; i++) {
        uint8_t before = inner;
        line_raise(LINE_B);
        while (inner == before) {
        }
    }
}

static void bottom_inner(void)
{
    inner++;
}

static void job(void)
{
    static uint8_t number;
    number++;
    line_raise(LINE_A);
    conform_consume(100);
    CHECK(outer == number);
    CHECK(inner == (uint8_t)(number * INNER));
    if (number == JOBS) {
        conform_pass();
    }
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {.setup = setup, ROW(job, PL_PERIODIC, US(PERIOD_US), 0, US(PERIOD_US), US(PERIOD_US), 0)},
};

const pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH = {
    {US(COST_US), bottom_outer, 0, PL_NO_HANDLER, LINE_A, LINE_MODE, 0},
    {US(COST_US), bottom_inner, 1, PL_NO_HANDLER, LINE_B, LINE_MODE, 1},
};

const pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] PL_FLASH = {
    {ROOM, ALWAYS},
    {ALWAYS, ALWAYS},
};
