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

#if PL_USES_RESOURCES
#include "polyloop/resource.h"
#endif

#if PL_PREEMPTIVE

typedef struct {
    pl_server_t server; /* of a task with a budget */
#if PL_USES_RESOURCES
    pl_resource_t *innermost; /* the resource that the task locked last of those that it holds, or 0 */
#endif
#if PL_TELEMETRY
    pl_tick_t text; /* what its job's text costs, as far as the server has not been charged for it */
#endif
#if PL_USES_RESOURCES
    uint8_t lost; /* resources that were taken from it, whose unlocks are still to come */
#endif
    uint8_t level; /* as the kernel has been told; by the manager alone */
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

/* Brings the running thread's account up to now. */
void pl_budget_pay(pl_tick_t now);

/*
 * Exhaustion takes effect, but not for those that hold a resource, and a critical section that is too long ends.
 * Whether any did: then the levels are to be checked and the alarm is to be set.
 */
bool pl_budget_settle(pl_tick_t now);

/* Counts an overrun of the task, and has its budget handler called. */
void pl_budget_overrun(uint8_t task, pl_mask_t bit);

#if PL_TELEMETRY

/*
 * The running thread is about to record what costs so much. True: its budget or its critical section does not have that,
 * and it must give way first, unless it is in a locked section.
 */
bool pl_budget_text(pl_tick_t cost);

/* Unlocks for the alarm, which lets that take effect. Returns when the thread may go on. */
void pl_budget_give_way(pl_irq_t state);

/* So much of the running thread's time is not the body's. */
void pl_budget_credit(pl_tick_t ticks);

#endif

#if PL_USES_RESOURCES

/* The time of its own that the running thread has taken since its account was brought up to date. Unit: ticks. */
pl_tick_t pl_budget_unpaid(void);

/* The running task's critical section has begun: sets the alarm if others wait for its end. Whether it did. */
bool pl_budget_enter_section(void);

/* It has ended: the alarm need not come by its end. */
void pl_budget_leave_section(void);

#endif

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

/* The resource that the running thread locked last of those that it holds, or 0: as in pl_threads[]. */
extern pl_resource_t *pl_innermost;
/* Whether its critical section has a limit. */
extern bool pl_limited;

/* pl_section_charge() where the running thread holds more than one resource. */
void pl_section_charge_nested(pl_tick_t used);

/* The running thread has taken so much time of its own: its critical sections have that much less left. */
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

/* How long the running thread's critical section, which has a limit, may still last. 0: it is too long. */
static inline pl_tick_t pl_section_left(void)
{
    return pl_innermost->left;
}

/* The running thread, or what it holds, has changed. */
static inline void pl_section_changed(void)
{
    pl_limited = pl_innermost != 0 && pl_innermost->left != PL_NONE;
}

/* The processor has come to this thread. */
static inline void pl_section_enter(uint8_t thread)
{
    pl_innermost = thread < PL_TASK_COUNT ? pl_threads[thread].innermost : 0;
    pl_section_changed();
}

/* Takes all resources from the running task. The levels are to be checked after it. */
void pl_section_revoke(pl_tick_t at);

/* The running task's job ends: what it still holds it has held for too long. */
void pl_section_end_job(pl_tick_t at);

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

static inline void pl_section_charge(pl_tick_t used)
{
    (void)used;
}

static inline void pl_section_enter(uint8_t thread)
{
    (void)thread;
}

static inline void pl_section_end_job(pl_tick_t at)
{
    (void)at;
}

#endif

#endif

#endif
