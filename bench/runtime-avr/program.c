/*
 * The program that is measured: TASKS tasks with bodies of almost nothing, all released together every 10 ms, or one of
 * them alone every 10 ms and the others rarely (ALONE).
 */
#include "polyloop/polyloop.h"
#include "polyloop/telemetry.h"

#if PL_TELEMETRY
const uint8_t pl_metadata[PL_METADATA_BYTES] PL_FLASH = {BENCH_METADATA};
#endif

volatile uint8_t bench_count;

void bench_body(void)
{
    bench_count++;
}

#if ALONE
#define PERIOD(id) ((id) == 0 ? 20000 : 20000000)
#else
#define PERIOD(id) 20000
#endif

#define ROW(id)                                                                                                        \
    {                                                                                                                  \
        PERIOD(id), 0, PERIOD(id), PERIOD(id), bench_body, 0, 0, 0, PL_PERIODIC, PL_OVERRUN_SKIP, 0, 0, (id)           \
    }

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    ROW(0), ROW(1), ROW(2),
#if PL_TASK_COUNT == 8
    ROW(3), ROW(4), ROW(5), ROW(6), ROW(7),
#endif
};

int main(void)
{
    pl_start();
    pl_run();
}
