/*
 * What is due: the sources of the shared alarm (alarm.h), and the alarm's interrupt.
 *
 * A source has two functions: when it is due next, and what it does then. Due times are served one
 * after another.
 */
#include "account.h"
#include "alarm.h"
#include "budget.h"
#include "io_server.h"
#include "level.h"
#include "monitor.h"
#include "release.h"

#if PL_ALARM_SHARED

pl_tick_t pl_hook_alarm_next(void)
{
    pl_tick_t now = pl_port_now();
    pl_tick_t at = pl_release_next();
#if PL_PREEMPTIVE
    at = pl_budget_next(now, at);
#elif PL_WATCHES
    at = pl_monitor_next(now, at);
#endif
#if PL_INTERRUPT_COUNT > 0
    at = pl_io_next(now, at);
#endif
    return at;
}

#if PL_PREEMPTIVE

PL_OUTLINE static void serve_budgets(pl_tick_t at)
{
    pl_budget_serve(at);
    pl_level_check();
}

#endif

void pl_hook_alarm_serve(pl_tick_t at)
{
    if (pl_release_next() == at) {
        pl_release_serve();
    }
#if PL_PREEMPTIVE
    serve_budgets(at);
#elif PL_WATCHES
    pl_monitor_serve(at);
#endif
#if PL_INTERRUPT_COUNT > 0
    pl_io_serve(at);
#endif
}

#if PL_BODIES_SET_ALARM && !PL_PREEMPTIVE && PL_CREDITS

/* In an interrupt the credit has no effect: no body pays for that time. */
PL_OUTLINE pl_tick_t pl_hook_alarm_settle_unpaid(pl_tick_t at)
{
    pl_tick_t from = pl_port_now();
    at = pl_alarm_settle(at);
    pl_body_credit(pl_port_now() - from);
    return at;
}

#endif

#if PL_BODIES_SET_ALARM && PL_PREEMPTIVE

PL_OUTLINE void pl_hook_alarm_serve_unpaid(pl_tick_t at)
{
    pl_thread_pause(pl_port_now());
    pl_hook_alarm_serve(at);
    (void)pl_account_resume(pl_port_now());
}

#endif

/*
 * Nothing is due before the time that the port was asked for. If that is a release, the other
 * sources need no look.
 */
static void serve_due(void)
{
    if (pl_alarm_asked == pl_release_next()) {
        pl_hook_alarm_serve(pl_alarm_asked);
    }
    pl_alarm_set();
}

#if PL_PREEMPTIVE

/*
 * No thread pays for the alarm. An alarm for the end of a piece comes too early if interrupts have
 * been credited since it was set: then the end is only put off.
 */
void pl_alarm_due(void)
{
    pl_tick_t now = pl_port_now();
    pl_thread_pause(now);
    bool early = !pl_alarm_is_due(now) && pl_watch_put_off();
    if (!early) {
        serve_due();
    }
    pl_thread_resume(pl_port_now());
    if (early && pl_tick_reached(now, pl_alarm_asked)) {
        pl_alarm_back();
    }
}

#elif PL_ONE_STACK && PL_CREDITS

/* The jobs that preempt run in pl_body_resume(). The alarm may also come for the end of a body's budget only. */
void pl_alarm_due(void)
{
#if PL_WATCHES
    pl_tick_t now = pl_port_now();
    pl_tick_t pause = pl_body_pause_at(now);
    if (pl_pauses == 1U) {
        /* Until `now` a part of the interrupt has passed, too. The pause is credited with no more than this. */
        pl_monitor_budget(0U - pause - PL_PAUSE_TICKS, now);
    }
#if PL_ALARM_FOR_BUDGET
    if (pl_alarm_is_due(now)) {
        serve_due();
    } else {
        pl_alarm_back();
    }
#else
    serve_due();
#endif
#else
    pl_tick_t pause = pl_body_pause_at(pl_port_now());
    serve_due();
#endif
    pl_body_resume(pause);
}

#else

void pl_alarm_due(void)
{
    serve_due();
#if PL_ONE_STACK
    if (pl_wanted) {
        PL_PORT_PREEMPT();
    }
#endif
}

#endif

#else

/* ISO C requires a declaration in every file. */
typedef int pl_due_absent_t;

#endif
