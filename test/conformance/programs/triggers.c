/*
 * Triggers from an interrupt: while the processor is idle, during another task's
 * job, and at the instant of a timer release. With preemption the job starts at once, otherwise as
 * soon as the processor is free. For the host, where interrupts come at exact times.
 */
#include "conform.h"
#include "pl_host.h"

CONFORM_METADATA

#define SPORADIC 0

/* The first release is 50 µs after pl_start(). Task 1 runs for 2 ms at each
 * multiple of 10 ms after it. */
#define START 50
static const uint32_t triggered[] = {START + 5000, START + 11000, START + 20000, START + 31999};
#if CONFORM_PREEMPTS
#define starts triggered
#else
static const uint32_t starts[] = {START + 5000, START + 12000, START + 20000, START + 32000};
#endif
#define COUNT (sizeof starts / sizeof starts[0])

static uint8_t jobs;
static uint8_t triggers;

static void interrupt(void)
{
    CHECK(pl_task_trigger(SPORADIC));
    triggers++;
    if (triggers < COUNT) {
        pl_host_interrupt_at(triggered[triggers], interrupt);
    }
}

static void setup(void)
{
    pl_host_interrupt_at(triggered[0], interrupt);
}

static void body(void)
{
    CHECK(pl_host_time_us() == starts[jobs]);
    jobs++;
    if (jobs == COUNT) {
        conform_pass();
    }
}

static void periodic(void)
{
    pl_host_consume(2000);
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {ROW(body, PL_SPORADIC, US(500), 0, US(5000), PL_NONE, 0), .setup = setup},
    TASK(periodic, PL_PERIODIC, 10000, 0, 10000, 5000, 1),
};
