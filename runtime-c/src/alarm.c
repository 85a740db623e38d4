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

void pl_alarm_set(void)
{
    for (pl_tick_t at = soonest(); !ask(at); at = soonest()) {
        serve(at);
    }
}

#if PL_PREEMPTIVE

void pl_alarm_by(pl_tick_t at)
{
    pl_tick_t now = pl_port_now();
    if (pl_sooner(now, at, asked) == asked) {
        return;
    }
    pl_tick_t margin = 1;
    while (!ask(at)) {
        at = pl_port_now() + margin;
        margin <<= 1;
    }
}

#endif

/* Nothing is due before what was asked for: if that is a release, it need not be looked for among all the sources. */
void pl_alarm_due(void)
{
    if (asked == pl_release_next()) {
        serve(asked);
    }
    pl_alarm_set();
}

#else

/* ISO C wants a declaration in every file. */
typedef int pl_alarm_absent_t;

#endif
