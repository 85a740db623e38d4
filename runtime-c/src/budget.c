/*
 * Budgets: enforcement by a sporadic server for each task that has one (server.h), charged by the
 * account of the running body (account.h). And deadlines.
 *
 * A budget is exhausted when consumption exceeds C by one tick: a job may use all of C. The excess
 * tick is taken from the next replenishment.
 *
 * Exhaustion and replenishment take time for alarms, switches and the manager. The exhausted task
 * pays for that: PL_HELD_TICKS are charged to its server, and so are taken from the next
 * replenishment.
 */
#include "budget.h"
#include "alarm.h"
#include "trace.h"

#if PL_PREEMPTIVE

/* The interval of pl_server_tend(); see server.h. */
#define TEND_TICKS (UINT32_C(1) << 28)

pl_mask_t pl_deadline_calls;
pl_mask_t pl_budget_calls;

/* Tasks with a deadline. Constant after the start. */
static pl_mask_t limited;
/* Ready tasks with a current job that has missed its deadline. The miss is recorded. */
static pl_mask_t missed;
/* The alarm is set for the end of the running thread's piece, or for something sooner. */
static bool end_watched;
/*
 * The alarm is set for the end of the running thread's critical section, or for something sooner.
 */
static bool section_watched;
static pl_tick_t tend_at;
/*
 * No replenishment, deadline or tending is due before this time, so most alarms need not look at
 * each task.
 */
static pl_tick_t quiet_until;

void pl_budget_begin(pl_tick_t now)
{
    for (uint8_t i = 0; i < PL_TASK_COUNT; i++) {
        const pl_task_config_t *config = &pl_tasks[i];
        pl_tick_t budget = pl_flash_u32(&config->budget);
        if (pl_flash_u8(&config->kind) == PL_BACKGROUND) {
            continue;
        }
        if (budget != PL_NONE) {
            pl_budgeted |= pl_bit(i);
            pl_tick_t period = pl_flash_u32(&config->period);
            pl_server_init(&pl_threads[i].server, budget < period ? budget : period, now);
        }
        if (pl_flash_u32(&config->deadline) != PL_NONE) {
            limited |= pl_bit(i);
        }
    }
    tend_at = now + TEND_TICKS;
    quiet_until = now;
}

/* Something is due at `at`. */
static void expect(pl_tick_t now, pl_tick_t at)
{
    quiet_until = pl_sooner(now, quiet_until, at);
}

/* ---- exhaustion ---- */

void pl_budget_overrun(uint8_t task, pl_mask_t bit)
{
    pl_count(&pl_state[task].counters.budget_overruns);
#if PL_USES_BUDGET_HANDLER
    if (pl_flash_pointer(void (*)(void), &pl_tasks[task].budget_handler) != 0) {
        pl_budget_calls |= bit;
        pl_port_thread_wake(PL_THREAD_MANAGER);
    }
#else
    (void)bit;
#endif
}

static void exhaust(uint8_t task, pl_mask_t bit, pl_tick_t at)
{
    pl_overdrawn &= (pl_mask_t)~bit;
    pl_exhausted |= bit;
    pl_server_charge(&pl_threads[task].server, pl_period_of(task), PL_HELD_TICKS, at);
    expect(at, pl_server_refill_time(&pl_threads[task].server));
    pl_trace_locked(PL_EVENT_BUDGET_EXHAUSTED, pl_flash_u8(&pl_tasks[task].id), at);
    pl_budget_overrun(task, bit);
}

#if PL_USES_RESOURCES

/*
 * Whether tasks wait for a resource of the running thread, or only that resource still keeps it
 * above the background.
 */
static bool is_in_the_way(void)
{
    return pl_withheld != 0 || ((pl_overdrawn | pl_exhausted | pl_demoted | pl_background) & pl_bit(pl_running)) != 0;
}

/*
 * Whether other tasks may wait for the running thread. Under EDF also a started job may: the
 * holder's server has begun to use another piece, so the holder's deadline is later now.
 */
static bool others_wait(void)
{
#if PL_POLICY == PL_POLICY_EDF
    if ((pl_ready & pl_started & (pl_mask_t)~pl_bit(pl_running)) != 0) {
        return true;
    }
#endif
    return is_in_the_way();
}

/* Whether the alarm is needed at the end of the running thread's critical section. */
static inline bool section_counts(void)
{
    return pl_limited && pl_account.pauses == 0 && others_wait();
}

/* Whether the running thread's critical section is too long and other tasks wait. */
PL_INLINE static bool section_exceeded(void)
{
    return pl_limited && pl_section_left() == 0 && others_wait();
}

/* Takes all resources from the running task, and charges it as for exhaustion. */
static void end_section(pl_tick_t now)
{
    uint8_t task = pl_running;
    pl_mask_t bit = pl_bit(task);
    pl_section_revoke(now);
    if ((pl_overdrawn & bit) != 0) {
        return; /* exhaust() counts the overrun */
    }
    if ((pl_budgeted & (pl_mask_t)~pl_exhausted & bit) != 0) {
        pl_server_t *server = &pl_threads[task].server;
        pl_server_charge(server, pl_period_of(task), PL_HELD_TICKS, now);
        if (pl_server_capacity(server, now) == 0) {
            pl_overdrawn |= bit;
            return;
        }
    }
    pl_budget_overrun(task, bit);
}

#else

#define pl_limited false
#define watch_section() false
#define section_end() pl_account.paid
#define section_exceeded() false

static void end_section(pl_tick_t now)
{
    (void)now;
}

#endif

static bool settle(pl_tick_t now)
{
    pl_reordered = false;
    bool any = section_exceeded();
    if (any) {
        end_section(now);
    }
    pl_mask_t left = pl_overdrawn & (pl_mask_t)~pl_holding;
    any = any || left != 0;
    for (uint8_t i = 0; left != 0; i++, left = (pl_mask_t)(left >> 1)) {
        if ((left & 1U) != 0) {
            exhaust(i, pl_bit(i), now);
        }
    }
    return any;
}

bool pl_budget_settle(pl_tick_t now)
{
    return settle(now);
}

/* ---- watching the running thread ---- */

/*
 * Whether the end of the running thread's piece needs the alarm. A thread that does not pay has no
 * such end.
 */
static bool watched(void)
{
    return pl_account.pauses == 0 && pl_account_pays() && ((pl_overdrawn | pl_exhausted) & pl_bit(pl_running)) == 0;
}

/*
 * Whether pl_alarm_set() and pl_level_check() have something to do that they have not been called
 * for yet.
 */
static bool is_pressing(void)
{
    return pl_account_is_owing() || pl_reordered || (pl_overdrawn & (pl_mask_t)~pl_holding) != 0 || section_exceeded();
}

#if PL_USES_RESOURCES

/* When the running thread's critical section is checked for being too long. */
static pl_tick_t section_end(void)
{
    return pl_account_reaches(pl_section_left());
}

/*
 * If others wait: sets the alarm for the end of the critical section or of the piece, whichever is
 * sooner.
 */
PL_OUTLINE static bool watch_section(void)
{
    if (section_watched || !section_counts()) {
        return false;
    }
    pl_tick_t at = section_end();
    end_watched = watched();
    if (end_watched) {
        at = pl_sooner(pl_account.paid, at, pl_account_piece_end());
    }
    section_watched = true;
    pl_alarm_by(at);
    return true;
}

#endif

/*
 * Sets the alarm for the end of the running thread's piece or section, and credits the thread for
 * the time of that.
 */
static void watch(pl_tick_t now)
{
    if (pl_limited && watch_section()) {
        pl_account_credit(pl_port_now() - now);
    } else if (!end_watched && !section_watched && watched()) {
        pl_alarm_by(pl_account_piece_end());
        end_watched = true;
        pl_account_credit(pl_port_now() - now);
    }
}

void pl_budget_leave(pl_tick_t now)
{
    pl_account_credit(PL_SWITCH_OUT_TICKS);
    pl_account_pay(now);
}

void pl_budget_enter(uint8_t thread)
{
    pl_tick_t now = pl_port_now();
    pl_running = thread;
    pl_section_enter(thread);
    pl_account_open(now, PL_SWITCH_IN_TICKS);
    end_watched = false;
    section_watched = false;
    if (is_pressing()) {
        pl_alarm_by(now);
    } else {
        watch(now);
    }
}

void pl_budget_start(void)
{
    pl_tick_t now = pl_port_now();
    pl_account_open(now, PL_START_TICKS);
    end_watched = false;
    watch(now);
}

void pl_budget_end(void)
{
    pl_tick_t now = pl_port_now();
    pl_account_credit(PL_END_TICKS);
    pl_account_pay(now);
    if (pl_section_end_job(now)) {
        pl_budget_overrun(pl_running, pl_bit(pl_running));
    }
    (void)settle(now);
    if (end_watched || section_watched) {
        end_watched = false;
        section_watched = false;
        pl_alarm_back();
    }
}

#if PL_TELEMETRY

bool pl_budget_text(pl_tick_t cost)
{
    pl_section_charge(cost);
    if (pl_account_pays()) {
        pl_account_pay_text(cost);
    }
    if (is_pressing()) {
        pl_alarm_at_latest(pl_port_now());
        return true;
    }
    if (end_watched) {
        pl_alarm_at_latest(pl_account_piece_end());
    }
    if (section_watched) {
        pl_alarm_at_latest(section_end());
    }
    return false;
}

void pl_budget_give_way(pl_irq_t state)
{
    pl_port_unlock(state);
    while (pl_account_owes) {
        pl_port_unlock(pl_port_lock());
    }
}

#endif

#if PL_USES_RESOURCES

/* The body pays for the time of these two: it is part of the task's own time. */
bool pl_budget_enter_section(void)
{
    return pl_limited && is_in_the_way() && watch_section();
}

void pl_budget_leave_section(void)
{
    if (section_watched) {
        pl_tick_t credit = pl_account.credit;
        section_watched = false;
        end_watched = false;
        pl_alarm_back();
        watch(pl_account.paid);
        pl_account.credit = credit;
    }
}

#endif

void pl_thread_resume(pl_tick_t now)
{
    if (pl_account_resume(now) && !PL_PORT_SWITCHES()) {
        watch(now);
    }
}

/* ---- jobs ---- */

static pl_tick_t miss_time(uint8_t task)
{
    return pl_state[task].release + pl_flash_u32(&pl_tasks[task].deadline);
}

static void miss(uint8_t task, pl_mask_t bit)
{
    missed |= bit;
    pl_count(&pl_state[task].counters.deadline_misses);
    pl_trace_locked(PL_EVENT_DEADLINE_MISS, pl_flash_u8(&pl_tasks[task].id), miss_time(task));
#if PL_USES_DEADLINE_HANDLER
    if (pl_flash_pointer(void (*)(void), &pl_tasks[task].deadline_handler) != 0) {
        pl_deadline_calls |= bit;
        pl_port_thread_wake(PL_THREAD_MANAGER);
    }
#endif
}

void pl_budget_wake(uint8_t task, pl_mask_t bit, pl_tick_t at)
{
    missed &= (pl_mask_t)~bit;
    if ((limited & bit) != 0) {
        expect(at, at + pl_flash_u32(&pl_tasks[task].deadline) + 1U);
    }
    if ((pl_budgeted & bit) == 0) {
        return;
    }
    pl_server_t *server = &pl_threads[task].server;
    pl_server_wake(server, at);
    if (pl_server_capacity(server, at) == 0) {
        pl_exhausted |= bit;
        expect(at, pl_server_refill_time(server));
    }
}

/*
 * The job may have waited for very long. A deadline that has passed is recorded here: the alarm
 * compares times modulo 2^32 and would take an old deadline for a future one.
 */
void pl_budget_go_on(uint8_t task, pl_mask_t bit)
{
    missed &= (pl_mask_t)~bit;
    if ((limited & bit) == 0) {
        return;
    }
    pl_tick_t now = pl_port_now();
    if (now - pl_state[task].release > pl_flash_u32(&pl_tasks[task].deadline)) {
        miss(task, bit);
    } else {
        expect(now, miss_time(task) + 1U);
    }
}

void pl_budget_sleep(uint8_t task, pl_mask_t bit)
{
    if ((pl_budgeted & bit) != 0) {
        pl_account_end_text(task);
        pl_server_sleep(&pl_threads[task].server, pl_period_of(task));
    }
    pl_overdrawn &= (pl_mask_t)~bit;
    pl_exhausted &= (pl_mask_t)~bit;
}

/* ---- as a source of the alarm ---- */

bool pl_budget_put_off(void)
{
    pl_account_pay(pl_account.paused_at);
    end_watched = false;
    section_watched = false;
    return !is_pressing();
}

static bool has_no_budget(uint8_t task)
{
    return pl_flash_u32(&pl_tasks[task].budget) == 0;
}

/* The first time at which something is due for a task, found by looking at each of them. */
static pl_tick_t soonest(pl_tick_t now)
{
    pl_tick_t when = tend_at;
    pl_mask_t waiting = pl_exhausted & pl_ready;
    pl_mask_t limits = limited & pl_ready & (pl_mask_t)~missed;
    for (uint8_t i = 0; (waiting | limits) != 0; i++) {
        if ((waiting & 1U) != 0 && !has_no_budget(i)) {
            when = pl_sooner(now, when, pl_server_refill_time(&pl_threads[i].server));
        }
        if ((limits & 1U) != 0) {
            when = pl_sooner(now, when, miss_time(i) + 1U);
        }
        waiting = (pl_mask_t)(waiting >> 1);
        limits = (pl_mask_t)(limits >> 1);
    }
    return when;
}

pl_tick_t pl_budget_next(pl_tick_t now, pl_tick_t when)
{
    if (is_pressing()) {
        when = pl_sooner(now, when, now);
    }
    end_watched = watched();
    if (end_watched) {
        when = pl_sooner(now, when, pl_account_piece_end());
    }
#if PL_USES_RESOURCES
    section_watched = section_counts();
    if (section_watched) {
        when = pl_sooner(now, when, section_end());
    }
#endif
    /* `quiet_until` is a lower bound: it may belong to a job that has ended since. */
    if (pl_sooner(now, quiet_until, when) == quiet_until) {
        quiet_until = soonest(now);
        when = pl_sooner(now, when, quiet_until);
    }
    return when;
}

static void replenish(uint8_t task, pl_mask_t bit, pl_tick_t at)
{
    pl_tick_t amount = pl_server_capacity(&pl_threads[task].server, at);
    if (amount == 0) {
        return;
    }
    pl_exhausted &= (pl_mask_t)~bit;
    pl_trace_value_locked(PL_EVENT_REPLENISH, pl_flash_u8(&pl_tasks[task].id), at, amount);
    (void)pl_withhold(task);
}

static void tend(pl_tick_t at)
{
    for (uint8_t i = 0; i < PL_TASK_COUNT; i++) {
        if ((pl_budgeted & pl_bit(i)) != 0) {
            pl_server_tend(&pl_threads[i].server, at);
        }
    }
    tend_at = at + TEND_TICKS;
}

/*
 * Whether the running thread holds a resource although its budget is exhausted. Then it pays when
 * the kernel switches or the job ends, not here: each round of the alarm's loop would charge it,
 * each charge would move its replenishment, and the loop might never reach a time that is still to
 * come.
 */
static bool pays_late(void)
{
    return pl_running < PL_TASK_COUNT && (pl_exhausted & pl_holding & pl_bit(pl_running)) != 0;
}

/* What is due for the tasks at `at`. */
static void serve_tasks(pl_tick_t at)
{
    pl_mask_t waiting = pl_exhausted & pl_ready;
    pl_mask_t limits = limited & pl_ready & (pl_mask_t)~missed;
    pl_mask_t bit = 1;
    for (uint8_t i = 0; (waiting | limits) >= bit && bit != 0; i++, bit = (pl_mask_t)(bit << 1)) {
        if ((waiting & bit) != 0) {
            replenish(i, bit, at);
        }
        if ((limits & bit) != 0 && pl_tick_reached(at, miss_time(i) + 1U)) {
            miss(i, bit);
        }
    }
    if (at == tend_at) {
        tend(at);
    }
}

/*
 * The running thread's account is brought up to the present; all else is done in the order of due
 * times.
 */
void pl_budget_serve(pl_tick_t at)
{
    pl_tick_t now = pl_port_now();
    if (!pays_late()) {
        pl_account_pay(now);
    }
    (void)settle(now);
    if (pl_tick_reached(at, quiet_until)) {
        serve_tasks(at);
    }
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_budget_absent_t;

#endif
