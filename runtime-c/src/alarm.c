/* The shared alarm: serves its sources in the order of their times, also when the interrupt comes late. */
#include "alarm.h"
#include "polyloop/port.h"

#if PL_ALARM_SHARED

static pl_tick_t soonest(void)
{
    pl_tick_t now = pl_port_now();
    pl_tick_t at = pl_release_next();
#if PL_PREEMPTIVE
    at = pl_thread_next(now, at);
#endif
#if PL_INTERRUPT_COUNT > 0
    at = pl_interrupt_next(now, at);
#endif
    return at;
}

static void serve(pl_tick_t at)
{
    if (pl_release_next() == at) {
        pl_release_serve();
    }
#if PL_PREEMPTIVE
    pl_thread_serve(at);
#endif
#if PL_INTERRUPT_COUNT > 0
    pl_interrupt_serve(at);
#endif
}

/* What was asked of the port last. */
static pl_tick_t asked;

static bool ask(pl_tick_t at)
{
    asked = at;
    return pl_port_alarm(at);
}

#if PL_PREEMPTIVE

/* Before this nothing is due but what pl_alarm_by() asked for. */
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

void pl_alarm_set(void)
{
    pl_tick_t at = soonest();
    for (; !ask(at); at = soonest()) {
        serve(at);
    }
    note(at);
}

#if PL_PREEMPTIVE

/* Asks without serving what has been reached: the alarm comes for that soon. */
static void ask_soon(pl_tick_t at)
{
    pl_tick_t margin = 1;
    while (!ask(at)) {
        at = pl_port_now() + margin;
        margin <<= 1;
    }
}

void pl_alarm_by(pl_tick_t at)
{
    ask_soon(pl_sooner(pl_port_now(), at, soonest_set));
}

void pl_alarm_at_latest(pl_tick_t at)
{
    if (!pl_tick_reached(at, asked)) {
        ask_soon(at);
    }
}

void pl_alarm_back(void)
{
    ask_soon(soonest_set);
}

#endif

/* Nothing is due before what was asked for: if that is a release, it need not be looked for among all the sources. */
static void serve_due(void)
{
    if (asked == pl_release_next()) {
        serve(asked);
    }
    pl_alarm_set();
}

#if PL_PREEMPTIVE

/* No thread pays for it. An alarm that the end of a budget has asked for comes early where interrupts were credited. */
void pl_alarm_due(void)
{
    pl_tick_t now = pl_port_now();
    pl_thread_pause(now);
    bool early = !pl_tick_reached(now, soonest_set) && pl_budget_put_off();
    if (!early) {
        serve_due();
    }
    pl_thread_resume(pl_port_now());
    if (early && pl_tick_reached(now, asked)) {
        pl_alarm_back();
    }
}

#else

void pl_alarm_due(void)
{
    serve_due();
}

#endif

#else

/* ISO C wants a declaration in every file. */
typedef int pl_alarm_absent_t;

#endif
