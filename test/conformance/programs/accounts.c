/*
 * A long body. accounts.ts computes its account from outside. Task 0 preempts it. Task 2 is
 * released while it runs and drops releases. The tasks of MORE_ROWS wait for it and never end. All
 * have budgets and watched deadlines.
 *
 * LOOPS: loops of the body. BUDGET: budget of the body, in ticks. SECTION, optional: the loops are
 * in a critical section of this declared length, which blocks task 0. LINE, optional: an interrupt
 * on a budget; a timer raises it every STORM_US. HANDLER, optional: position of the task that it
 * triggers, one of MORE_ROWS. BODY_ROW, optional: row of the body. QUICK_US: period of task 2.
 */
#include "conform_line.h"
#include "conform_spin.h"

#ifndef MORE_ROWS
#define MORE_ROWS
#endif
#ifndef MORE_INTERRUPTS
#define MORE_INTERRUPTS
#endif
#ifndef QUICK_US
#define QUICK_US 3100
#endif
#ifndef HANDLER
#define HANDLER PL_NO_HANDLER
#endif

CONFORM_METADATA

#define LONG US(30000000)

__attribute__((noinline)) void accounts_urgent(void)
{
    __asm__ __volatile__("");
}

__attribute__((noinline)) void accounts_inside(void)
{
    spin(LOOPS);
    spin(LOOPS);
}

#ifdef SECTION

#include "polyloop/resource.h"

PL_RESOURCE(shared, 0, 0);

__attribute__((noinline)) void accounts_body(void)
{
    pl_resource_lock_for(&shared, SECTION);
    accounts_inside();
    pl_resource_unlock(&shared);
}

#else

__attribute__((noinline)) void accounts_body(void)
{
    accounts_inside();
}

#endif

static void quick(void)
{
}

__attribute__((unused)) static void endless(void)
{
    for (;;) {
        spin(1000U);
    }
}

static void setup(void)
{
    start_clock();
#ifdef LINE
    line_setup();
    line_arrivals(STORM_US);
#endif
}

#ifdef LINE

static void bottom(void)
{
    spin(20U);
}

const pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH = {
    {US(130), bottom, 0, HANDLER, LINE, PL_CHANGE, 0},
    MORE_INTERRUPTS
};

const pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] PL_FLASH = {{US(4000), US(10000)}};

#endif

#define WAITING(id)                                                                                                    \
    {                                                                                                                  \
        ROW(endless, PL_PERIODIC, LONG, 0, LONG, LONG, id)                                                             \
    }

#define TRIGGERED(id)                                                                                                  \
    {                                                                                                                  \
        ROW(quick, PL_SPORADIC, US(2000), 0, LONG, US(2000), id)                                                       \
    }

#ifndef BODY_ROW
#define BODY_ROW ROW(accounts_body, PL_PERIODIC, US(60000), 0, US(60000), BUDGET, 1)
#endif

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    {ROW(accounts_urgent, PL_PERIODIC, US(4300), US(350), US(4300), US(4300), 0), .setup = setup},
    {BODY_ROW},
    {ROW(quick, PL_PERIODIC, US(QUICK_US), 0, US(90000), US(QUICK_US), 2), .overrun = PL_OVERRUN_SKIP},
    MORE_ROWS
};

int main(void)
{
    pl_start();
    pl_run();
}
