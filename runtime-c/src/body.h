/* On one stack: the body of a job, with its account and its budget. Called locked. */
#ifndef POLYLOOP_BODY_H
#define POLYLOOP_BODY_H

#include "state.h"

#if PL_ONE_STACK

/*
 * Runs the body of the running task's job. Returns when it has ended, by itself or, with
 * PL_EXHAUSTION_STOP, at the end of its budget. Records its start, its exceeded budget and its stop;
 * `id` is the task's index in telemetry. Interrupts come while the body runs.
 */
pl_tick_t pl_body_run(uint8_t id, const pl_task_config_t *config);

#endif

#endif
