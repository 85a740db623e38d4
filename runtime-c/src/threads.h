/* Threads: the manager's part of the start, and its loop. */
#ifndef POLYLOOP_THREADS_H
#define POLYLOOP_THREADS_H

#include "state.h"

#if PL_PREEMPTIVE

/*
 * Before the first release: gives each thread its level. Called by the manager, without the lock.
 */
void pl_threads_begin(void);

/* What the manager does after the start; does not return. */
void pl_threads_manage(void);

#endif

#endif
