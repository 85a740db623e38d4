/*
 * Budgets of interrupts. A line is masked when its budget is exhausted, and unmasked exactly when the
 * budget is replenished, a period after the use began. An interrupt that came meanwhile is then
 * delivered, once. A budget of 0 delivers nothing. A budget can change at run time, also in the
 * bottom half itself; used budget stays used.
 *
 * Line A has server 0, with room for one delivery; line B has server 1, with none.
 */
#include "conform_line.h"

CONFORM_METADATA

#define COST_US 700
#define PERIOD_US 8000
/* The budget that one delivery requires. */
#define ROOM (US(COST_US) + PL_LINE_OVERHEAD_TICKS + PL_LINE_MASK_TICKS)
/* Room for two deliveries, and too little for a third. */
#define TWO_AND_A_LITTLE (2 * ROOM + US(COST_US / 4))

static volatile uint8_t count_a;
static volatile uint8_t count_b;
static volatile bool sets;
static pl_tick_t began[2];

static void setup(void)
{
    line_setup();
}

static void bottom_a(void)
{
    began[count_a & 1U] = pl_now();
    count_a++;
    conform_consume(COST_US);
}

static void bottom_b(void)
{
    count_b++;
    if (sets) {
        pl_io_server_set(1, TWO_AND_A_LITTLE, US(PERIOD_US));
    }
    conform_consume(COST_US);
}

static void raise_and_wait(uint8_t line)
{
    line_raise(line);
    conform_consume(1500);
}

static void replenished(void)
{
    raise_and_wait(LINE_A);
    CHECK(count_a == 1);
    raise_and_wait(LINE_A);
    raise_and_wait(LINE_A);
    CHECK(count_a == 1);
    conform_consume(PERIOD_US);
    CHECK(count_a == 2);
    /* On the boards the charge exceeds the time of the delivery by a margin, and the use begins before the body. */
    CHECK(began[1] - began[0] + conform_slack / 2U >= US(PERIOD_US));
    CHECK(began[1] - began[0] <= US(PERIOD_US) + conform_slack);
    conform_consume(PERIOD_US);
    CHECK(count_a == 2);
}

static void changed(void)
{
    raise_and_wait(LINE_B);
    CHECK(count_b == 0);
    pl_io_server_set(1, ROOM, US(PERIOD_US));
    conform_consume(1500);
    CHECK(count_b == 1);
    raise_and_wait(LINE_B);
    pl_io_server_set(1, 0, US(PERIOD_US));
    pl_io_server_set(1, ROOM, US(PERIOD_US));
    conform_consume(1500);
    CHECK(count_b == 1);
    pl_io_server_set(1, 2 * ROOM, US(PERIOD_US));
    conform_consume(1500);
    CHECK(count_b == 2);
    pl_io_server_set(1, 0, US(PERIOD_US));
    conform_consume(2 * PERIOD_US);
    raise_and_wait(LINE_B);
    CHECK(count_b == 2);
    pl_io_server_set(2, ROOM, US(PERIOD_US));
}

/* The last interrupt is still pending. */
static void changed_within(void)
{
    conform_consume(2 * PERIOD_US);
    sets = true;
    pl_io_server_set(1, TWO_AND_A_LITTLE, US(PERIOD_US));
    conform_consume(1500);
    raise_and_wait(LINE_B);
    CHECK(count_b == 4);
    raise_and_wait(LINE_B);
    CHECK(count_b == 4);
    conform_consume(2 * PERIOD_US);
    CHECK(count_b == 5);
}

static void driver(void)
{
    replenished();
    changed();
    changed_within();
    conform_pass();
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {.setup = setup, ROW(driver, PL_PERIODIC, US(100000), 0, PL_NONE, PL_NONE, 0)},
};

const pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH = {
    {US(COST_US), bottom_a, 0, PL_NO_HANDLER, LINE_A, LINE_MODE, 0},
    {US(COST_US), bottom_b, 1, PL_NO_HANDLER, LINE_B, LINE_MODE, 1},
};

const pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] PL_FLASH = {
    {ROOM, US(PERIOD_US)},
    {0, US(PERIOD_US)},
};
