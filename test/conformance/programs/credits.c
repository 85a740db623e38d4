/*
 * A long body of an exact time. Other tasks' releases, telemetry and, every STORM_US, a timer
 * interrupt it. OVERRUNS of its JOBS exceed BUDGET ticks.
 *
 * SECTION, optional: the body is a critical section of this declared length, and the budget has
 * room. SECTIONS, optional: number of sections in a body. NESTED, optional: the body locks the resource
 * again at the end of each section; 2: and another one in between, and never unlocks that one. LINE, optional: another
 * line, raised from outside. LOOPS: loops of the body. BOTTOM_LOOPS: loops of the bottom half. OTHERS_BUSY: whether
 * other tasks are released during the body.
 */
#include "conform_line.h"
#include "conform_spin.h"

CONFORM_METADATA

#ifdef SECTION
#include "polyloop/resource.h"
PL_RESOURCE(shared, 0, 0);

#ifndef NESTED
#define NESTED 0
#endif

#if NESTED > 1
PL_RESOURCE(other, 0, 1);
#endif

/* What a function does that the section calls. */
static void inner(void)
{
#if NESTED > 1
    pl_resource_lock(&other);
#endif
#if NESTED > 0
    pl_resource_lock_for(&shared, SECTION);
    pl_resource_unlock(&shared);
#endif
}

#ifndef SECTIONS
#define SECTIONS 1U
#endif

__attribute__((noinline)) void credits_body(void)
{
    for (uint16_t i = 0; i != SECTIONS; i++) {
        pl_resource_lock_for(&shared, SECTION);
        spin(LOOPS);
        inner();
        pl_resource_unlock(&shared);
    }
}
#else
__attribute__((noinline)) void credits_body(void)
{
    spin(LOOPS);
}
#endif

static void quick(void)
{
}

/* After each job of the body. */
static void check(void)
{
    static uint16_t jobs;
    jobs++;
    if (jobs == JOBS) {
        CHECK(pl_task_counters(0).budget_overruns == OVERRUNS);
        conform_pass();
    }
}

#ifndef LINE
#define LINE LINE_TIMER
#endif

static void setup(void)
{
    start_clock();
#if PL_INTERRUPT_COUNT > 0
    line_setup();
    line_arrivals(STORM_US);
#endif
}

#if PL_INTERRUPT_COUNT > 0

static void bottom(void)
{
    spin(BOTTOM_LOOPS);
}

const pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH = {
    {US(130), bottom, PL_IO_SERVER_COUNT > 0 ? 0 : PL_NO_SERVER, PL_NO_HANDLER, LINE, PL_RISING, 0},
};

#if PL_IO_SERVER_COUNT > 0
const pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] PL_FLASH = {{US(6000), US(10000)}};
#endif

#endif

static pl_tick_t backlog[2];

/* Both are released while the body runs, so that all kinds of releases interrupt it. */
#define OTHER_US(us) (OTHERS_BUSY ? US(us) : US(1000000))

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {.setup = setup, ROW(credits_body, PL_PERIODIC, US(50000), 0, PL_NONE, BUDGET, 0)},
    {ROW(quick, PL_PERIODIC, OTHER_US(1000), 0, PL_NONE, PL_NONE, 1), .overrun = PL_OVERRUN_SKIP},
    {ROW(quick, PL_PERIODIC, OTHER_US(1700), 0, PL_NONE, PL_NONE, 2), .overrun = PL_OVERRUN_CATCH_UP,
     .catch_up_limit = 2, .backlog = backlog},
    {ROW(check, PL_PERIODIC, US(50000), US(40000), PL_NONE, PL_NONE, 3)},
};
