/*
 * Budgets where the kernel preempts: a sporadic server for each task that has one, charged for the time that the body
 * of its job runs above the background. And deadlines: what else the alarm is for, beside releases.
 *
 * A budget is used up once more than it has been taken, by a tick: a job may take all of it. That tick is owed.
 *
 * A budget pays for the body alone. What the runtime takes from a body is credited: the spans of interrupts are
 * measured (pl_thread_pause), what lies outside of a span is a constant of the port, and interrupts too short to
 * measure are counted by the port (pl_port_stolen). Each credit is at least the time that it stands for, so that a body
 * that takes no more than its budget is never exhausted; and at most the time that the analysis counts for it, so that
 * a body that never ends takes no more from the others than the analysis says. A credit stays with the thread that was
 * interrupted, and is gone at the switch.
 *
 * What a body records by itself, text above all, takes most of its time later, in whoever runs then. The body pays for
 * it all the same, before it is recorded: see trace_program.c.
 *
 * A task whose budget is used up pays for being held: PL_HELD_TICKS, for the alarms, the switches and the manager's
 * work at exhaustion and replenishment. They are owed, and so are taken from the budget that is to come.
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
/* Until when the running thread's time has been charged. */
static pl_tick_t paid;
/* How much of the time since then is not the body's. */
static pl_tick_t credit;
/* Interrupts in service whose time no thread pays for, and when the first of them began. */
static uint8_t pauses;
static pl_tick_t paused_at;
/* The alarm comes by the end of the running thread's piece. */
static bool end_watched;
/* The alarm comes by the end of the running thread's critical section. */
static bool section_watched;
/* A server has begun with another piece, by which its task may compete with a later deadline. EDF only. */
static bool reordered;
static pl_tick_t tend_at;
/* No replenishment, no deadline and no tending is due before this time, so that an alarm need not look at each task. */
static pl_tick_t quiet_until;

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
    quiet_until = now;
}

/* Something is due at `at`, too. */
static void expect(pl_tick_t now, pl_tick_t at)
{
    quiet_until = pl_sooner(now, quiet_until, at);
}

/* ---- accounting ---- */

/*
 * Whether the running thread's time is charged: it has a server and is in the body of a job, above the background. From
 * the moment when its budget is used up what still keeps it there is the interrupt that said so, not the thread itself.
 */
static bool pays(void)
{
    return pl_running < PL_TASK_COUNT && pl_threads[pl_running].level > PL_LEVEL_BACKGROUND &&
           (budgeted & pl_ready & pl_started & (pl_mask_t) ~(pl_exhausted & (pl_mask_t)~pl_holding) &
            pl_bit(pl_running)) != 0;
}

#if PL_TELEMETRY

/*
 * Text takes budget from the end of the piece in use: the piece is that much smaller until it or the job ends, and the
 * server is charged only then. A server that was charged at once would have used budget ahead of that budget's time,
 * and would have none for as long.
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

/* The piece is whole again; returns what is to be charged. Outlined: few jobs have text when a piece ends. */
PL_OUTLINE static pl_tick_t take_text(uint8_t task)
{
    pl_thread_t *thread = &pl_threads[task];
    pl_tick_t text = thread->text;
    thread->server.refills[0].amount += text;
    thread->text = 0;
    return text;
}

/* The task's job has ended. */
PL_OUTLINE static void end_text(uint8_t task)
{
    pl_server_charge(&pl_threads[task].server, period_of(task), take_text(task), pl_port_now());
}

/* The text that the running thread is about to record needs more than its piece: the alarm charges for it. */
static volatile bool owes;
static pl_tick_t owed;

static inline bool is_owing(void)
{
    return owes;
}

/* Charges for it: it ends the piece, and maybe the next ones. The account is up to date. */
PL_OUTLINE static void charge_owed(pl_tick_t now)
{
    pl_server_t *server = &pl_threads[pl_running].server;
    pl_tick_t left = pl_server_capacity(server, now);
    while (owed != 0 && owed >= left) {
        pl_tick_t part = left != 0 ? left : owed;
        owed -= part;
        pl_server_charge(server, period_of(pl_running), part + take_text(pl_running), now);
        if (left == 0) {
            overdrawn |= (pl_mask_t)(pl_bit(pl_running) & (pl_mask_t)~pl_exhausted);
        }
        left = pl_server_capacity(server, now);
        reordered = true;
    }
    reserve_text(pl_running, owed);
    owed = 0;
    owes = false;
}

#else

static inline bool is_owing(void)
{
    return false;
}

#define charge_owed(now) ((void)(now))
#define has_text(task) false
#define take_text(task) 0U
#define end_text(task) ((void)0)

#endif

/* Charges for what ends the piece, in which there was so much: with the piece all of its text. */
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
    pl_server_charge(server, period_of(pl_running), used, now);
#if PL_POLICY == PL_POLICY_EDF
    reordered = reordered || piece != server->refills[0].time;
#endif
    if (exceeded && (pl_exhausted & bit) == 0 && pl_server_capacity(server, now) == 0) {
        overdrawn |= bit;
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

/* Brings the running thread's account up to now, in an interrupt up to its beginning. */
static void pay(pl_tick_t now)
{
    if (pauses == 0) {
        credit += pl_port_stolen();
    } else {
        now = paused_at;
    }
    pl_tick_t from = paid;
    pl_tick_t used = now - from;
    paid = now;
    pl_tick_t credited = credit < used ? credit : used;
    credit -= credited;
    used -= credited;
    pl_section_charge(used);
    if (used != 0 && pays()) {
        charge(used, from, now);
    }
    if (is_owing()) {
        charge_owed(now);
    }
}

void pl_budget_pay(pl_tick_t now)
{
    pay(now);
}

#if PL_USES_RESOURCES

pl_tick_t pl_budget_unpaid(void)
{
    credit += pl_port_stolen();
    pl_tick_t used = pl_port_now() - paid;
    return used > credit ? used - credit : 0;
}

#endif

/* From now on the running thread's time counts, but for so much of it. */
static void open_account(pl_tick_t now, pl_tick_t not_the_body)
{
    (void)pl_port_stolen();
    paid = now;
    credit = not_the_body;
}

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

/* The budget of this task is used up. */
static void exhaust(uint8_t task, pl_mask_t bit, pl_tick_t at)
{
    overdrawn &= (pl_mask_t)~bit;
    pl_exhausted |= bit;
    pl_server_charge(&pl_threads[task].server, period_of(task), PL_HELD_TICKS, at);
    expect(at, pl_server_refill_time(&pl_threads[task].server));
    pl_trace_locked(PL_EVENT_BUDGET_EXHAUSTED, pl_flash_u8(&pl_tasks[task].id), at);
    pl_budget_overrun(task, bit);
}

#if PL_USES_RESOURCES

/* Whether tasks wait for what the running thread holds, or it has a priority that its budget does not give it. */
static bool is_in_the_way(void)
{
    return pl_withheld != 0 || ((overdrawn | pl_exhausted | pl_demoted | pl_background) & pl_bit(pl_running)) != 0;
}

/* The same, and under EDF whether a job that has begun may wait because the holder's deadline was put off. */
static bool others_wait(void)
{
#if PL_POLICY == PL_POLICY_EDF
    if ((pl_ready & pl_started & (pl_mask_t)~pl_bit(pl_running)) != 0) {
        return true;
    }
#endif
    return is_in_the_way();
}

/* Whether the alarm is to come by the end of the running thread's critical section. */
static inline bool section_counts(void)
{
    return pl_limited && pauses == 0 && others_wait();
}

/* Whether the running thread's critical section is too long for those that wait. */
PL_INLINE static bool section_exceeded(void)
{
    return pl_limited && pl_section_left() == 0 && others_wait();
}

/* The running task loses its resources. It pays for that as for being held. */
static void end_section(pl_tick_t now)
{
    uint8_t task = pl_running;
    pl_mask_t bit = pl_bit(task);
    pl_section_revoke(now);
    if ((overdrawn & bit) != 0) {
        return; /* reported when it is exhausted */
    }
    if ((budgeted & (pl_mask_t)~pl_exhausted & bit) != 0) {
        pl_server_t *server = &pl_threads[task].server;
        pl_server_charge(server, period_of(task), PL_HELD_TICKS, now);
        if (pl_server_capacity(server, now) == 0) {
            overdrawn |= bit;
            return;
        }
    }
    pl_budget_overrun(task, bit);
}

#else

#define pl_limited false
#define watch_section() false
#define section_end() paid
#define section_exceeded() false

static void end_section(pl_tick_t now)
{
    (void)now;
}

#endif

/* What is overdrawn is used up, but not while a resource is held. The levels are to be checked after it. */
static bool settle(pl_tick_t now)
{
    reordered = false;
    bool any = section_exceeded();
    if (any) {
        end_section(now);
    }
    pl_mask_t left = overdrawn & (pl_mask_t)~pl_holding;
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

/*
 * When the running thread will have taken more than its piece, if nothing interrupts it. Not looked at sooner than
 * PL_WATCH_TICKS after that: the alarm would come again and again while interrupts put the end off by a little.
 */
static pl_tick_t piece_end(void)
{
    return paid + credit + pl_server_capacity(&pl_threads[pl_running].server, paid) + 1U + PL_WATCH_TICKS;
}

/* Whether the end of the running thread's piece is to be watched. While it does not pay that lies nowhere. */
static bool watched(void)
{
    return pauses == 0 && pays() && ((overdrawn | pl_exhausted) & pl_bit(pl_running)) == 0;
}

/* The account has changed without the alarm's being set, or must be looked at. */
static bool is_pressing(void)
{
    return is_owing() || reordered || (overdrawn & (pl_mask_t)~pl_holding) != 0 || section_exceeded();
}

#if PL_USES_RESOURCES

/* When the running thread's critical section will be too long, looked at as the end of a piece is. */
static pl_tick_t section_end(void)
{
    return paid + credit + pl_section_left() + PL_WATCH_TICKS;
}

/* Asks for the alarm at the end of the critical section or of the piece, whichever is sooner, if others wait. */
PL_OUTLINE static bool watch_section(void)
{
    if (section_watched || !section_counts()) {
        return false;
    }
    pl_tick_t at = section_end();
    end_watched = watched();
    if (end_watched) {
        at = pl_sooner(paid, at, piece_end());
    }
    section_watched = true;
    pl_alarm_by(at);
    return true;
}

#endif

/* Sees that the alarm comes when the piece or the section ends. What that takes is credited, too. */
static void watch(pl_tick_t now)
{
    if (pl_limited && watch_section()) {
        credit += pl_port_now() - now;
    } else if (!end_watched && !section_watched && watched()) {
        pl_alarm_by(piece_end());
        end_watched = true;
        credit += pl_port_now() - now;
    }
}

void pl_budget_leave(pl_tick_t now)
{
    credit += PL_SWITCH_OUT_TICKS;
    pay(now);
}

void pl_budget_enter(uint8_t thread)
{
    pl_tick_t now = pl_port_now();
    pl_running = thread;
    pl_section_enter(thread);
    open_account(now, PL_SWITCH_IN_TICKS);
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
    open_account(now, PL_START_TICKS);
    end_watched = false;
    watch(now);
}

void pl_budget_end(void)
{
    pl_tick_t now = pl_port_now();
    credit += PL_END_TICKS;
    pay(now);
    pl_section_end_job(now);
    (void)settle(now);
    if (end_watched || section_watched) {
        end_watched = false;
        section_watched = false;
        pl_alarm_back();
    }
}

#if PL_TELEMETRY

/* What is left of the running thread's piece at `now`, before its account is brought up to date. */
static pl_tick_t left_at(pl_tick_t now)
{
    pl_tick_t used = now - paid;
    used = used > credit ? used - credit : 0;
    pl_tick_t capacity = pl_server_capacity(&pl_threads[pl_running].server, paid);
    return capacity > used ? capacity - used : 0;
}

static void pay_text(pl_tick_t cost)
{
    pl_tick_t now = pl_port_now();
    if (cost < left_at(now)) {
        reserve_text(pl_running, cost);
    } else if (((overdrawn | pl_exhausted) & pl_bit(pl_running)) != 0) {
        /* It holds a resource, so its budget is not enforced yet. */
        pl_server_charge(&pl_threads[pl_running].server, period_of(pl_running), cost, now);
    } else {
        owed += cost;
        owes = true;
    }
}

bool pl_budget_text(pl_tick_t cost)
{
    pl_section_charge(cost);
    if (pays()) {
        pay_text(cost);
    }
    if (is_pressing()) {
        pl_alarm_at_latest(pl_port_now());
        return true;
    }
    if (end_watched) {
        pl_alarm_at_latest(piece_end());
    }
    if (section_watched) {
        pl_alarm_at_latest(section_end());
    }
    return false;
}

void pl_budget_give_way(pl_irq_t state)
{
    pl_port_unlock(state);
    while (owes) {
        pl_port_unlock(pl_port_lock());
    }
}

void pl_budget_credit(pl_tick_t ticks)
{
    credit += ticks;
}

#endif

#if PL_USES_RESOURCES

/* The body pays for both: they are part of its lock and unlock. */
bool pl_budget_enter_section(void)
{
    return pl_limited && is_in_the_way() && watch_section();
}

void pl_budget_leave_section(void)
{
    if (section_watched) {
        pl_tick_t credited = credit;
        section_watched = false;
        end_watched = false;
        pl_alarm_back();
        watch(paid);
        credit = credited;
    }
}

#endif

void pl_thread_pause(pl_tick_t now)
{
    if (pauses == 0) {
        credit += pl_port_stolen();
        paused_at = now - PL_ENTRY_TICKS;
        if (!pl_tick_reached(paused_at, paid)) {
            paused_at = paid;
        }
    }
    pauses++;
}

void pl_thread_resume(pl_tick_t now)
{
    pauses--;
    if (pauses == 0) {
        /* What was stolen meanwhile lies in the span. */
        (void)pl_port_stolen();
        credit += now - paused_at + PL_EXIT_TICKS;
        if (!PL_PORT_SWITCHES()) {
            watch(now);
        }
    }
}

bool pl_budget_put_off(void)
{
    pay(paused_at);
    end_watched = false;
    section_watched = false;
    return !is_pressing();
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
    if ((budgeted & bit) == 0) {
        return;
    }
    pl_server_t *server = &pl_threads[task].server;
    pl_server_wake(server, at);
    if (pl_server_capacity(server, at) == 0) {
        pl_exhausted |= bit;
        expect(at, pl_server_refill_time(server));
    }
}

/* Such a job may have waited so long that the alarm's arithmetic would take its deadline for one to come. */
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
    if ((budgeted & bit) != 0) {
        if (has_text(task)) {
            end_text(task);
        }
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

/* The soonest of what is due for a task, from the tasks themselves. */
static pl_tick_t soonest(pl_tick_t now)
{
    pl_tick_t when = tend_at;
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

pl_tick_t pl_thread_next(pl_tick_t now, pl_tick_t when)
{
    if (is_pressing()) {
        when = pl_sooner(now, when, now);
    }
    end_watched = watched();
    if (end_watched) {
        when = pl_sooner(now, when, piece_end());
    }
#if PL_USES_RESOURCES
    section_watched = section_counts();
    if (section_watched) {
        when = pl_sooner(now, when, section_end());
    }
#endif
    /* What was soonest may have come to nothing: its job has ended. */
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

/* The running thread's account goes to the present moment, all else is done in the order of its times. */
void pl_thread_serve(pl_tick_t at)
{
    pl_tick_t now = pl_port_now();
    if (!pays_late()) {
        pay(now);
    }
    (void)settle(now);
    if (pl_tick_reached(at, quiet_until)) {
        serve_tasks(at);
    }
    pl_level_check();
}

#else

/* ISO C wants a declaration in every file. */
typedef int pl_budget_absent_t;

#endif
