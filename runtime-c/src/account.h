/*
 * Accounts: how much execution time the running body has used of its own.
 *
 * With PL_PREEMPTIVE the account charges the server of the running thread's task, and the thread's
 * critical sections. With PL_CREDITS it only measures: the budget is checked when the body ends.
 * Called locked.
 */
#ifndef POLYLOOP_ACCOUNT_H
#define POLYLOOP_ACCOUNT_H

#include "section.h"
#include "state.h"

#if PL_PREEMPTIVE

/*
 * The account of the running thread. An account pays for the body of a job only. All time that the
 * runtime takes from a body is credited:
 *
 * - The time of an interrupt is measured, from pl_thread_pause() to pl_thread_resume(). Constants
 *   of the port stand for the time before and after that.
 * - Interrupts that are too short to measure are counted by the port: pl_port_stolen().
 *
 * Each credit is at least the time that it stands for, so a body that takes no more than its budget
 * never exhausts it. Each credit is at most the time that the analysis counts for it, so a body
 * that never ends takes no more from other tasks than the analysis says. A credit belongs to the
 * thread that was interrupted, and expires when the kernel switches.
 */
typedef struct {
    pl_tick_t paid;      /* the account is up to date until this time */
    pl_tick_t credit;    /* time after `paid` that the body has not used */
    pl_tick_t paused_at; /* when the outermost interrupt in service began */
    uint8_t pauses;      /* interrupts in service; no thread pays for their time */
} pl_account_t;

extern pl_account_t pl_account;

/* Tasks with a budget. Constant after the start. */
extern pl_mask_t pl_budgeted;
/* Ready tasks that have used more than their budget, while that has not taken effect yet. */
extern pl_mask_t pl_overdrawn;
/*
 * A server has begun to use its next piece. Under EDF its task may then compete with a later
 * deadline.
 */
extern bool pl_reordered;

/* Opens the account of the running thread: it is charged from `now` on, less the credit. */
void pl_account_open(pl_tick_t now, pl_tick_t credit);

/* Brings the account up to date until `now`, in an interrupt until the interrupt began. */
void pl_account_pay(pl_tick_t now);

/*
 * Whether the running thread's time is charged: its task has a server, and it runs the body of a
 * job above the background. An exhausted task does not pay, unless it holds a resource: only the
 * interrupt that exhausts its budget still keeps it above the background.
 */
bool pl_account_pays(void);

/* Credits the body of the running thread with time that it has not used. */
static inline void pl_account_credit(pl_tick_t ticks)
{
    pl_account.credit += ticks;
}

/* The part of a span of time after `paid` that is credited. */
static inline pl_tick_t pl_account_credited(pl_tick_t span)
{
    return pl_account.credit < span ? pl_account.credit : span;
}

/* The time of its own that the running thread has used from `paid` until `now`. */
static inline pl_tick_t pl_account_unpaid(pl_tick_t now)
{
    pl_tick_t span = now - pl_account.paid;
    return span - pl_account_credited(span);
}

/*
 * The time at which the running thread will have used so much more of its own, if nothing
 * interrupts it, or the next time after that at which it is checked: PL_WATCH_TICKS later.
 * Interrupts put the end off again and again by a little; without this delay each of them would
 * cause another alarm.
 */
static inline pl_tick_t pl_account_reaches(pl_tick_t ticks)
{
    return pl_account.paid + pl_account.credit + ticks + PL_WATCH_TICKS;
}

/* When the running thread is checked for having used more than the piece of its server. */
static inline pl_tick_t pl_account_piece_end(void)
{
    return pl_account_reaches(pl_server_capacity(&pl_threads[pl_running].server, pl_account.paid) + 1U);
}

static inline pl_tick_t pl_period_of(uint8_t task)
{
    return pl_flash_u32(&pl_tasks[task].period);
}

/*
 * Ends the pause that pl_thread_pause() began; false: an outer interrupt is still in service.
 * Inline, because a call would be time that PL_EXIT_TICKS has to cover.
 */
static inline bool pl_account_resume(pl_tick_t now)
{
    pl_account.pauses--;
    if (pl_account.pauses != 0) {
        return false;
    }
    /* The time stolen since pl_thread_pause() is part of the measured time: not credited twice. */
    (void)pl_port_stolen();
    pl_account.credit += now - pl_account.paused_at + PL_EXIT_TICKS;
    return true;
}

#if PL_TELEMETRY

/* Charges the running thread, which pays, for text that it is about to record. */
void pl_account_pay_text(pl_tick_t cost);

/*
 * The text that the running thread is about to record costs more than its piece has left: the alarm
 * charges for it.
 */
extern volatile bool pl_account_owes;

static inline bool pl_account_is_owing(void)
{
    return pl_account_owes;
}

/* The job of this task has ended: charges its server for the text that the job recorded. */
void pl_account_end_text(uint8_t task);

#else

static inline bool pl_account_is_owing(void)
{
    return false;
}

static inline void pl_account_end_text(uint8_t task)
{
    (void)task;
}

#endif

#elif PL_CREDITS

/* Opens the account of a body. */
void pl_body_open(void);

/* Credits the running body with time that it has not used. */
static inline void pl_body_credit(pl_tick_t ticks)
{
    pl_begun += ticks;
}

#if PL_ONE_STACK

/* Interrupts in service that pl_body_pause() knows of. Jobs start when the outermost one ends. */
extern uint8_t pl_pauses;

/* pl_body_pause() of port.h, with the present time. */
static inline pl_tick_t pl_body_pause_at(pl_tick_t now)
{
    pl_pauses++;
    return pl_begun + pl_port_stolen() - now;
}

#if PL_WATCHES_BUDGETS

/* Hook, supplied by monitor.c: sets the alarm for the end of the running body's budget. */
void pl_hook_body_resumed(void);

#endif

#endif

/* The execution time of the running body until `now`, without the time of interrupts. */
pl_tick_t pl_body_used(pl_tick_t now);

#if PL_USES_JOB_TIME
/*
 * The same for the body itself. It is never less than an earlier answer in the body, although the credit of an interrupt can
 * be longer than the interrupt.
 */
pl_tick_t pl_body_report(pl_tick_t now);

/* The last one. The dispatcher of one stack keeps that of the body below. */
extern pl_tick_t pl_body_reported;
#endif

/*
 * A clock of the running body's own time. Only the difference of two readings has a meaning. Called
 * unlocked.
 */
pl_tick_t pl_body_time(void);

/* Charges the running body for text that it is about to record, as if it had run for so long. */
static inline void pl_body_charge(pl_tick_t cost)
{
    pl_begun -= cost;
}

#endif

#endif
