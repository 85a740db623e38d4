/*
 * The measured program: tasks with almost empty bodies. All are released together every 10 ms. With ALONE
 * only one task is released every 10 ms, and the others are released rarely.
 *
 * BENCH_BUDGET(n), optional: the budget of a ROW, in ticks.
 * BENCH_TURNS, optional: turns of the loop in a body, so that it is longer than its credit.
 * BENCH_ROWS, optional: rows of the task table, made of ROW(n) and LATE(n). The first job of a LATE task
 * never ends, so each later release of the task is kept or dropped.
 */
#include "polyloop/polyloop.h"
#include "polyloop/port.h"
#include "polyloop/telemetry.h"

#if PL_TELEMETRY
const uint8_t pl_metadata[PL_METADATA_BYTES] PL_FLASH = {BENCH_METADATA};
#endif

volatile uint8_t bench_count;

#ifndef BENCH_TURNS
#define BENCH_TURNS 1U
#endif

void bench_body(void)
{
    for (uint8_t left = BENCH_TURNS; left != 0; left--) {
        bench_count++;
    }
}

void bench_late_body(void)
{
    for (;;) {
        bench_count++;
#if CONFORM_ARDUINO
        /* The port looks at the clock. */
        PL_PORT_TURN();
#endif
    }
}

#if ALONE
#define PERIOD(n) ((n) == 0 ? 20000 : 20000000)
#else
#define PERIOD(n) 20000
#endif

#ifndef BENCH_BUDGET
#define BENCH_BUDGET(n) PERIOD(n)
#endif

#define ROW(n)                                                                                                         \
    {                                                                                                                  \
        .period = PERIOD(n), .deadline = PERIOD(n), .budget = BENCH_BUDGET(n), .body = bench_body,                     \
        .kind = PL_PERIODIC, .overrun = PL_OVERRUN_SKIP, .id = (n)                                                     \
    }

#ifdef BENCH_ROWS

pl_tick_t bench_backlog[4];

#define LATE(n)                                                                                                        \
    {                                                                                                                  \
        .period = PERIOD(n), .deadline = PERIOD(n), .budget = PERIOD(n), .body = bench_late_body, .kind = PL_PERIODIC, \
        .overrun = PL_OVERRUN_DEMOTE, .catch_up_limit = 4, .backlog = bench_backlog, .id = (n)                         \
    }

#else
#define BENCH_ROWS ROW(0), ROW(1), ROW(2) BENCH_MORE
#if PL_TASK_COUNT == 8
#define BENCH_MORE , ROW(3), ROW(4), ROW(5), ROW(6), ROW(7)
#else
#define BENCH_MORE
#endif
#endif

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {BENCH_ROWS};

#if CONFORM_ARDUINO
void init(void);
#endif

int main(void)
{
#if CONFORM_ARDUINO
    init();
#endif
    pl_start();
    pl_run();
}
