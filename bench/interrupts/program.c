/*
 * The program of measure.ts: PL_INTERRUPT_COUNT lines, from FIRST_LINE on, that share one budget, and a
 * handler if HANDLER is 1. The bottom half is empty. With threads, deliveries interrupt a body with a
 * monitored budget, while all other tasks (LAST_ROWS) are ready, each with a deadline and a budget.
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

#if PL_PREEMPTIVE

#define STACK_BYTES 120
static pl_stack_unit_t stacks[PL_TASK_COUNT + 2][PL_STACK_UNITS(STACK_BYTES)];
#define STACK(thread)                                                                                                  \
    {                                                                                                                  \
        stacks[thread], PL_STACK_UNITS(STACK_BYTES)                                                                    \
    }
const pl_stack_t pl_stacks[PL_TASK_COUNT + 2] = {STACK_ROWS};

#define LONG 1000000000
#define BUDGET_OF_LONG LONG

static void last(void)
{
    for (;;) {
    }
}

#else

#define LONG 2000000000
#define BUDGET_OF_LONG PL_NONE
#define last nothing

#endif

#define LAST(n)                                                                                                        \
    {                                                                                                                  \
        .period = LONG, .deadline = LONG, .budget = BUDGET_OF_LONG, .body = last, .kind = PL_PERIODIC, .id = (n)       \
    }

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {.period = 20000, .deadline = 20000, .budget = PL_NONE, .body = nothing, .kind = PL_SPORADIC, .id = 0},
    LAST_ROWS,
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
