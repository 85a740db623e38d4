/* On one stack: the body of a job, with its account and its budget. See body.h. */
#include "body.h"
#include "account.h"
#include "monitor.h"
#include "trace.h"

#if PL_ONE_STACK

#if PL_WATCHES && PL_CREDITS

static void begin_budget(const pl_task_config_t *config)
{
    pl_body_limit = pl_flash_u32(&config->budget);
    pl_monitor_watch();
}

static void end_budget(pl_tick_t end)
{
    pl_monitor_budget(pl_body_used(end), end);
    pl_body_limit = PL_NONE;
}

#else

#define begin_budget(config) ((void)0)

/* The budget is compared here, if there is anything to compare. */
static void end_budget(pl_tick_t end)
{
#if PL_CREDITS
    if (pl_flash_below(&pl_tasks[pl_running].budget, pl_body_used(end))) {
        pl_count(&pl_state[pl_running].counters.budget_overruns);
    }
#else
    (void)end;
#endif
}

#endif

static void begin_body(uint8_t id, const pl_task_config_t *config)
{
    (void)config;
    pl_trace_locked(PL_EVENT_START, id, pl_port_now());
#if PL_CREDITS
    pl_body_open();
#endif
    begin_budget(config);
}

/* When the last body returned. */
static pl_tick_t returned_at;

/*
 * Runs a body, locked before and after it. If its budget is watched, the account is opened anew: the body does not pay for
 * the alarm, which may come early, nor for the call that can be left.
 */
static void run_body(void (*body)(void))
{
#if PL_WATCHES_BUDGETS
    pl_body_open();
#endif
    pl_port_open();
    body();
    pl_port_close();
    returned_at = pl_port_now();
}

#if PL_USES_EXHAUSTION_STOP

/*
 * The budget, or the time of a section, was exceeded already, when that stopped the job. The interrupt that stopped it
 * has left the account behind: the job has used its limit.
 */
static void end_stopped(const pl_task_config_t *config, pl_tick_t end)
{
    (void)pl_port_stolen();
    pl_begun = end - pl_monitor_limit - 1U;
    pl_trace_value_locked(PL_EVENT_CONTROL, PL_CONTROL_STOPPED, end, pl_flash_u8(&config->id));
}

/* Runs the body. Returns when it has ended. */
static pl_tick_t run_to_end(const pl_task_config_t *config)
{
    void (*body)(void) = pl_flash_pointer(void (*)(void), &config->body);
    bool stopped = false;
    if (pl_flash_u8(&config->exhaustion) == PL_EXHAUSTION_STOP) {
        stopped = pl_port_call(run_body, body);
    } else {
        run_body(body);
    }
    pl_tick_t end = stopped ? pl_port_now() : returned_at;
    if (stopped) {
        end_stopped(config, end);
    } else {
        end_budget(end);
        pl_monitor_stops = false; /* it has ended by itself */
    }
    return end;
}

#else

/* Runs the body. Returns when it has ended. */
PL_INLINE static pl_tick_t run_to_end(const pl_task_config_t *config)
{
    run_body(pl_flash_pointer(void (*)(void), &config->body));
    end_budget(returned_at);
    return returned_at;
}

#endif

pl_tick_t pl_body_run(uint8_t id, const pl_task_config_t *config)
{
    begin_body(id, config);
    return run_to_end(config);
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_body_absent_t;

#endif
