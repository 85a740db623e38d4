/*
 * A task of 100 us every millisecond beside a task of 50 ms every 100 ms, without telemetry. The emulator follows
 * the marks, so the program does not measure anything itself.
 */
#include <avr/io.h>
#include <util/delay_basic.h>

#include "polyloop/polyloop.h"

#define US(us) ((pl_tick_t)(us) * (PL_TICK_HZ / 1000000U))

/* A turn takes four cycles. */
static void busy(uint16_t us)
{
    _delay_loop_2((uint16_t)(us * 4U));
}

static void short_body(void)
{
    GPIOR0 = 1;
    busy(100);
    GPIOR0 = 2;
}

static void long_body(void)
{
    for (uint8_t left = 50; left != 0; left--) {
        busy(980);
    }
}

#define ROW(period_us, budget_us, body_, id_)                                                                          \
    {                                                                                                                  \
        .period = US(period_us), .deadline = US(period_us), .budget = US(budget_us), .body = (body_),                  \
        .kind = PL_PERIODIC, .id = (id_)                                                                               \
    }

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    ROW(1000, 110, short_body, 0),
    ROW(100000, 55000, long_body, 1),
};

int main(void)
{
    pl_start();
    pl_run();
}
