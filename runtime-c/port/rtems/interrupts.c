/* RTEMS: interrupts of the board, the kernel's clock, and the beats of telemetry. See kernel.h. */
#include <rtems.h>
#include <rtems/irq-extension.h>
#include <rtems/score/percpu.h>

#include "kernel.h"
#include "pl_realview.h"
#include "polyloop/port.h"
#include "polyloop/telemetry.h"
#include "polyloop_rtems_config.h"

/* Those of the board's port and of the program. */
#define HANDLERS 4U

void pl_kernel_attach(uint32_t vector, uint32_t priority, void (*handler)(void *), void *argument)
{
    static rtems_interrupt_entry entries[HANDLERS];
    static uint8_t used;
    rtems_interrupt_entry *entry = &entries[used];
    used++;
    rtems_interrupt_entry_initialize(entry, handler, argument, "polyloop");
    (void)rtems_interrupt_set_priority(vector, priority);
    (void)rtems_interrupt_entry_install(vector, RTEMS_INTERRUPT_UNIQUE, entry);
}

void pl_kernel_mask(uint32_t vector, bool masked)
{
    if (masked) {
        (void)rtems_interrupt_vector_disable(vector);
    } else {
        (void)rtems_interrupt_vector_enable(vector);
    }
}

void pl_kernel_forget(uint32_t vector)
{
    (void)rtems_interrupt_clear(vector);
}

bool pl_kernel_in_interrupt(void)
{
    return rtems_interrupt_is_in_progress();
}

bool pl_kernel_switches(void)
{
    return _Per_CPU_Get()->dispatch_necessary;
}

uint32_t pl_kernel_clock(void)
{
    return rtems_clock_get_ticks_since_boot();
}

/* A beat of at most 32 ms, and at least one tick of the kernel's clock. */
static rtems_interval beat_ticks(void)
{
    rtems_interval ticks = 32000U / rtems_configuration_get_microseconds_per_tick();
    return ticks == 0 ? 1U : ticks;
}

#if PL_CORES > 1

/* Runs at each tick, in the interrupt of the kernel's clock. */
static void on_tick(rtems_id timer, void *unused)
{
    static rtems_interval ticks;
    (void)unused;
    pl_rtems_ticked();
    ticks++;
#if PL_TELEMETRY
    if (ticks % beat_ticks() == 0) {
        (void)pl_realview_time_us();
        pl_irq_t state = pl_port_lock();
        pl_trace_beat();
        pl_port_unlock(state);
    }
    pl_trace_service();
#endif
    (void)rtems_timer_fire_after(timer, 1, on_tick, 0);
}

#define FIRST_TICKS 1U

#else

/* Runs in the interrupt of the kernel's clock. No thread pays for it. */
static void on_tick(rtems_id timer, void *unused)
{
    (void)unused;
    (void)pl_realview_time_us();
#if PL_TELEMETRY
    pl_irq_t state = pl_port_lock();
    pl_thread_pause(pl_port_now());
    pl_trace_beat();
    pl_port_unlock(state);
    while (!pl_kernel_switches() && pl_trace_service_step()) {
    }
    state = pl_port_lock();
    pl_thread_resume(pl_port_now());
    pl_port_unlock(state);
#endif
    (void)rtems_timer_fire_after(timer, beat_ticks(), on_tick, 0);
}

#define FIRST_TICKS beat_ticks()

#endif

void pl_kernel_begin_beats(void)
{
    rtems_id timer;
    if (rtems_timer_create(rtems_build_name('P', 'L', 'B', 'T'), &timer) == RTEMS_SUCCESSFUL) {
        (void)rtems_timer_fire_after(timer, FIRST_TICKS, on_tick, 0);
    }
}
