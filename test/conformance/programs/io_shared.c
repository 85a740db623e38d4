/*
 * Two lines share a budget with room for two deliveries. Either may use it, both are masked when it
 * is exhausted, and both are delivered, once, when it is replenished. While the bottom half of one
 * runs, the other waits.
 */
#include "conform_line.h"

CONFORM_METADATA

#define COST_US 700
#define PERIOD_US 8000
/* What a delivery measures beside the bottom half. Arduino's functions detach a line and attach it again. */
#if CONFORM_ARDUINO
#define SPARE_US 150
#elif PL_ONE_STACK
/* The records of a delivery also look for deadlines. */
#define SPARE_US 60
#else
#define SPARE_US 20
#endif
/* With less budget than a third delivery needs, both lines are masked. */
#define ROOM_FOR_TWO (2 * (US(COST_US) + PL_LINE_OVERHEAD_TICKS) + PL_LINE_MASK_TICKS)

static volatile uint8_t count_a;
static volatile uint8_t count_b;
static volatile bool within;
static pl_tick_t first;

static void setup(void)
{
    line_setup();
}

static void use(void)
{
    CHECK(!within);
    within = true;
    conform_consume(COST_US - SPARE_US);
    within = false;
}

static void bottom_a(void)
{
    count_a++;
    if (count_a == 1) {
        first = pl_now();
        line_raise(LINE_B);
    }
    use();
}

static void bottom_b(void)
{
    count_b++;
    use();
}

static void driver(void)
{
    line_raise(LINE_A);
    conform_consume(3000);
    CHECK(count_a == 1 && count_b == 1);
    line_raise(LINE_A);
    line_raise(LINE_B);
    line_raise(LINE_A);
    conform_consume(1000);
    CHECK(count_a == 1 && count_b == 1);
    while (count_a == 1 && count_b == 1) {
        conform_consume(10);
    }
    CHECK(pl_now() - first + conform_slack >= US(PERIOD_US));
    conform_consume(3000);
    CHECK(count_a == 2 && count_b == 2);
    CHECK(pl_now() - first <= US(PERIOD_US + 5000) + conform_slack);
    conform_consume(2 * PERIOD_US);
    CHECK(count_a == 2 && count_b == 2);
    conform_pass();
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {.setup = setup, ROW(driver, PL_PERIODIC, US(100000), 0, PL_NONE, PL_NONE, 0)},
};

const pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH = {
    {US(COST_US), bottom_a, 0, PL_NO_HANDLER, LINE_A, LINE_MODE, 0},
    {US(COST_US), bottom_b, 0, PL_NO_HANDLER, LINE_B, LINE_MODE, 1},
};

const pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] PL_FLASH = {{ROOM_FOR_TWO, US(PERIOD_US)}};
