/*
 * The program of measure.ts for the Cortex-M3. It reports its result as a "failure": the time that a
 * delivery takes from the task, in units of 16 ns. With SCARCE 1 the budget suffices for one delivery, and
 * then the line is masked and unmasked.
 */
#include "conform_line.h"

CONFORM_METADATA

#define TURNS 1000000U

#define LONG US(100000000)

/* With threads the budget is monitored. */
#if PL_PREEMPTIVE
#define BUDGET LONG
#else
#define BUDGET PL_NONE
#endif

static volatile uint32_t count;
static volatile uint32_t turns;

static void bottom(void)
{
    count++;
}

static pl_tick_t time_turns(void)
{
    pl_tick_t from = pl_now();
    for (turns = 0; turns != TURNS; turns++) {
    }
    return pl_now() - from;
}

static void body(void)
{
    line_arrivals(0);
    pl_tick_t quiet = time_turns();
    line_arrivals(100);
    uint32_t before = count;
    pl_tick_t loud = time_turns();
    conform_check(false, (uint16_t)((loud - quiet) * 1000U / 16U / (count - before)));
}

/* Ready while the first task runs. */
#define OTHER(n)                                                                                                       \
    {                                                                                                                  \
        ROW(body, PL_PERIODIC, LONG, 0, LONG, BUDGET, n)                                                               \
    }

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {ROW(body, PL_PERIODIC, LONG, 0, LONG, BUDGET, 0)},
    MORE_TASKS
};

#define PERIOD US(1000)

const pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH = {
    {20, bottom, 0, PL_NO_HANDLER, LINE_TIMER, LINE_MODE, 0},
};

const pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] PL_FLASH = {{SCARCE ? 20 : PERIOD, PERIOD}};
