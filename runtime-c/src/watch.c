/* Watching the running thread. See watch.h. */
#include "watch.h"

#if PL_PREEMPTIVE

/* The alarm is set for the end of the running thread's piece, or for something sooner. */
static bool end_watched;
/*
 * The alarm is set for the end of the running thread's critical section, or for something sooner.
 */
static bool section_watched;

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
    return pl_account_is_owing() || pl_reordered || (pl_overdrawn & (pl_mask_t)~pl_holding) != 0 ||
           pl_exhaust_exceeds_section();
}

#if PL_USES_RESOURCES

/* Whether the alarm is needed at the end of the running thread's critical section. */
static inline bool section_counts(void)
{
    return pl_limited && pl_account.pauses == 0 && pl_exhaust_others_wait();
}

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

#else

#define pl_limited false
#define watch_section() false
#define section_end() pl_account.paid

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

void pl_watch_leave(pl_tick_t now)
{
    pl_account_credit(PL_SWITCH_OUT_TICKS);
    pl_account_pay(now);
}

void pl_watch_enter(uint8_t thread)
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

void pl_watch_start(void)
{
    pl_tick_t now = pl_port_now();
    pl_account_open(now, PL_START_TICKS);
    end_watched = false;
    watch(now);
}

void pl_watch_end(void)
{
    pl_tick_t now = pl_port_now();
    pl_account_credit(PL_END_TICKS);
    pl_account_pay(now);
    if (pl_section_end_job(now)) {
        pl_exhaust_overrun(pl_running, pl_bit(pl_running));
    }
    (void)pl_exhaust_settle(now);
    if (end_watched || section_watched) {
        end_watched = false;
        section_watched = false;
        pl_alarm_back();
    }
}

#if PL_TELEMETRY

bool pl_watch_text(pl_tick_t cost)
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

void pl_watch_give_way(pl_irq_t state)
{
    pl_port_unlock(state);
    while (pl_account_owes) {
        pl_port_unlock(pl_port_lock());
    }
}

#endif

#if PL_USES_RESOURCES

/* The body pays for the time of these two: it is part of the task's own time. */
bool pl_watch_enter_section(void)
{
    return pl_limited && pl_exhaust_is_in_the_way() && watch_section();
}

void pl_watch_leave_section(void)
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

/* ---- as a source of the alarm ---- */

bool pl_watch_put_off(void)
{
    pl_account_pay(pl_account.paused_at);
    end_watched = false;
    section_watched = false;
    return !is_pressing();
}

pl_tick_t pl_watch_next(pl_tick_t now, pl_tick_t when)
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
    return when;
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_watch_absent_t;

#endif
