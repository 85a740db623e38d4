/* One task with a long period, PERIOD ticks, for JOBS jobs: alarms far away,
 * and times beyond 32 bits on the host. */
#include "conform.h"

CONFORM_METADATA

static void body(void)
{
    static uint8_t jobs;
    jobs++;
    if (jobs == JOBS) {
        conform_pass();
    }
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {ROW(body, PL_PERIODIC, PERIOD, PERIOD / 2U, PERIOD, PL_NONE, 0)},
};
