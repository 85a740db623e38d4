/*
 * Critical sections of threads: the ceilings that they put in force, and the time that they may
 * still take. Called locked.
 *
 * The priority of a holder is not raised. Instead, tasks that are not above the ceiling are
 * withheld: they are not woken while the ceiling is in force, so that the holder is the most urgent
 * of the tasks that are awake.
 */
#ifndef POLYLOOP_SECTION_H
#define POLYLOOP_SECTION_H

#include "state.h"

#if PL_PREEMPTIVE && PL_USES_RESOURCES

/*
 * Position of the task that has the urgency of the current ceiling; PL_TASK_COUNT: no resource is held.
 */
extern uint8_t pl_ceiling;
/*
 * The task that put the ceiling in force: the last one to lock of all holders. PL_THREAD_NONE:
 * there is none.
 */
extern uint8_t pl_holder;
/* Tasks that hold resources. */
extern pl_mask_t pl_holding;
/*
 * Ready tasks that the ceiling keeps from starting or, after their budget was exhausted, from
 * continuing.
 */
extern pl_mask_t pl_withheld;

/* Whether the ceiling forbids the task to run. */
bool pl_ceiling_blocks(uint8_t task);

/* Withholds the task if the ceiling forbids it to run; returns whether it does. */
bool pl_withhold(uint8_t task);

/* The innermost resource of the running thread, or 0: a copy of that in pl_threads[]. */
extern pl_resource_t *pl_innermost;
/* Whether the running thread's critical section has a limit. */
extern bool pl_limited;

/* Whether the running task holds the resource. */
bool pl_section_holds(const pl_resource_t *resource);

/* Puts the ceiling of the resource that the running task locks in force. */
void pl_section_hold(pl_resource_t *resource);

/*
 * Limits the innermost section to `section` ticks of the thread's own time; PL_NONE: to those of
 * the one around it. Inline, because a call would be time that PL_SECTION_TICKS has to cover.
 */
PL_INLINE static void pl_section_limit(pl_resource_t *resource, pl_tick_t section)
{
    if (section != PL_NONE) {
        pl_limited = true;
    }
    /*
     * A section has no more time than the one around it has left. Without a limit there, `left` is
     * PL_NONE.
     */
    const pl_resource_t *outer = resource->enclosing;
    if (outer != 0 && outer->left < section) {
        section = outer->left;
    }
    resource->left = section;
}

/*
 * The running task no longer holds its innermost resource: lowers the ceiling and records the
 * unlock.
 */
void pl_section_release(pl_tick_t at, bool exceeded);

/* Wakes the withheld tasks that the ceiling, which is lower now, allows to run. */
void pl_section_let_on(void);

/* Takes all resources from the running task. Call pl_level_check() after it. */
void pl_section_revoke(pl_tick_t at);

/*
 * As pl_section_revoke() for a job that ends without its unlocks; returns whether it held any
 * resource.
 */
bool pl_section_end_job(pl_tick_t at);

/* pl_section_charge() where the running thread holds more than one resource. */
void pl_section_charge_nested(pl_tick_t used);

/* Takes the time that the running thread has used from what its critical sections have left. */
PL_INLINE static void pl_section_charge(pl_tick_t used)
{
    if (!pl_limited) {
        return;
    }
    pl_resource_t *held = pl_innermost;
    if (held->enclosing != 0) {
        pl_section_charge_nested(used);
    } else {
        held->left = used < held->left ? held->left - used : 0;
    }
}

/*
 * The time that the running thread's critical section, which has a limit, may still take. 0: it is
 * too long.
 */
static inline pl_tick_t pl_section_left(void)
{
    return pl_innermost->left;
}

/*
 * Whether the innermost section is too long by itself: a section that reached its limit only
 * because the section around it did is not to blame.
 */
static inline bool pl_section_is_exceeded(void)
{
    const pl_resource_t *resource = pl_innermost;
    return pl_limited && resource->left == 0 && (resource->enclosing == 0 || resource->enclosing->left != 0);
}

/* Updates pl_limited after the running thread, or its innermost resource, has changed. */
static inline void pl_section_changed(void)
{
    pl_limited = pl_innermost != 0 && pl_innermost->left != PL_NONE;
}

/* The kernel has switched to this thread. */
static inline void pl_section_enter(uint8_t thread)
{
    pl_innermost = thread < PL_TASK_COUNT ? pl_threads[thread].innermost : 0;
    pl_section_changed();
}

#elif PL_PREEMPTIVE

#define pl_ceiling ((uint8_t)PL_TASK_COUNT)
#define pl_holder ((uint8_t)PL_THREAD_NONE)
#define pl_holding ((pl_mask_t)0)
#define pl_withheld ((pl_mask_t)0)

static inline bool pl_ceiling_blocks(uint8_t task)
{
    (void)task;
    return false;
}

static inline bool pl_withhold(uint8_t task)
{
    (void)task;
    return false;
}

static inline void pl_section_charge(pl_tick_t used)
{
    (void)used;
}

static inline void pl_section_enter(uint8_t thread)
{
    (void)thread;
}

static inline bool pl_section_end_job(pl_tick_t at)
{
    (void)at;
    return false;
}

#elif PL_ONE_STACK

/* Tasks that are more urgent than the running job; while none runs, all tasks. */
extern pl_mask_t pl_above_job;
/* No job may start: before pl_run(), and while a handler runs. */
extern bool pl_closed;

#if PL_USES_RESOURCES

/* Tasks above the ceilings of all resources that are held, and of those that jobs below hold. */
extern pl_mask_t pl_above_ceilings;
extern pl_mask_t pl_above_outer;
/* The resource that the running job locked last and holds, or 0. */
extern struct pl_resource *pl_innermost;

#else

#define pl_above_ceilings ((pl_mask_t)~(pl_mask_t)0)

#endif

/*
 * The tasks that may start on top of the running job (Baker 1991): its own urgency is the ceiling of
 * what it may lock, so a job that has started never waits for a resource. A demoted job lets all
 * others start.
 */
static inline pl_mask_t pl_section_above(void)
{
    if (pl_closed) {
        return 0;
    }
#if PL_USES_BACKLOG
    bool demoted = pl_running < PL_TASK_COUNT && (pl_demoted & pl_on_stack & pl_bit(pl_running)) != 0;
    pl_mask_t above = demoted ? (pl_mask_t)~(pl_mask_t)0 : pl_above_job;
    return (pl_mask_t)(above & pl_above_ceilings & (pl_mask_t)~pl_on_stack);
#else
    return pl_above_job & pl_above_ceilings;
#endif
}

#if PL_USES_RESOURCES

/* The running job locks a resource with this ceiling. */
void pl_section_raise(uint8_t ceiling);

/* The running job has unlocked a resource. */
void pl_section_lower(void);

/* Hook, supplied by resource.c: takes the resources from a job that ends without its unlocks. */
void pl_hook_end_sections(pl_tick_t at);

#endif

#elif PL_CREDITS && PL_USES_RESOURCES

/* The resource that the running job locked last and holds, or 0. */
extern struct pl_resource *pl_innermost;

/* A job begins without resources, also if the one before it ended without its unlocks. */
static inline void pl_section_begin_job(void)
{
    pl_innermost = 0;
}

#elif !PL_PREEMPTIVE && !PL_ONE_STACK

static inline void pl_section_begin_job(void)
{
}

#endif

#endif
