/* The shared alarm. See alarm.h. */
#include "alarm.h"
#include "polyloop/port.h"

#if PL_ALARM_SHARED

pl_tick_t pl_alarm_asked;

static bool ask(pl_tick_t at)
{
    pl_alarm_asked = at;
    return pl_port_alarm(at);
}

#if PL_PREEMPTIVE || PL_ALARM_FOR_BUDGET

/* The time that pl_alarm_set() found: before it, only what pl_alarm_by() or pl_alarm_watch() asked for is due. */
static pl_tick_t soonest_set;

static void note(pl_tick_t at)
{
    soonest_set = at;
}

#else

static void note(pl_tick_t at)
{
    (void)at;
}

#endif

/* Due times are served in their order, also when the interrupt comes late. */
void pl_alarm_set(void)
{
    pl_tick_t at = pl_hook_alarm_next();
    for (; !ask(at); at = pl_hook_alarm_next()) {
        pl_hook_alarm_serve(at);
    }
    note(at);
}

#if PL_BODIES_SET_ALARM

#if PL_PREEMPTIVE

void pl_alarm_set_unpaid(void)
{
    pl_tick_t at = pl_hook_alarm_next();
    for (; !ask(at); at = pl_hook_alarm_next()) {
        pl_hook_alarm_serve_unpaid(at);
    }
    note(at);
}

#elif PL_CREDITS

pl_tick_t pl_alarm_settle(pl_tick_t at)
{
    do {
        pl_hook_alarm_serve(at);
        at = pl_hook_alarm_next();
    } while (!ask(at));
    return at;
}

void pl_alarm_set_unpaid(void)
{
    pl_tick_t at = pl_hook_alarm_next();
    note(ask(at) ? at : pl_hook_alarm_settle_unpaid(at));
}

#endif

#endif

#if PL_PREEMPTIVE || PL_ALARM_FOR_BUDGET

/* Asks for `at`, or if that has passed for the first time after it that the port can still meet. */
static void ask_soon(pl_tick_t at)
{
    pl_tick_t margin = 1;
    while (!ask(at)) {
        at = pl_port_now() + margin;
        margin <<= 1;
    }
}

#if PL_PREEMPTIVE

void pl_alarm_by(pl_tick_t at)
{
    ask_soon(pl_sooner(pl_port_now(), at, soonest_set));
}

void pl_alarm_at_latest(pl_tick_t at)
{
    if (!pl_tick_reached(at, pl_alarm_asked)) {
        ask_soon(at);
    }
}

#else

void pl_alarm_watch(pl_tick_t at)
{
    at = pl_sooner(pl_port_now(), at, soonest_set);
    if (at != pl_alarm_asked) {
        ask_soon(at);
    }
}

bool pl_alarm_watches(void)
{
    return pl_alarm_asked != soonest_set;
}

#endif

void pl_alarm_back(void)
{
    ask_soon(soonest_set);
}

bool pl_alarm_is_due(pl_tick_t now)
{
    return pl_tick_reached(now, soonest_set);
}

#endif

#else

/* ISO C requires a declaration in every file. */
typedef int pl_alarm_absent_t;

#endif
