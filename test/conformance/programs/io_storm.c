/*
 * A timer interrupts at changing rates, from none to far too many. In no window of a period do
 * bottom halves take more than the budget, and in a storm they get most of it.
 */
#include "conform_line.h"
#include "polyloop/port.h"

CONFORM_METADATA

#define BOTTOM_US 100
#define COST_US 130
#define PERIOD_US 10000
#define ROOM (US(COST_US) + PL_LINE_OVERHEAD_TICKS + PL_LINE_MASK_TICKS)
/* Room for this many at once. Each takes less than the required budget, so there may be more. */
#define DELIVERIES 8U
#define BUDGET (DELIVERIES * ROOM)
#define KEPT 32U
#define ROUNDS 100U

typedef struct {
    pl_tick_t from;
    pl_tick_t to;
} use_t;

static use_t uses[KEPT];
static volatile uint16_t count;

static void setup(void)
{
    line_setup();
}

/* The time used from `from` on; older uses are not kept. */
static pl_tick_t taken_since(pl_tick_t from)
{
    pl_tick_t sum = 0;
    for (uint8_t i = 0; i < KEPT && i < count; i++) {
        if (!pl_tick_reached(from, uses[i].to)) {
            sum += uses[i].to - (pl_tick_reached(from, uses[i].from) ? from : uses[i].from);
        }
    }
    return sum;
}

static void bottom(void)
{
    use_t *use = &uses[count % KEPT];
    use->from = pl_now();
    conform_consume(BOTTOM_US);
    use->to = pl_now();
    count++;
}

/* Park and Miller's generator, by Schrage's method. */
static uint32_t random_number(void)
{
    static uint32_t state = 20090417;
    uint32_t high = state / 44488U;
    uint32_t low = state % 44488U;
    uint32_t next = 48271U * low + (UINT32_MAX - 3399U * high + 1U);
    state = next > 0x7FFFFFFFU ? next + 0x7FFFFFFFU : next;
    return state;
}

static void check_windows(void)
{
    pl_irq_t state = pl_port_lock();
    pl_tick_t now = pl_now();
    pl_tick_t taken = taken_since(now - US(PERIOD_US));
    pl_port_unlock(state);
    CHECK(taken <= BUDGET);
}

/* A storm for two periods: the second gets at least what the late replenishment of a batch leaves. */
static void storm(void)
{
    line_arrivals(100);
    conform_consume(PERIOD_US);
    uint16_t before = count;
    conform_consume(2U * PERIOD_US);
    CHECK((uint16_t)(count - before) >= DELIVERIES);
}

/* Every 3 ms another rate, or none. */
static void driver(void)
{
    static uint8_t round;
    round++;
    if (round == ROUNDS) {
        storm();
        conform_pass();
    }
    uint32_t rate = random_number() % 8U;
    line_arrivals((uint16_t)(rate == 0 ? 0 : rate < 4U ? 60U + 20U * rate : 150U * rate));
    check_windows();
}

/* Checks the windows at other times. */
static void watcher(void)
{
    check_windows();
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(watcher, PL_PERIODIC, 1700, 0, 100000, 1000, 0),
    {.setup = setup, ROW(driver, PL_PERIODIC, US(3000), 0, PL_NONE, PL_NONE, 1)},
};

const pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH = {
    {US(COST_US), bottom, 0, PL_NO_HANDLER, LINE_TIMER, PL_RISING, 0},
};

const pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] PL_FLASH = {{BUDGET, US(PERIOD_US)}};
