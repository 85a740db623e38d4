/*
 * Budgets: a sporadic server for each task that has one (server.h), charged by the account of the
 * running body (account.h) while it is watched (watch.h). And deadlines.
 */
#include "budget.h"
#include "trace.h"

#if PL_PREEMPTIVE

/* The interval of pl_server_tend(); see server.h. */
#define TEND_TICKS (UINT32_C(1) << 28)

pl_mask_t pl_deadline_calls;

/* Tasks with a deadline. Constant after the start. */
static pl_mask_t limited;
/* Ready tasks with a current job that has missed its deadline. The miss is recorded. */
static pl_mask_t missed;
static pl_tick_t tend_at;

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
    pl_quiet_until = now;
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
        pl_quiet_end(at, at + pl_flash_u32(&pl_tasks[task].deadline) + 1U);
    }
    if ((pl_budgeted & bit) == 0) {
        return;
    }
    pl_server_t *server = &pl_threads[task].server;
    pl_server_wake(server, at);
    if (pl_server_capacity(server, at) == 0) {
        pl_exhausted |= bit;
        pl_quiet_end(at, pl_server_refill_time(server));
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
        pl_quiet_end(now, miss_time(task) + 1U);
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
    when = pl_watch_next(now, when);
    if (pl_sooner(now, pl_quiet_until, when) == pl_quiet_until) {
        pl_quiet_until = soonest(now);
        when = pl_sooner(now, when, pl_quiet_until);
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
 * the kernel switches or the job ends, not here. If it paid here, each round of the alarm's loop
 * would charge it, and each charge would move its replenishment. The loop might never reach a time
 * that is still to come.
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
    (void)pl_exhaust_settle(now);
    if (pl_tick_reached(at, pl_quiet_until)) {
        serve_tasks(at);
    }
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_budget_absent_t;

#endif
