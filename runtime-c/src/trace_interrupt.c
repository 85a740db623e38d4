/*
 * Which interrupts are recorded. They can come at any rate, so as with background jobs only some
 * are recorded: a fixed number in each window of time, and none that would push out the events of
 * jobs. If the begin of an interrupt is recorded, its end is recorded, too.
 */
#include "recorder.h"

#if PL_TELEMETRY && PL_INTERRUPT_COUNT > 0

/* 31 ms, about a beat. */
#define WINDOW_TICKS (PL_TICK_HZ / 32U)
#define DELIVERIES_PER_WINDOW 4U
#define MASKS_PER_WINDOW 3U
/* Two events; the second one is short. */
#define PAIR_BYTES (PL_EVENT_BYTES + PL_SHORT_BYTES + 1U)

typedef struct {
    pl_tick_t since;
    uint8_t recorded;
} window_t;

static window_t deliveries;
static window_t masks;

static bool admit(window_t *window, uint8_t limit, pl_tick_t now)
{
    if (now - window->since >= WINDOW_TICKS) {
        window->since = now;
        window->recorded = 0;
    }
    if (window->recorded == limit || !pl_has_room((uint8_t)(PAIR_BYTES + PL_RESERVED_BYTES))) {
        return false;
    }
    window->recorded++;
    return true;
}

bool pl_trace_admit_interrupt(pl_tick_t now)
{
    return admit(&deliveries, DELIVERIES_PER_WINDOW, now);
}

bool pl_trace_admit_mask(pl_tick_t now)
{
    return admit(&masks, MASKS_PER_WINDOW, now);
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_trace_interrupt_absent_t;

#endif
