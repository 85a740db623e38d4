/*
 * Resources: what one task at a time may hold, under the immediate priority ceiling protocol (highest locker; Sha,
 * Rajkumar, Lehoczky 1990), under PL_POLICY_EDF the stack resource policy (Baker 1991): while a task holds it, no other
 * that uses it can run, so a lock never waits. On one core, and by tasks only: interrupts use channels.
 *
 * A task unlocks what it has locked, in reverse order, before its job ends. A budget that is used up meanwhile takes
 * effect at the last unlock, and what was used too much is missing from the next replenishments.
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

typedef struct {
    uint8_t
        ceiling;   /* position in pl_tasks[] of the most urgent user, under EDF of the one with the shortest deadline */
    uint8_t id;    /* index in telemetry */
    uint8_t outer; /* the ceiling that was in force before, and whose it was; by the holder */
    uint8_t outer_holder;
} pl_resource_t;

/* Defines a static resource. */
#define PL_RESOURCE(name, ceiling_task, resource_id) static pl_resource_t name = {(ceiling_task), (resource_id), 0, 0}

void pl_resource_lock(pl_resource_t *resource);
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
