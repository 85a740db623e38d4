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
pl_resource_t *pl_innermost;
bool pl_limited;

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

static void hold(pl_resource_t *resource, uint8_t task)
{
    pl_thread_t *thread = &pl_threads[task];
    resource->outer = pl_ceiling;
    resource->outer_holder = pl_holder;
    resource->enclosing = pl_innermost;
    pl_innermost = resource;
    thread->innermost = resource;
    if (pl_ceiling == PL_TASK_COUNT || above(resource->ceiling, pl_ceiling)) {
        pl_ceiling = resource->ceiling;
    }
    pl_holding |= pl_bit(task);
    pl_holder = task;
}

/* The task no longer holds what it locked last. */
static void let_go(uint8_t task)
{
    const pl_resource_t *resource = pl_innermost;
    pl_ceiling = resource->outer;
    pl_holder = resource->outer_holder;
    pl_innermost = resource->enclosing;
    pl_threads[task].innermost = pl_innermost;
    pl_section_changed();
    if (pl_innermost == 0) {
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

/* ---- the length of critical sections ---- */

void pl_section_charge_nested(pl_tick_t used)
{
    for (pl_resource_t *held = pl_innermost; held != 0; held = held->enclosing) {
        if (held->left != PL_NONE) {
            held->left -= used < held->left ? used : held->left;
        }
    }
}

/*
 * What a section that begins now has, within the one around it: no more than is left of that one. What the account
 * still lacks is not the section's.
 */
static void limit(pl_resource_t *resource, pl_tick_t section)
{
    if (section != PL_NONE) {
        section += PL_SECTION_TICKS + pl_budget_unpaid();
        pl_limited = true;
    }
    /* Else it is limited if the one around it is. */
    const pl_resource_t *outer = resource->enclosing;
    if (outer != 0 && outer->left < section) {
        section = outer->left;
    }
    resource->left = section;
}

/* Whether the innermost section is too long. One within another that is too long is not to blame. */
static bool is_exceeded(void)
{
    const pl_resource_t *resource = pl_innermost;
    return pl_limited && resource->left == 0 && (resource->enclosing == 0 || resource->enclosing->left != 0);
}

/* The running task no longer holds what it locked last. */
static void release(pl_tick_t at, bool exceeded)
{
    uint8_t operation = exceeded ? PL_LOCK_EXCEEDED : PL_LOCK_RELEASE;
    pl_trace_program_pair_locked(PL_EVENT_LOCK, pl_innermost->id, at, operation, current_id());
    let_go(pl_running);
}

void pl_section_revoke(pl_tick_t at)
{
    while (pl_innermost != 0) {
        release(at, is_exceeded());
        pl_threads[pl_running].lost++;
    }
    let_on();
}

void pl_section_end_job(pl_tick_t at)
{
    if (pl_innermost != 0) {
        for (pl_resource_t *held = pl_innermost; held != 0; held = held->enclosing) {
            held->left = 0;
        }
        pl_budget_overrun(pl_running, pl_bit(pl_running));
        pl_section_revoke(at);
    }
    pl_threads[pl_running].lost = 0;
}

/* What a lock and its unlock record. */
#define SECTION_BYTES (2U * (PL_HEAD_BYTES + 2U))

/* Frames are prepared for the line before others have to wait for the resource, and in no critical section. */
static void relieve(void)
{
    if (pl_innermost == 0 && pl_trace_waiting()) {
        pl_irq_t state = pl_port_lock();
        pl_port_unlock(state);
        pl_trace_relieve(state);
    }
}

void pl_resource_lock_for(pl_resource_t *resource, pl_tick_t section)
{
    uint8_t task = pl_running;
    if (task >= PL_TASK_COUNT) {
        return; /* in a handler, against the rules: better no lock than another's memory */
    }
    relieve();
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_trace_program_begin(SECTION_BYTES);
    pl_trace_program_pair_locked(PL_EVENT_LOCK, resource->id, at, PL_LOCK_ACQUIRE, current_id());
    hold(resource, task);
    pl_level_check();
    limit(resource, section);
    if (pl_budget_enter_section()) {
        limit(resource, section); /* that took time */
    }
    pl_port_unlock(state);
    pl_port_reschedule();
}

/* Unlocks what the running task locked last. Whether the alarm is to be set. Locked. */
static bool unlock(pl_tick_t at)
{
    pl_tick_t now = pl_port_now();
    pl_budget_pay(now);
    bool exceeded = is_exceeded();
    release(at, exceeded);
    if (exceeded) {
        pl_budget_overrun(pl_running, pl_bit(pl_running));
    }
    let_on();
    bool settled = pl_budget_settle(now);
    pl_level_check();
    return settled;
}

void pl_resource_unlock(pl_resource_t *resource)
{
    (void)resource;
    if (pl_running >= PL_TASK_COUNT) {
        return;
    }
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_port_lock();
    if (pl_innermost == 0) {
        pl_thread_t *thread = &pl_threads[pl_running];
        thread->lost = thread->lost == 0 ? 0 : (uint8_t)(thread->lost - 1U);
    } else if (unlock(at)) {
        pl_alarm_set();
    } else {
        pl_budget_leave_section();
    }
    pl_port_unlock(state);
    pl_port_reschedule();
}

#else

#if PL_CREDITS

/* What the running body has taken of its own; only the difference of two readings means something. */
static pl_tick_t own_time(void)
{
    pl_irq_t state = pl_port_lock();
    pl_begun += pl_port_stolen();
    pl_tick_t time = pl_port_now() - pl_begun;
    pl_port_unlock(state);
    return time;
}

static void enter(pl_resource_t *resource, pl_tick_t section)
{
    resource->section = section;
    resource->entered = own_time();
}

/*
 * Whether the critical section that ends was longer than declared. If so, counts it. The time of a
 * short section can be negative, because an interrupt is credited with up to 24 ticks more than it took.
 */
static bool leave(const pl_resource_t *resource)
{
    pl_tick_t used = own_time() - resource->entered;
    bool exceeded =
        resource->section != PL_NONE && used <= PL_TICKS_MAX && used > resource->section + PL_SECTION_TICKS;
    if (exceeded && pl_running < PL_TASK_COUNT) {
        pl_count(&pl_state[pl_running].counters.budget_overruns);
    }
    return exceeded;
}

#else

static void enter(const pl_resource_t *resource, pl_tick_t section)
{
    (void)resource;
    (void)section;
}

static bool leave(const pl_resource_t *resource)
{
    (void)resource;
    return false;
}

#endif

void pl_resource_lock_for(pl_resource_t *resource, pl_tick_t section)
{
    pl_trace_pair_now(PL_EVENT_LOCK, resource->id, PL_LOCK_ACQUIRE, current_id());
    enter(resource, section);
}

void pl_resource_unlock(pl_resource_t *resource)
{
    uint8_t operation = leave(resource) ? PL_LOCK_EXCEEDED : PL_LOCK_RELEASE;
    pl_trace_pair_now(PL_EVENT_LOCK, resource->id, operation, current_id());
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
