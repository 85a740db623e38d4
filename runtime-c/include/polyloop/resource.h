/*
 * Resources: what one task at a time may hold, under the immediate priority ceiling protocol (highest locker; Sha,
 * Rajkumar, Lehoczky 1990), under PL_POLICY_EDF the stack resource policy (Baker 1991): while a task holds it, no other
 * that uses it can run, so a lock never waits. On one core, and by tasks only: interrupts use channels.
 *
 * A task unlocks what it has locked, in reverse order, before its job ends. A budget that is used up meanwhile takes
 * effect at the last unlock, and what was used too much is missing from the next replenishments.
 *
 * A critical section has a declared length: the longest time of its own that the task takes between the return of the
 * lock and the call of the unlock. Time that interrupts and other tasks take does not count. Where the kernel preempts,
 * a task that stays longer while others wait loses all resources that it holds: the ceiling falls, the tasks that it
 * kept out go on, other users can enter although the section has not ended, and the task's budget is enforced again.
 * The task's own unlocks of what it lost do nothing. A job that ends without its unlocks loses its resources, too. If
 * nobody waits, the section is only found to be too long at its unlock.
 *
 * A section that was too long counts as a budget overrun, calls the task's budget handler, and is recorded. Without
 * preemption a section delays nobody for longer than its job does: one that was too long is counted and recorded at its
 * unlock, where times without interrupts are measured (PL_CREDITS).
 */
#ifndef POLYLOOP_RESOURCE_H
#define POLYLOOP_RESOURCE_H

#include "polyloop/polyloop.h"

#if !PL_USES_RESOURCES
#error "resource.h wants PL_USES_RESOURCES 1 in polyloop_config.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_resource {
    uint8_t
        ceiling;   /* position in pl_tasks[] of the most urgent user, under EDF of the one with the shortest deadline */
    uint8_t id;    /* index in telemetry */
    uint8_t outer; /* the ceiling that was in force before, and whose it was; by the holder */
    uint8_t outer_holder;
#if PL_PREEMPTIVE
    pl_tick_t left;                /* how long the holder may still keep it; by the holder */
    struct pl_resource *enclosing; /* what the holder locked before it, or 0 */
#elif PL_CREDITS
    pl_tick_t section; /* declared length of the critical section */
    pl_tick_t entered; /* the holder's own time when the section began */
#endif
} pl_resource_t;

#if PL_PREEMPTIVE || PL_CREDITS
#define PL_RESOURCE_STATE 0, 0, 0, 0
#else
#define PL_RESOURCE_STATE 0, 0
#endif

/* Defines a static resource. */
#define PL_RESOURCE(name, ceiling_task, resource_id)                                                                   \
    static pl_resource_t name = {(ceiling_task), (resource_id), PL_RESOURCE_STATE}

/* Locks it for a critical section of this declared length: 1 to PL_TICKS_MAX, or PL_NONE for no limit. Unit: ticks. */
void pl_resource_lock_for(pl_resource_t *resource, pl_tick_t section);

/* The same without a limit: no bound holds for those that it keeps out. */
static inline void pl_resource_lock(pl_resource_t *resource)
{
    pl_resource_lock_for(resource, PL_NONE);
}

/* Unlocks what the task locked last, which should be this one. */
void pl_resource_unlock(pl_resource_t *resource);

/*
 * A spinlock, for what is shared with interrupts too: a few microseconds with all interrupts held off. On one core
 * nobody spins.
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
