/*
 * RTEMS on several cores: the lock of the runtime, and the parts of the runtime for one core that have nothing to do
 * there. See multicore.c.
 */
#include <rtems.h>
#include <rtems/score/smpimpl.h>

#include "polyloop/port.h"

#if PL_CORES > 1

#include "state.h"
#include "watch.h"

/* The core that has the lock, plus one; 0: none. */
static volatile uint32_t owner;

/* Beside PL_IRQ_OFF in the result. */
#define NESTED 1U

pl_irq_t pl_port_lock(void)
{
    pl_irq_t state;
    __asm__ __volatile__("mrs %0, cpsr\n\tcpsid i" : "=r"(state)::"memory");
    state &= PL_IRQ_OFF;
    uint32_t self = _SMP_Get_current_processor() + 1U;
    if (__atomic_load_n(&owner, __ATOMIC_RELAXED) == self) {
        return state | NESTED;
    }
    uint32_t free = 0;
    while (!__atomic_compare_exchange_n(&owner, &free, self, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        free = 0;
    }
    return state;
}

void pl_port_unlock(pl_irq_t state)
{
    if ((state & NESTED) != 0) {
        return;
    }
    __atomic_store_n(&owner, 0U, __ATOMIC_RELEASE);
    if ((state & PL_IRQ_OFF) == 0) {
        __asm__ __volatile__("cpsie i" ::: "memory");
    }
}

/* ---- accounts: the kernel keeps them, so recording costs no task its budget ---- */

pl_account_t pl_account;

bool pl_watch_text(pl_tick_t cost)
{
    (void)cost;
    return false;
}

void pl_watch_give_way(pl_irq_t state)
{
    pl_port_unlock(state);
}

void pl_alarm_due(void)
{
}

volatile bool pl_kernel_wakes;

void pl_kernel_deliver(void)
{
}

/* ---- what a body may call ---- */

pl_tick_t pl_now(void)
{
    return pl_port_now();
}

pl_task_counters_t pl_task_counters(uint8_t task)
{
    pl_irq_t state = pl_port_lock();
    pl_task_counters_t counters = pl_state[task].counters;
    pl_port_unlock(state);
    return counters;
}

bool pl_task_stopped(uint8_t task)
{
    (void)task;
    return false;
}

#else

/* ISO C requires a declaration in every translation unit. */
typedef int pl_multicore_lock_absent_t;

#endif
