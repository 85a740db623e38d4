/*
 * Budgets where the kernel preempts: a sporadic server for each task that has one, paid by the time that its thread
 * runs above the background. And deadlines: what else the alarm is for, beside releases.
 *
 * A budget is used up once more than it has been taken, by a tick: a job may take all of it. That tick is owed.
 */
#include "alarm.h"
#include "threads.h"
#include "trace.h"

#if PL_PREEMPTIVE

/* How often servers are looked after; see server.h. */
#define TEND_TICKS (UINT32_C(1) << 28)

pl_mask_t pl_exhausted;
pl_mask_t pl_deadline_calls;
pl_mask_t pl_budget_calls;

/* Tasks with a server; set once. */
static pl_mask_t budgeted;
/* Tasks with a deadline; set once. */
static pl_mask_t limited;
/* Ready tasks that have taken more than their budget, which has not yet taken effect. */
static pl_mask_t overdrawn;
/* Ready tasks whose current job's miss has been told. */
static pl_mask_t missed;
/* Until when the running thread's time has been paid for. */
static pl_tick_t paid;
/* Interrupts in service whose time no thread pays for, and when the first of them began. */
static uint8_t pauses;
static pl_tick_t paused_at;
/* A server has begun with another piece, by which its task may compete with a later deadline. EDF only. */
static bool reordered;
static pl_tick_t tend_at;

static pl_tick_t period_of(uint8_t task)
{
    return pl_flash_u32(&pl_tasks[task].period);
}

void pl_budget_begin(pl_tick_t now)
{
    for (uint8_t i = 0; i < PL_TASK_COUNT; i++) {
        const pl_task_config_t *config = &pl_tasks[i];
        pl_tick_t budget = pl_flash_u32(&config->budget);
        if (pl_flash_u8(&config->kind) == PL_BACKGROUND) {
            continue;
        }
        if (budget != PL_NONE) {
            budgeted |= pl_bit(i);
            pl_tick_t period = pl_flash_u32(&config->period);
            pl_server_init(&pl_threads[i].server, budget < period ? budget : period, now);
        }
        if (pl_flash_u32(&config->deadline) != PL_NONE) {
            limited |= pl_bit(i);
        }
    }
    tend_at = now + TEND_TICKS;
}

/* ---- accounting ---- */

/*
 * Whether the running thread's time is paid for: it has a server, a job, and runs above the background. From the moment
 * when its budget is used up what still keeps it there is the interrupt that said so, not the thread itself.
 */
static bool pays(void)
{
    return pl_running < PL_TASK_COUNT && pl_threads[pl_running].level > PL_LEVEL_BACKGROUND &&
           (budgeted & pl_ready & (pl_mask_t) ~(pl_exhausted & (pl_mask_t)~pl_holding) & pl_bit(pl_running)) != 0;
}

static void pay(pl_tick_t now)
{
    if (pauses != 0) {
        return;
    }
    pl_tick_t from = paid;
    paid = now;
    if (now == from || !pays()) {
        return;
    }
    pl_mask_t bit = pl_bit(pl_running);
    pl_server_t *server = &pl_threads[pl_running].server;
    pl_tick_t had = pl_server_capacity(server, from);
#if PL_POLICY == PL_POLICY_EDF
    pl_tick_t piece = server->refills[0].time;
#endif
    pl_server_charge(server, period_of(pl_running), now - from, now);
#if PL_POLICY == PL_POLICY_EDF
    reordered = reordered || piece != server->refills[0].time;
#endif
    if (now - from > had && (pl_exhausted & bit) == 0 && pl_server_capacity(server, now) == 0) {
        overdrawn |= bit;
    }
}

/* The budget of this task is used up. */
static void exhaust(uint8_t task, pl_mask_t bit, pl_tick_t at)
{
    overdrawn &= (pl_mask_t)~bit;
    pl_exhausted |= bit;
    pl_count(&pl_state[task].counters.budget_overruns);
    pl_trace_locked(PL_EVENT_BUDGET_EXHAUSTED, pl_flash_u8(&pl_tasks[task].id), at);
#if PL_USES_BUDGET_HANDLER
    if (pl_flash_pointer(void (*)(void), &pl_tasks[task].budget_handler) != 0) {
        pl_budget_calls |= bit;
        pl_port_thread_wake(PL_THREAD_MANAGER);
    }
#endif
}

/* What is overdrawn is used up, but not while a resource is held. The levels are to be checked after it. */
static bool settle(pl_tick_t now)
{
    reordered = false;
    pl_mask_t left = overdrawn & (pl_mask_t)~pl_holding;
    bool any = left != 0;
    for (uint8_t i = 0; left != 0; i++, left = (pl_mask_t)(left >> 1)) {
        if ((left & 1U) != 0) {
            exhaust(i, pl_bit(i), now);
        }
    }
    return any;
}

bool pl_budget_settle(void)
{
    pl_tick_t now = pl_port_now();
    pay(now);
    return settle(now);
}

/* When the running thread will have taken more than its piece. */
static pl_tick_t piece_end(void)
{
    return paid + pl_server_capacity(&pl_threads[pl_running].server, paid) + 1U;
}

/* Whether the end of the running thread's piece is to be watched. While it does not pay that lies nowhere. */
static bool watched(void)
{
    return pauses == 0 && pays() && ((overdrawn | pl_exhausted) & pl_bit(pl_running)) == 0;
}

void pl_budget_switch(uint8_t thread, pl_tick_t now)
{
    pay(now);
    pl_running = thread;
    if (reordered || (overdrawn & (pl_mask_t)~pl_holding) != 0) {
        pl_alarm_by(now);
    } else if (watched()) {
        pl_alarm_by(piece_end());
    }
}

void pl_thread_pause(pl_tick_t now)
{
    if (pauses == 0) {
        paused_at = now;
    }
    pauses++;
}

void pl_thread_resume(pl_tick_t now, pl_tick_t more)
{
    pauses--;
    if (pauses != 0) {
        return;
    }
    pl_tick_t since = now - paid;
    pl_tick_t spared = now - paused_at + more;
    paid += spared < since ? spared : since;
    if (watched()) {
        pl_alarm_by(piece_end());
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
    if ((budgeted & bit) == 0) {
        return;
    }
    pl_server_t *server = &pl_threads[task].server;
    pl_server_wake(server, at);
    if (pl_server_capacity(server, at) == 0) {
        pl_exhausted |= bit;
    }
}

/* Such a job may have waited so long that the alarm's arithmetic would take its deadline for one to come. */
void pl_budget_go_on(uint8_t task, pl_mask_t bit)
{
    missed &= (pl_mask_t)~bit;
    if ((limited & bit) != 0 && pl_port_now() - pl_state[task].release > pl_flash_u32(&pl_tasks[task].deadline)) {
        miss(task, bit);
    }
}

void pl_budget_sleep(uint8_t task, pl_mask_t bit)
{
    if ((budgeted & bit) != 0) {
        pl_server_sleep(&pl_threads[task].server, period_of(task));
    }
    overdrawn &= (pl_mask_t)~bit;
    pl_exhausted &= (pl_mask_t)~bit;
}

/* ---- what the alarm is for ---- */

static bool has_none(uint8_t task)
{
    return pl_flash_u32(&pl_tasks[task].budget) == 0;
}

pl_tick_t pl_thread_next(pl_tick_t now, pl_tick_t when)
{
    when = pl_sooner(now, when, tend_at);
    if (reordered || (overdrawn & (pl_mask_t)~pl_holding) != 0) {
        when = pl_sooner(now, when, now);
    }
    if (watched()) {
        when = pl_sooner(now, when, piece_end());
    }
    pl_mask_t waiting = pl_exhausted & pl_ready;
    pl_mask_t limits = limited & pl_ready & (pl_mask_t)~missed;
    for (uint8_t i = 0; (waiting | limits) != 0; i++) {
        if ((waiting & 1U) != 0 && !has_none(i)) {
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
        if ((budgeted & pl_bit(i)) != 0) {
            pl_server_tend(&pl_threads[i].server, at);
        }
    }
    tend_at = at + TEND_TICKS;
}

/*
 * Whether the running thread is lifted for a resource though its budget is used up. It pays when it leaves: would it
 * pay at each turn of the alarm's loop, its replenishment might run before the clock for as long as the loop goes
 * round.
 */
static bool pays_late(void)
{
    return pl_running < PL_TASK_COUNT && (pl_exhausted & pl_holding & pl_bit(pl_running)) != 0;
}

/* The running thread's account goes to the present moment, all else is done in the order of its times. */
void pl_thread_serve(pl_tick_t at)
{
    pl_tick_t now = pl_port_now();
    if (!pays_late()) {
        pay(now);
    }
    (void)settle(now);
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
    pl_level_check();
}

#else

/* ISO C wants a declaration in every file. */
typedef int pl_budget_absent_t;

#endif
