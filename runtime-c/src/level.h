/* Levels: which thread the kernel runs. */
#ifndef POLYLOOP_LEVEL_H
#define POLYLOOP_LEVEL_H

#include "state.h"

#if PL_PREEMPTIVE

/* Wakes the manager if the kernel would run the wrong thread. Locked. */
void pl_level_check(void);

/*
 * Called by the manager, without the lock: sets all levels in the kernel, and later those that must
 * change.
 */
void pl_level_begin(void);
void pl_level_apply(void);

#endif

#endif
