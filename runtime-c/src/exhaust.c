/* The end of a budget or of a critical section's time. See exhaust.h. */
#include "exhaust.h"
#include "trace.h"

#if PL_PREEMPTIVE

pl_mask_t pl_budget_calls;
pl_tick_t pl_quiet_until;

void pl_quiet_end(pl_tick_t now, pl_tick_t at)
{
    pl_quiet_until = pl_sooner(now, pl_quiet_until, at);
}

void pl_exhaust_overrun(uint8_t task, pl_mask_t bit)
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

static void exhaust(uint8_t task, pl_mask_t bit, pl_tick_t at)
{
    pl_overdrawn &= (pl_mask_t)~bit;
    pl_exhausted |= bit;
    pl_server_charge(&pl_threads[task].server, pl_period_of(task), PL_HELD_TICKS, at);
    pl_quiet_end(at, pl_server_refill_time(&pl_threads[task].server));
    pl_trace_locked(PL_EVENT_BUDGET_EXHAUSTED, pl_flash_u8(&pl_tasks[task].id), at);
    pl_exhaust_overrun(task, bit);
}

#if PL_USES_RESOURCES

/*
 * Under EDF a started job may wait, too: the holder's server has begun to use another piece, so the
 * holder's deadline is later now.
 */
bool pl_exhaust_others_wait(void)
{
#if PL_POLICY == PL_POLICY_EDF
    if ((pl_ready & pl_started & (pl_mask_t)~pl_bit(pl_running)) != 0) {
        return true;
    }
#endif
    return pl_exhaust_is_in_the_way();
}

/* Takes all resources from the running task, and charges it as for exhaustion. */
static void end_section(pl_tick_t now)
{
    uint8_t task = pl_running;
    pl_mask_t bit = pl_bit(task);
    pl_section_revoke(now);
    if ((pl_overdrawn & bit) != 0) {
        return; /* exhaust() counts the overrun */
    }
    if ((pl_budgeted & (pl_mask_t)~pl_exhausted & bit) != 0) {
        pl_server_t *server = &pl_threads[task].server;
        pl_server_charge(server, pl_period_of(task), PL_HELD_TICKS, now);
        if (pl_server_capacity(server, now) == 0) {
            pl_overdrawn |= bit;
            return;
        }
    }
    pl_exhaust_overrun(task, bit);
}

#else

static void end_section(pl_tick_t now)
{
    (void)now;
}

#endif

bool pl_exhaust_settle(pl_tick_t now)
{
    pl_reordered = false;
    bool any = pl_exhaust_exceeds_section();
    if (any) {
        end_section(now);
    }
    pl_mask_t left = pl_overdrawn & (pl_mask_t)~pl_holding;
    any = any || left != 0;
    for (uint8_t i = 0; left != 0; i++, left = (pl_mask_t)(left >> 1)) {
        if ((left & 1U) != 0) {
            exhaust(i, pl_bit(i), now);
        }
    }
    return any;
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_exhaust_absent_t;

#endif
