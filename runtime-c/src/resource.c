/* Resources and spinlocks. See polyloop/resource.h. */
#include "alarm.h"
#include "threads.h"
#include "trace.h"

#if PL_USES_RESOURCES

#include "polyloop/resource.h"

static uint8_t current_id(void)
{
    return pl_flash_u8(&pl_tasks[pl_running].id);
}

#if PL_PREEMPTIVE

/*
 * Nobody is raised to the ceiling: while it is in force, the tasks that are not above it are not woken. The holder is
 * then the most urgent of those that are.
 */
uint8_t pl_ceiling = PL_TASK_COUNT;
uint8_t pl_holder = PL_THREAD_NONE;
pl_mask_t pl_withheld;
pl_mask_t pl_holding;

/* Whether a task is more urgent than another's ceiling. */
static bool above(uint8_t task, uint8_t ceiling)
{
#if PL_POLICY == PL_POLICY_EDF
    return pl_flash_u32(&pl_tasks[task].deadline) < pl_flash_u32(&pl_tasks[ceiling].deadline);
#else
    return task < ceiling;
#endif
}

/* It forbids all but its holder: others that hold something have been preempted by that one. */
bool pl_ceiling_blocks(uint8_t task)
{
    return pl_ceiling != PL_TASK_COUNT && task != pl_holder && !above(task, pl_ceiling);
}

bool pl_withhold(uint8_t task)
{
    bool blocked = pl_ceiling_blocks(task);
    if (blocked) {
        pl_withheld |= pl_bit(task);
    }
    return blocked;
}

static void hold(uint8_t task)
{
    pl_threads[task].held++;
    pl_holding |= pl_bit(task);
    pl_holder = task;
}

static void let_go(uint8_t task)
{
    pl_threads[task].held--;
    if (pl_threads[task].held == 0) {
        pl_holding &= (pl_mask_t)~pl_bit(task);
    }
}

/* Lets those go on that the ceiling, now lower, does not keep back any more. */
static void let_on(void)
{
    pl_mask_t left = pl_withheld;
    for (uint8_t i = 0; left != 0; i++, left = (pl_mask_t)(left >> 1)) {
        if ((left & 1U) != 0 && !pl_ceiling_blocks(i)) {
            pl_withheld &= (pl_mask_t)~pl_bit(i);
            pl_port_thread_wake(i);
        }
    }
}

void pl_resource_lock(pl_resource_t *resource)
{
    uint8_t task = pl_running;
    if (task >= PL_TASK_COUNT) {
        return; /* in a handler, against the rules: better no lock than another's memory */
    }
    pl_irq_t state = pl_port_lock();
    resource->outer = pl_ceiling;
    resource->outer_holder = pl_holder;
    if (pl_ceiling == PL_TASK_COUNT || above(resource->ceiling, pl_ceiling)) {
        pl_ceiling = resource->ceiling;
    }
    hold(task);
    pl_level_check();
    pl_port_unlock(state);
    pl_port_reschedule();
    pl_trace_pair_now(PL_EVENT_LOCK, resource->id, PL_LOCK_ACQUIRE, current_id());
}

void pl_resource_unlock(pl_resource_t *resource)
{
    if (pl_running >= PL_TASK_COUNT) {
        return;
    }
    pl_trace_pair_now(PL_EVENT_LOCK, resource->id, PL_LOCK_RELEASE, current_id());
    pl_irq_t state = pl_port_lock();
    pl_ceiling = resource->outer;
    let_go(pl_running);
    pl_holder = resource->outer_holder;
    bool exhausts = pl_budget_settle();
    let_on();
    pl_level_check();
    if (exhausts) {
        pl_alarm_set();
    }
    pl_port_unlock(state);
    pl_port_reschedule();
}

#else

void pl_resource_lock(pl_resource_t *resource)
{
    pl_trace_pair_now(PL_EVENT_LOCK, resource->id, PL_LOCK_ACQUIRE, current_id());
}

void pl_resource_unlock(pl_resource_t *resource)
{
    pl_trace_pair_now(PL_EVENT_LOCK, resource->id, PL_LOCK_RELEASE, current_id());
}

#endif

void pl_spinlock_lock(pl_spinlock_t *lock)
{
    pl_irq_t state = pl_port_lock();
    lock->state = state;
}

void pl_spinlock_unlock(pl_spinlock_t *lock)
{
    pl_port_unlock(lock->state);
}

#else

/* ISO C wants a declaration in every file. */
typedef int pl_resource_absent_t;

#endif
