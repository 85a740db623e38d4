/* The state of the tasks and their threads. See state.h. */
#include "state.h"

pl_task_t pl_state[PL_TASK_COUNT];
volatile pl_mask_t pl_ready;
pl_mask_t pl_timed;
volatile pl_mask_t pl_demoted;
pl_mask_t pl_deferred;
pl_mask_t pl_stopped;

#if PL_PREEMPTIVE

pl_thread_t pl_threads[PL_TASK_COUNT];
uint8_t pl_running = PL_THREAD_NONE;
pl_mask_t pl_background;
pl_mask_t pl_started;
pl_mask_t pl_exhausted;

#elif PL_ONE_STACK

volatile pl_mask_t pl_may_start;
volatile bool pl_wanted;
pl_mask_t pl_on_stack;
uint8_t pl_running;

#elif PL_USES_RESOURCES || PL_USES_JOB_TIME

uint8_t pl_running;

#endif

PL_OUTLINE void pl_count(uint16_t *counter)
{
    uint16_t next = (uint16_t)(*counter + 1U);
    if (next != 0) {
        *counter = next;
    }
}
