/*
 * Shared by the files of the preemptive core: what they know of each thread. Everything locked, but where the comment
 * says otherwise.
 *
 *   threads.c   what threads and the manager do; switches as telemetry tells them
 *   budget.c    who pays for the time that passes; exhaustion, replenishment, deadlines: what the alarm is for
 *   level.c     which level each thread is to have
 *   resource.c  ceilings
 */
#ifndef POLYLOOP_THREADS_H
#define POLYLOOP_THREADS_H

#include "core.h"
#include "server.h"

#if PL_PREEMPTIVE

typedef struct {
    pl_server_t server; /* of a task with a budget */
    uint8_t level;      /* as the kernel has been told; by the manager alone */
#if PL_USES_RESOURCES
    uint8_t held; /* resources that the task holds */
#endif
} pl_thread_t;

extern pl_thread_t pl_threads[PL_TASK_COUNT];

/* Tasks of kind background; set once. */
extern pl_mask_t pl_background;
/* Tasks whose job has started and not ended; of background jobs only those that are traced. */
extern pl_mask_t pl_started;
/* Ready tasks whose budget is used up. */
extern pl_mask_t pl_exhausted;
/* Tasks whose deadline handler or budget handler the manager has to call. */
extern pl_mask_t pl_deadline_calls;
extern pl_mask_t pl_budget_calls;

/* ---- budget.c ---- */

/* Makes the servers. Before anything is released. */
void pl_budget_begin(pl_tick_t now);

/* The processor leaves the running thread, and comes to this one. */
void pl_budget_leave(pl_tick_t now);
void pl_budget_enter(uint8_t thread);

/* Around the body of the running task's job: its account. */
void pl_budget_start(void);
void pl_budget_end(void);

/* A job of the task is released at `at`, after it had none. */
void pl_budget_wake(uint8_t task, pl_mask_t bit, pl_tick_t at);

/* The running task goes on at once with a job that has waited for the one before. */
void pl_budget_go_on(uint8_t task, pl_mask_t bit);

/* The task has no job any more. */
void pl_budget_sleep(uint8_t task, pl_mask_t bit);

/*
 * Brings the running thread's account up to now; exhaustion takes effect, but not for those that hold a resource.
 * Whether any did: then the alarm is to be set.
 */
bool pl_budget_settle(void);

/* ---- level.c ---- */

/* Wakes the manager if the kernel would not run the right thread. */
void pl_level_check(void);

/* Tells the kernel the levels that have changed, and first of all every level. By the manager, unlocked. */
void pl_level_apply(void);
void pl_level_begin(void);

/* ---- resource.c ---- */

#if PL_USES_RESOURCES

/* Position of the task whose urgency is the ceiling of all that is held; PL_TASK_COUNT: nothing is. */
extern uint8_t pl_ceiling;
/* Who has put it in force, the last one to lock of those that hold something; PL_THREAD_NONE. */
extern uint8_t pl_holder;
/* Tasks that hold resources. */
extern pl_mask_t pl_holding;
/* Ready tasks that a ceiling keeps from starting, or from going on after their budget was used up. */
extern pl_mask_t pl_withheld;

/* Whether the ceiling forbids the task to run. */
bool pl_ceiling_blocks(uint8_t task);

/* Withholds the task if the ceiling forbids it to run; whether it does. */
bool pl_withhold(uint8_t task);

#else

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

#endif

#endif

#endif
