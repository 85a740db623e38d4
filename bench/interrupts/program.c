/*
 * The program of measure.ts: INTERRUPTS lines, from INT0 on, that share one
 * budget with room for ROOM_FOR deliveries, and a handler if HANDLER says so.
 * The bottom half does nothing.
 */
#include "polyloop/polyloop.h"
#include "polyloop/telemetry.h"

#if PL_TELEMETRY
const uint8_t pl_metadata[PL_METADATA_BYTES] PL_FLASH = {METADATA_BLOB};
#endif

__attribute__((noinline)) static void nothing(void)
{
    __asm__ __volatile__("");
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {.period = 20000, .deadline = 20000, .budget = PL_NONE, .body = nothing, .kind = PL_SPORADIC, .id = 0},
    {.period = 2000000000, .deadline = 2000000000, .budget = PL_NONE, .body = nothing, .kind = PL_PERIODIC, .id = 1},
};

#define INTERRUPT(n)                                                                                                   \
    {                                                                                                                  \
        .cost = 0, .bottom = nothing, .server = SERVER, .handler = HANDLER, .line = FIRST_LINE + (n),                  \
        .mode = PL_CHANGE, .id = (n)                                                                                   \
    }

const pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH = {
    INTERRUPT(0),
#if PL_INTERRUPT_COUNT > 1
    INTERRUPT(1),
#endif
#if PL_INTERRUPT_COUNT > 2
    INTERRUPT(2),
    INTERRUPT(3),
#endif
};

#if PL_IO_SERVER_COUNT > 0
const pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] PL_FLASH = {{BUDGET, 20000}};
#endif

int main(void)
{
    pl_start();
    pl_run();
}
