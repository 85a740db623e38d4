/*
 * Resources. One task at a time may hold a resource. The protocol is the immediate priority ceiling
 * protocol (highest locker; Sha, Rajkumar, Lehoczky 1990), under PL_POLICY_EDF the stack resource
 * policy (Baker 1991). While a task holds a resource, no other task that uses the resource can run,
 * so a lock never waits. For one core, and for tasks only: interrupts use channels.
 *
 * A task unlocks its resources in reverse order before its job ends. A budget that is exhausted
 * while the task holds a resource takes effect at the last unlock. The excess is taken from the
 * next replenishments.
 *
 * A task may lock a resource that it holds already, for example in a function that it calls. Then only
 * its first lock and its last unlock count.
 *
 * A critical section has a declared length: the longest time of its own that the task takes between
 * the return of the lock and the call of the unlock. Time of interrupts and of other tasks does not
 * count. Where the kernel preempts, a task that exceeds this length while others wait loses all
 * resources that it holds. Then the ceiling is lowered, the withheld tasks continue, other users
 * can enter although the section has not ended, and the task's budget is enforced again. The task's
 * own unlocks of resources that it lost do nothing. A job that ends without its unlocks loses its
 * resources, too. If no task waits, an excessive length is detected only at the unlock.
 *
 * On one stack a section that is too long ends a job that can be stopped (PL_EXHAUSTION_STOP), also if
 * no task waits. Of another job it keeps the ceiling, and that it was too long is detected at its unlock.
 *
 * A section that is too long counts as a budget overrun, calls the task's budget handler, and is
 * recorded. Without preemption a section delays no task for longer than its job does. Then, with
 * PL_CREDITS, a section that was too long is counted and recorded at its unlock.
 */
#ifndef POLYLOOP_RESOURCE_H
#define POLYLOOP_RESOURCE_H

#include "polyloop/polyloop.h"

#if !PL_USES_RESOURCES
#error "resource.h requires PL_USES_RESOURCES 1 in polyloop_config.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_resource {
    /*
     * Position in pl_tasks[] of the most urgent user, under EDF of the user with the shortest
     * deadline.
     */
    uint8_t ceiling;
    uint8_t id;           /* index in telemetry */
    uint8_t outer;        /* the ceiling that was in force before the lock; written by the holder */
    uint8_t outer_holder; /* the task that had put it in force */
#if PL_PREEMPTIVE
    uint8_t nested;                /* locks of the holder within its first one */
    pl_tick_t left;                /* time that the holder may still keep it; PL_NONE: no limit */
    struct pl_resource *enclosing; /* the resource that the holder locked before it, or 0 */
#elif PL_CREDITS || PL_ONE_STACK
    uint8_t nested;                /* locks of the holder within its first one */
    pl_tick_t section;             /* declared length of the critical section */
    pl_tick_t entered;             /* reading of the holder's own time when the section began */
    struct pl_resource *enclosing; /* the resource that the holder locked before it, or 0 */
#endif
} pl_resource_t;

#if PL_PREEMPTIVE
#define PL_RESOURCE_STATE 0, 0, 0, 0, 0
#elif PL_CREDITS || PL_ONE_STACK
#define PL_RESOURCE_STATE 0, 0, 0, 0, 0, 0
#else
#define PL_RESOURCE_STATE 0, 0
#endif

/* Defines a static resource. */
#define PL_RESOURCE(name, ceiling_task, resource_id)                                                                   \
    static pl_resource_t name = {(ceiling_task), (resource_id), PL_RESOURCE_STATE}

/*
 * Locks the resource for a critical section of this length: 1 to PL_TICKS_MAX, or PL_NONE for no
 * limit. Unit: ticks.
 */
void pl_resource_lock_for(pl_resource_t *resource, pl_tick_t section);

/* The same without a limit: then nothing bounds the blocking of other tasks. */
static inline void pl_resource_lock(pl_resource_t *resource)
{
    pl_resource_lock_for(resource, PL_NONE);
}

/* Unlocks the resource that the task locked last, which must be this one. */
void pl_resource_unlock(pl_resource_t *resource);

/*
 * A spinlock, for data that is also shared with interrupts: a few microseconds with all interrupts
 * disabled. On one core it never spins.
 */
typedef struct {
    pl_irq_t state;
} pl_spinlock_t;

void pl_spinlock_lock(pl_spinlock_t *lock);
void pl_spinlock_unlock(pl_spinlock_t *lock);

#ifdef __cplusplus
}
#endif

#endif
