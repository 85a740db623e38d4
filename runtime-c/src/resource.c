/* Resources and spinlocks. See polyloop/resource.h. */
#include "alarm.h"
#include "level.h"
#include "monitor.h"
#include "release.h"
#include "section.h"
#include "trace_program.h"
#include "watch.h"

#if PL_USES_RESOURCES

#include "polyloop/resource.h"

#if PL_PREEMPTIVE || PL_ONE_STACK || PL_CREDITS

static uint8_t current_id(void)
{
    return pl_flash_u8(&pl_tasks[pl_running].id);
}

#endif

/* Bytes that a lock and its unlock record. */
#define SECTION_BYTES (2U * (PL_HEAD_BYTES + 2U))

#if PL_PREEMPTIVE || PL_ONE_STACK

/*
 * Prepares frames for the line before a section begins, so that no task waits for the resource
 * meanwhile.
 */
static void relieve(void)
{
    if (pl_innermost == 0 && pl_trace_waiting()) {
        pl_irq_t state = pl_port_lock();
        pl_port_unlock(state);
        pl_trace_relieve(state);
    }
}

#endif

#if PL_PREEMPTIVE

/*
 * Limits a section that begins now. PL_SECTION_TICKS stand for the parts of the lock and unlock
 * that are measured with it. The time that the account has not charged yet was used before the
 * section.
 */
static void limit(pl_resource_t *resource, pl_tick_t section)
{
    if (section != PL_NONE) {
        pl_account_credit(pl_port_stolen());
        section += PL_SECTION_TICKS + pl_account_unpaid(pl_port_now());
    }
    pl_section_limit(resource, section);
}

/* Counts a lock of a resource that the running task holds already. Returns whether it does. */
static bool nest(pl_resource_t *resource)
{
    pl_irq_t state = pl_port_lock();
    bool holds = pl_section_holds(resource);
    if (holds) {
        resource->nested++;
    }
    pl_port_unlock(state);
    return holds;
}

void pl_resource_lock_for(pl_resource_t *resource, pl_tick_t section)
{
    if (pl_running >= PL_TASK_COUNT) {
        return; /* called by a handler, against the rules: has no thread record to write to */
    }
    if (pl_innermost != 0 && nest(resource)) {
        return;
    }
    relieve();
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_trace_program_begin(SECTION_BYTES);
    pl_trace_program_pair_locked(PL_EVENT_LOCK, resource->id, at, PL_LOCK_ACQUIRE, current_id());
    pl_section_hold(resource);
    pl_level_check();
    limit(resource, section);
    if (pl_watch_enter_section()) {
        limit(resource, section); /* setting the alarm took time */
    }
    pl_port_unlock(state);
    pl_port_reschedule();
}

/*
 * Unlocks the resource that the running task locked last. Returns whether pl_alarm_set() must be
 * called. Locked.
 */
static bool unlock(pl_tick_t at)
{
    pl_tick_t now = pl_port_now();
    pl_account_pay(now);
    bool exceeded = pl_section_is_exceeded();
    pl_section_release(at, exceeded);
    if (exceeded) {
        pl_exhaust_overrun(pl_running, pl_bit(pl_running));
    }
    pl_section_let_on();
    bool settled = pl_exhaust_settle(now);
    pl_level_check();
    return settled;
}

void pl_resource_unlock(pl_resource_t *resource)
{
    if (pl_running >= PL_TASK_COUNT) {
        return;
    }
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_port_lock();
    if (pl_innermost == 0) {
        pl_thread_t *thread = &pl_threads[pl_running];
        thread->lost = thread->lost == 0 ? 0 : (uint8_t)(thread->lost - 1U);
    } else if (resource->nested != 0) {
        resource->nested--;
    } else if (unlock(at)) {
        pl_alarm_set();
    } else {
        pl_watch_leave_section();
    }
    pl_port_unlock(state);
    pl_port_reschedule();
}

#elif PL_ONE_STACK

/*
 * A job is stopped so much later than its section should have ended. It covers the parts of the lock and of the unlock
 * that are measured with the section, and the setting of the alarm.
 */
#define STOP_TICKS (3U * PL_SECTION_TICKS)

/* Where the resource hangs in the list of those that the job holds. The end of the list: it is not held. */
static pl_resource_t **place_of(const pl_resource_t *resource)
{
    pl_resource_t **place = &pl_innermost;
    while (*place != 0 && *place != resource) {
        place = &(*place)->enclosing;
    }
    return place;
}

/* The job's own time so far, for the length of its section. */
static pl_tick_t time_used(void)
{
#if PL_CREDITS
    return pl_body_used(pl_port_now());
#else
    return 0;
#endif
}

#if PL_USES_EXHAUSTION_STOP

/* Whether the running job has reached its limit: it is stopped as soon as interrupts come. */
static bool has_exceeded(void)
{
    return pl_body_limit == PL_NONE;
}

/* The job is stopped here if the section does not end. See STOP_TICKS. */
static pl_tick_t end_of(const pl_resource_t *held)
{
    return held->section == PL_NONE ? PL_NONE : held->entered + held->section + STOP_TICKS;
}

/*
 * The job has locked or unlocked a resource: if it can be stopped, its limit is its budget or the end of a section that
 * it is in, whichever comes first. Returns whether it can be stopped.
 */
static bool limit_body(void)
{
    const pl_task_config_t *config = &pl_tasks[pl_running];
    if (pl_running >= PL_TASK_COUNT || pl_flash_u8(&config->exhaustion) != PL_EXHAUSTION_STOP || has_exceeded()) {
        return false;
    }
    pl_body_limit = pl_flash_u32(&config->budget);
    for (const pl_resource_t *held = pl_innermost; held != 0; held = held->enclosing) {
        pl_tick_t end = end_of(held);
        if (end < pl_body_limit) {
            pl_body_limit = end;
        }
    }
    pl_monitor_watch();
    return true;
}

#else

static inline bool has_exceeded(void)
{
    return false;
}

static inline bool limit_body(void)
{
    return false;
}

#endif

/* A handler, which is above all tasks, must not call this: it would take the resource from the job below. */
void pl_resource_lock_for(pl_resource_t *resource, pl_tick_t section)
{
    relieve();
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_trace_program_begin(SECTION_BYTES);
    if (*place_of(resource) != 0) {
        resource->nested++;
    } else if (!pl_closed) {
        pl_trace_program_pair_locked(PL_EVENT_LOCK, resource->id, at, PL_LOCK_ACQUIRE, current_id());
        resource->enclosing = pl_innermost;
        resource->nested = 0;
        pl_innermost = resource;
        pl_section_raise(resource->ceiling);
        resource->section = section;
        resource->entered = time_used();
        if (limit_body()) {
            resource->entered = time_used(); /* setting the alarm took time */
        }
    }
    pl_port_unlock(state);
}

/*
 * The job no longer holds the resource at this place of its list. A section that was too long is
 * counted and recorded.
 */
static void let_go(pl_resource_t **place, pl_tick_t at)
{
    pl_resource_t *resource = *place;
    pl_tick_t used = time_used() - resource->entered;
    bool exceeded = PL_CREDITS && resource->section != PL_NONE && used <= PL_TICKS_MAX &&
                    used > resource->section + PL_SECTION_TICKS;
    if (exceeded && pl_running < PL_TASK_COUNT && !has_exceeded()) {
        pl_count(&pl_state[pl_running].counters.budget_overruns);
    }
    *place = resource->enclosing;
    uint8_t operation = exceeded ? PL_LOCK_EXCEEDED : PL_LOCK_RELEASE;
    pl_trace_program_pair_locked(PL_EVENT_LOCK, resource->id, at, operation, current_id());
}

/* The ceilings of the resources that the job still holds stay, in whichever order it unlocks. */
void pl_resource_unlock(pl_resource_t *resource)
{
    pl_tick_t at = pl_port_now();
    pl_irq_t state = pl_port_lock();
    pl_resource_t **place = place_of(resource);
    if (*place != 0 && resource->nested != 0) {
        resource->nested--;
    } else if (*place != 0) {
        let_go(place, at);
        pl_section_lower();
        (void)limit_body();
    }
    pl_port_unlock(state);
    pl_release_yield(state);
}

void pl_hook_end_sections(pl_tick_t at)
{
    while (pl_innermost != 0) {
        let_go(&pl_innermost, at);
    }
}

#elif PL_CREDITS

struct pl_resource *pl_innermost;

/* The link to the resource in the list of those that the job holds, or the end of the list if it is not held. */
static pl_resource_t **place_of(const pl_resource_t *resource)
{
    pl_resource_t **place = &pl_innermost;
    while (*place != 0 && *place != resource) {
        place = &(*place)->enclosing;
    }
    return place;
}

void pl_resource_lock_for(pl_resource_t *resource, pl_tick_t section)
{
    if (*place_of(resource) != 0) {
        resource->nested++;
        return;
    }
    pl_trace_pair_now(PL_EVENT_LOCK, resource->id, PL_LOCK_ACQUIRE, current_id());
    resource->enclosing = pl_innermost;
    pl_innermost = resource;
    resource->nested = 0;
    resource->section = section;
    resource->entered = pl_body_time();
}

/*
 * Whether the critical section was longer than declared. If so, counts it. The measured time of a
 * short section can be negative, because an interrupt may be credited with a little more time than
 * it took.
 */
static bool exceeds(const pl_resource_t *resource, pl_tick_t used)
{
    bool exceeded = resource->section != PL_NONE && used <= PL_TICKS_MAX && used > resource->section + PL_SECTION_TICKS;
    if (exceeded && pl_running < PL_TASK_COUNT) {
        pl_count(&pl_state[pl_running].counters.budget_overruns);
    }
    return exceeded;
}

void pl_resource_unlock(pl_resource_t *resource)
{
    pl_tick_t used = pl_body_time() - resource->entered;
    pl_resource_t **place = place_of(resource);
    if (*place == 0) {
        return;
    }
    if (resource->nested != 0) {
        resource->nested--;
        return;
    }
    *place = resource->enclosing;
    uint8_t operation = exceeds(resource, used) ? PL_LOCK_EXCEEDED : PL_LOCK_RELEASE;
    pl_trace_pair_now(PL_EVENT_LOCK, resource->id, operation, current_id());
}

#else

/* Nothing is measured or recorded. */
void pl_resource_lock_for(pl_resource_t *resource, pl_tick_t section)
{
    (void)resource;
    (void)section;
}

void pl_resource_unlock(pl_resource_t *resource)
{
    (void)resource;
}

#endif

void pl_spinlock_lock(pl_spinlock_t *lock)
{
    pl_irq_t state = pl_port_lock();
    lock->state = state;
}

void pl_spinlock_unlock(pl_spinlock_t *lock)
{
    pl_irq_t state = lock->state;
    pl_port_unlock(state);
#if PL_ONE_STACK
    pl_release_yield(state);
#endif
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_resource_absent_t;

#endif
