/*
 * The start of a program: clock, telemetry, set-ups, and then everything that makes releases and
 * serves interrupts.
 */
#include "budget.h"
#include "interrupt.h"
#include "monitor.h"
#include "release.h"
#include "threads.h"
#include "trace.h"

pl_tick_t pl_now(void)
{
    return pl_port_now();
}

/* From now on tasks are released and interrupts are delivered. */
static void begin(void)
{
    pl_irq_t state = pl_port_lock();
    pl_tick_t now = pl_port_now();
#if PL_PREEMPTIVE
    pl_budget_begin(now);
#elif PL_WATCHES
    pl_monitor_begin(now);
#endif
    pl_release_begin(now + PL_START_MARGIN);
#if PL_INTERRUPT_COUNT > 0
    pl_interrupt_begin();
#endif
    pl_port_unlock(state);
}

void pl_start(void)
{
    pl_port_init();
    pl_trace_boot();
#if PL_USES_SETUP
    for (uint8_t i = 0; i < PL_TASK_COUNT; i++) {
        void (*setup)(void) = pl_flash_pointer(void (*)(void), &pl_tasks[i].setup);
        if (setup != 0) {
            setup();
        }
    }
#endif
#if !PL_PREEMPTIVE
    begin();
#endif
}

#if PL_PREEMPTIVE

/* With threads the manager begins, because it runs before all other threads. */
void pl_manager_main(void)
{
    pl_threads_begin();
    begin();
    pl_threads_manage();
}

#endif
