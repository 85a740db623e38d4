/* A task that locks and unlocks two resources, for the cycles of a lock and of an unlock. */
#include "polyloop/polyloop.h"
#include "polyloop/resource.h"

PL_RESOURCE(outer, 0, 0);
PL_RESOURCE(inner, 0, 1);

static void body(void)
{
    pl_resource_lock_for(&outer, 20000);
    pl_resource_lock_for(&inner, 10000);
    pl_resource_unlock(&inner);
    pl_resource_unlock(&outer);
}

static void idle(void)
{
}

#if PL_USES_EXHAUSTION_STOP
#define STOPPED , .exhaustion = PL_EXHAUSTION_STOP
#else
#define STOPPED
#endif

#define ROW(body_, id_)                                                                                                \
    {                                                                                                                  \
        .period = 4000, .deadline = 4000, .budget = 4000, .body = (body_), .kind = PL_PERIODIC, .id = (id_) STOPPED    \
    }

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    ROW(body, 0), ROW(idle, 1), ROW(idle, 2), ROW(idle, 3), ROW(idle, 4), ROW(idle, 5), ROW(idle, 6), ROW(idle, 7),
};

int main(void)
{
    pl_start();
    pl_run();
}
