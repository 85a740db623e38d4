/* A task that never returns and is stopped at the end of its budget, for the cycles of the stop. */
#include "polyloop/polyloop.h"

void endless(void);

void endless(void)
{
    for (;;) {
        __asm__ __volatile__("");
    }
}

static void idle(void)
{
}

#define ROW(body_, id_)                                                                                                \
    .period = 4000, .deadline = 4000, .budget = 1000, .body = (body_), .kind = PL_PERIODIC, .id = (id_)

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {ROW(endless, 0), .exhaustion = PL_EXHAUSTION_STOP},
    {ROW(idle, 1)},
};

int main(void)
{
    pl_start();
    pl_run();
}
