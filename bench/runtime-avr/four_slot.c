/* Writes and reads four bytes through a four-slot channel in a loop. No task or interrupt runs. */
#include "polyloop/channel.h"

static void nothing(void)
{
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {1, 0, PL_NONE, PL_NONE, nothing, 0, 0, 0, PL_PERIODIC, PL_OVERRUN_SKIP, 0, 0, 0},
};

PL_FOUR_SLOT(channel, uint32_t, 0);

static uint32_t written;
static uint32_t taken;

PL_OUTLINE __attribute__((used)) void bench_write(void)
{
    pl_four_slot_write(&channel, &written);
}

PL_OUTLINE __attribute__((used)) void bench_read(void)
{
    pl_four_slot_read(&channel, &taken);
}

int main(void)
{
    for (;;) {
        written++;
        bench_write();
        bench_read();
    }
}
