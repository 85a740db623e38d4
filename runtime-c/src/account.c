/*
 * Accounts of bodies: charging, text and credits. See account.h.
 *
 * Recorded text takes most of its time later, when it is prepared and sent, from whichever thread
 * runs then. The body is charged for all of it before it records the text: see trace_program.c.
 */
#include "account.h"

#if PL_PREEMPTIVE

pl_account_t pl_account;
pl_mask_t pl_budgeted;
pl_mask_t pl_overdrawn;
bool pl_reordered;

bool pl_account_pays(void)
{
    return pl_running < PL_TASK_COUNT && pl_threads[pl_running].level > PL_LEVEL_BACKGROUND &&
           (pl_budgeted & pl_ready & pl_started & (pl_mask_t) ~(pl_exhausted & (pl_mask_t)~pl_holding) &
            pl_bit(pl_running)) != 0;
}

void pl_account_open(pl_tick_t now, pl_tick_t credit)
{
    (void)pl_port_stolen();
    pl_account.paid = now;
    pl_account.credit = credit;
}

/* ---- text ---- */

#if PL_TELEMETRY

volatile bool pl_account_owes;
static pl_tick_t owed;

/*
 * Text takes budget from the end of the current piece: the piece is smaller by the text's cost
 * until the piece or the job ends, and only then the server is charged. If the server were charged
 * at once, it would use budget before the thread reaches that time, and its replenishment would be
 * later by as much.
 */
static void reserve_text(uint8_t task, pl_tick_t cost)
{
    pl_threads[task].server.refills[0].amount -= cost;
    pl_threads[task].text += cost;
}

static inline bool has_text(uint8_t task)
{
    return pl_threads[task].text != 0;
}

/*
 * Restores the piece and returns the cost to charge. Outlined: few jobs have text when a piece
 * ends.
 */
PL_OUTLINE static pl_tick_t take_text(uint8_t task)
{
    pl_thread_t *thread = &pl_threads[task];
    pl_tick_t text = thread->text;
    thread->server.refills[0].amount += text;
    thread->text = 0;
    return text;
}

PL_OUTLINE static void charge_text(uint8_t task)
{
    pl_server_charge(&pl_threads[task].server, pl_period_of(task), take_text(task), pl_port_now());
}

void pl_account_end_text(uint8_t task)
{
    if (has_text(task)) {
        charge_text(task);
    }
}

/*
 * Charges for owed text, which ends the current piece and maybe further ones. The account is up to
 * date.
 */
PL_OUTLINE static void charge_owed(pl_tick_t now)
{
    pl_server_t *server = &pl_threads[pl_running].server;
    pl_tick_t left = pl_server_capacity(server, now);
    while (owed != 0 && owed >= left) {
        pl_tick_t part = left != 0 ? left : owed;
        owed -= part;
        pl_server_charge(server, pl_period_of(pl_running), part + take_text(pl_running), now);
        if (left == 0) {
            pl_overdrawn |= (pl_mask_t)(pl_bit(pl_running) & (pl_mask_t)~pl_exhausted);
        }
        left = pl_server_capacity(server, now);
        pl_reordered = true;
    }
    reserve_text(pl_running, owed);
    owed = 0;
    pl_account_owes = false;
}

void pl_account_pay_text(pl_tick_t cost)
{
#if PL_USES_JOB_TIME
    pl_threads[pl_running].job_time += cost;
#endif
    pl_tick_t now = pl_port_now();
    pl_tick_t used = pl_account_unpaid(now);
    pl_tick_t had = pl_server_capacity(&pl_threads[pl_running].server, pl_account.paid);
    if (used < had && cost < had - used) {
        reserve_text(pl_running, cost);
    } else if (((pl_overdrawn | pl_exhausted) & pl_bit(pl_running)) != 0) {
        /* The task holds a resource, so its budget is not enforced yet. */
        pl_server_charge(&pl_threads[pl_running].server, pl_period_of(pl_running), cost, now);
    } else {
        owed += cost;
        pl_account_owes = true;
    }
}

#else

#define charge_owed(now) ((void)(now))
#define has_text(task) false
#define take_text(task) 0U

#endif

/* ---- charging ---- */

/*
 * Charges for a use that ends the current piece, which had `had` ticks left, and for the text
 * reserved from it.
 */
PL_INLINE static void charge_piece(pl_tick_t used, pl_tick_t had, pl_tick_t now)
{
    pl_mask_t bit = pl_bit(pl_running);
    pl_server_t *server = &pl_threads[pl_running].server;
    bool exceeded = used > had;
#if PL_POLICY == PL_POLICY_EDF
    pl_tick_t piece = server->refills[0].time;
#endif
    if (has_text(pl_running)) {
        used += take_text(pl_running);
    }
    pl_server_charge(server, pl_period_of(pl_running), used, now);
#if PL_POLICY == PL_POLICY_EDF
    pl_reordered = pl_reordered || piece != server->refills[0].time;
#endif
    if (exceeded && (pl_exhausted & bit) == 0 && pl_server_capacity(server, now) == 0) {
        pl_overdrawn |= bit;
    }
}

static void charge(pl_tick_t used, pl_tick_t from, pl_tick_t now)
{
    pl_server_t *server = &pl_threads[pl_running].server;
    pl_tick_t had = pl_server_capacity(server, from);
    if (used < had) {
        server->usage += used;
    } else {
        charge_piece(used, had, now);
    }
}

void pl_account_pay(pl_tick_t now)
{
    if (pl_account.pauses == 0) {
        pl_account.credit += pl_port_stolen();
    } else {
        now = pl_account.paused_at;
    }
    pl_tick_t from = pl_account.paid;
    pl_tick_t used = now - from;
    pl_account.paid = now;
    pl_tick_t credited = pl_account_credited(used);
    pl_account.credit -= credited;
    used -= credited;
    pl_section_charge(used);
#if PL_USES_JOB_TIME
    if (pl_running < PL_TASK_COUNT) {
        pl_threads[pl_running].job_time += used;
    }
#endif
    if (used != 0 && pl_account_pays()) {
        charge(used, from, now);
    }
    if (pl_account_is_owing()) {
        charge_owed(now);
    }
}

/* ---- interrupts ---- */

void pl_thread_pause(pl_tick_t now)
{
    if (pl_account.pauses == 0) {
        pl_account.credit += pl_port_stolen();
        pl_account.paused_at = now - PL_ENTRY_TICKS;
        if (!pl_tick_reached(pl_account.paused_at, pl_account.paid)) {
            pl_account.paused_at = pl_account.paid;
        }
    }
    pl_account.pauses++;
}

#elif PL_CREDITS

pl_tick_t pl_begun;

#if PL_ONE_STACK

uint8_t pl_pauses;

/* To set the alarm takes about two pauses on an ATmega. A job is stopped so much later: see stopNs in bench/overheads. */
#define PL_WATCH_PAUSES 4U

pl_tick_t pl_body_pause(void)
{
    return pl_body_pause_at(pl_port_now());
}

/* Jobs that preempt the body run here. Each has an account of its own, so only the whole pause counts. */
void pl_body_resume(pl_tick_t pause)
{
    pl_pauses--;
    if (pl_wanted && pl_pauses == 0) {
        PL_PORT_PREEMPT();
    }
    (void)pl_port_stolen();
#if PL_WATCHES_BUDGETS
    if (pl_pauses == 0) {
        /*
         * The body does not pay for setting the alarm of its budget, which must take no longer than PL_WATCH_PAUSES
         * pauses: else the alarm comes early again and again.
         */
        pl_begun = pause + pl_port_now() + (1U + PL_WATCH_PAUSES) * PL_PAUSE_TICKS;
        pl_hook_body_resumed();
    }
#endif
    pl_begun = pause + pl_port_now() + PL_PAUSE_TICKS;
}

#else

pl_tick_t pl_body_pause(void)
{
    pl_tick_t now = pl_port_now();
    return pl_begun + pl_port_stolen() - now;
}

void pl_body_resume(pl_tick_t pause)
{
    /* The time stolen since pl_body_pause() is part of the measured time: not credited twice. */
    (void)pl_port_stolen();
    pl_begun = pause + pl_port_now() + PL_PAUSE_TICKS;
}

#endif

#if PL_USES_JOB_TIME

pl_tick_t pl_body_reported;

pl_tick_t pl_body_report(pl_tick_t now)
{
    pl_tick_t used = pl_body_used(now);
    pl_body_reported = used > pl_body_reported ? used : pl_body_reported;
    return pl_body_reported;
}

static void report_anew(void)
{
    pl_body_reported = 0;
}

#else

static void report_anew(void)
{
}

#endif

void pl_body_open(void)
{
    pl_irq_t state = pl_port_lock();
    report_anew();
    (void)pl_port_stolen();
    pl_begun = pl_port_now() + PL_BODY_TICKS;
    pl_port_unlock(state);
}

pl_tick_t pl_body_used(pl_tick_t now)
{
    pl_begun += pl_port_stolen();
    pl_tick_t used = now - pl_begun;
    return used > PL_TICKS_MAX ? 0 : used;
}

pl_tick_t pl_body_time(void)
{
    pl_irq_t state = pl_port_lock();
    pl_begun += pl_port_stolen();
    pl_tick_t time = pl_port_now() - pl_begun;
    pl_port_unlock(state);
    return time;
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_account_absent_t;

#endif
