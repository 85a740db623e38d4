/*
 * Up to five periodic tasks with a schedule that is known in advance. Job n of a task takes COST_n
 * µs. From AT_n on it holds a resource for LENGTH_n, with the ceiling of task CEILING_n. After
 * JOBS_n jobs they take no time.
 */
#include "conform.h"
#include "polyloop/resource.h"

CONFORM_METADATA

#define BODY(n)                                                                                                        \
    PL_RESOURCE(resource_##n, CEILING_##n, 0);                                                                         \
    static void body_##n(void)                                                                                         \
    {                                                                                                                  \
        static uint16_t jobs;                                                                                          \
        if (jobs == JOBS_##n) {                                                                                        \
            return;                                                                                                    \
        }                                                                                                              \
        jobs++;                                                                                                        \
        conform_consume(AT_##n);                                                                                       \
        if (LENGTH_##n != 0) {                                                                                         \
            pl_resource_lock(&resource_##n);                                                                           \
            conform_consume(LENGTH_##n);                                                                               \
            pl_resource_unlock(&resource_##n);                                                                         \
        }                                                                                                              \
        conform_consume(COST_##n - AT_##n - LENGTH_##n);                                                               \
    }

#define PERIODIC(n) TASK(body_##n, PL_PERIODIC, PERIOD_##n, OFFSET_##n, DEADLINE_##n, COST_##n, n)

BODY(0)
BODY(1)
BODY(2)
#if PL_TASK_COUNT > 3
BODY(3)
#endif
#if PL_TASK_COUNT > 4
BODY(4)
#endif

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    PERIODIC(0), PERIODIC(1), PERIODIC(2),
#if PL_TASK_COUNT > 3
    PERIODIC(3),
#endif
#if PL_TASK_COUNT > 4
    PERIODIC(4),
#endif
};
