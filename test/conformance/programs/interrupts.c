/*
 * Interrupts without a budget: each is delivered once, its bottom half runs before the task
 * continues, and its handler is a job that keeps its minimum inter-arrival time. An interrupt that
 * comes while the program has disabled interrupts is delivered once, when the program enables them.
 * While a bottom half runs, its own line waits; other lines do not.
 *
 * Line A has a bottom half and a handler, line B only a bottom half.
 */
#include "conform_line.h"

CONFORM_METADATA

#define HANDLER 0
#define HANDLER_PERIOD_US 10000
/* The longest job of the driver. */
#define DRIVER_US 2000

static volatile uint8_t count_a;
static volatile uint8_t count_b;
static volatile uint8_t handled;
static volatile bool raise_within;

static void setup(void)
{
    line_setup();
}

static void bottom_a(void)
{
    count_a++;
}

static void bottom_b(void)
{
    count_b++;
    if (raise_within) {
        uint8_t a = count_a;
        uint8_t b = count_b;
        raise_within = false;
        line_raise(LINE_A);
        line_raise(LINE_B);
        conform_consume(300);
        CHECK(count_a == (uint8_t)(LINES_NEST ? a + 1U : a));
        CHECK(count_b == b);
    }
}

static void handler(void)
{
    static pl_tick_t last;
    pl_tick_t now = pl_now();
    /* From release to release; a start can be late by a job of the other task. */
    CHECK(handled == 0 || now - last + US(DRIVER_US) + conform_slack >= US(HANDLER_PERIOD_US));
    last = now;
    handled++;
}

static void raise_and_wait(uint8_t line)
{
    line_raise(line);
    conform_consume(300);
}

/* One trigger is postponed to the end of the inter-arrival time, two are dropped. */
static void burst(void)
{
    for (uint8_t i = 0; i < 3; i++) {
        raise_and_wait(LINE_A);
    }
    CHECK(count_a == 4);
}

static void switched_off(void)
{
    pl_interrupts_off();
    raise_and_wait(LINE_A);
    raise_and_wait(LINE_A);
    raise_and_wait(LINE_B);
    CHECK(count_a == 4 && count_b == 0);
    pl_interrupts_on();
    conform_consume(300);
    CHECK(count_a == 5 && count_b == 1);
}

static void nested(void)
{
    raise_within = true;
    raise_and_wait(LINE_B);
    conform_consume(1000);
    CHECK(count_a == 6 && count_b == 3);
}

/* Every 5 ms. */
static void driver(void)
{
    static uint8_t round;
    round++;
    if (round == 1) {
        raise_and_wait(LINE_A);
        CHECK(count_a == 1);
    } else if (round == 2) {
        CHECK(handled == 1);
        burst();
    } else if (round == 5) {
        CHECK(handled == 2);
        CHECK(pl_task_counters(HANDLER).dropped_releases == 2);
        switched_off();
    } else if (round == 9) {
        CHECK(handled == 3);
        nested();
        conform_pass();
    }
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(handler, PL_SPORADIC, HANDLER_PERIOD_US, 0, HANDLER_PERIOD_US, 2000, 0),
    {.setup = setup, ROW(driver, PL_PERIODIC, US(5000), 0, US(5000), US(DRIVER_US), 1)},
};

const pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH = {
    {.bottom = bottom_a, .server = PL_NO_SERVER, .handler = HANDLER, .line = LINE_A, .mode = LINE_MODE, .id = 0},
    {.bottom = bottom_b, .server = PL_NO_SERVER, .handler = PL_NO_HANDLER, .line = LINE_B, .mode = LINE_MODE, .id = 1},
};
