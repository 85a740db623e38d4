/*
 * Three jobs wait while one runs, unless they preempt it: each is more urgent than the running job.
 * The tasks run in table order under fixed priorities, and in the order of their absolute deadlines
 * under EDF. They are released at 1, 2 and 3 ms with D of 40, 20 and 29 ms, so they are due at 41,
 * 22 and 32 ms.
 */
#include "conform.h"

CONFORM_METADATA

#if PL_POLICY == PL_POLICY_EDF && !CONFORM_PREEMPTS
static const uint8_t expected[] = {3, 1, 2, 0};
#else
static const uint8_t expected[] = {3, 0, 1, 2};
#endif

static uint8_t position;

static void ran(uint8_t task)
{
    CHECK(expected[position % 4U] == task);
    position++;
    if (position == 40) {
        conform_pass();
    }
    conform_consume(task == 3 ? 6000 : 1000);
}

static void body_0(void)
{
    ran(0);
}

static void body_1(void)
{
    ran(1);
}

static void body_2(void)
{
    ran(2);
}

static void body_3(void)
{
    ran(3);
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(body_0, PL_PERIODIC, 50000, 1000, 40000, 9000, 0),
    TASK(body_1, PL_PERIODIC, 50000, 2000, 20000, 9000, 1),
    TASK(body_2, PL_PERIODIC, 50000, 3000, 29000, 9000, 2),
    TASK(body_3, PL_PERIODIC, 50000, 0, 50000, 9000, 3),
};
