/*
 * A task that never returns loses the processor at the end of its budget, LATE_MOST_US after it at the latest:
 * the board's record counts that. On one stack it is stopped, with threads it waits for its next budget.
 * A task below it then starts at once. Both the runaway's own time and the time until then are checked,
 * because an alarm that comes too early again and again takes time that no job pays for. Meanwhile
 * Arduino's clock interrupts the runaway, telemetry is sent, and with RUNAWAY 1 a more urgent task preempts
 * it.
 */
#include "conform_spin.h"
#include "polyloop/port.h"

CONFORM_METADATA

#define TRIAL_TURNS 1000U

#if PL_PREEMPTIVE
#define END PL_EXHAUSTION_WAIT
#define PERIODS 100U
#define PERIOD_US 20000U
#define BUDGET_US 5000U
/* The budget pays for its exhaustion and its replenishment. */
#define LEAST_US (BUDGET_US - BUDGET_US / 100U * (1U + conform_loss))
#else
#define END PL_EXHAUSTION_STOP
/* Often, because an interrupt must come in the last microseconds of the budget. */
#define PERIODS 500U
#define PERIOD_US 5000U
#define BUDGET_US 1500U
#define LEAST_US BUDGET_US
#endif

#define URGENT_US 100U
#define URGENT_PERIOD_US 2900U
/* Jobs of the more urgent task until the runaway ends. */
#define URGENT_JOBS (RUNAWAY * (BUDGET_US / URGENT_PERIOD_US + 2U))

static volatile uint32_t turns;
static volatile uint32_t limit;
static volatile pl_tick_t started;
/* The time of TRIAL_TURNS without interrupts. */
static pl_tick_t trial;

/* The same loop for the trial and for the runaway. */
PL_OUTLINE static void turn(void)
{
    while (turns != limit) {
        spin(50U);
        turns++;
    }
}

static void runaway(void)
{
    started = pl_now();
    turn();
    CHECK(false);
}

static void set_up(void)
{
    pl_irq_t state = pl_port_lock();
    pl_tick_t from = pl_port_now();
    limit = TRIAL_TURNS;
    turn();
    trial = pl_port_now() - from;
    turns = 0;
    limit = UINT32_MAX;
    pl_port_unlock(state);
    start_clock();
}

/*
 * The time since the runaway began to use its budget, and its own time in between, rounded down to turns.
 * With threads a credit for an interrupt may be longer than the interrupt, so the own time has no limit of
 * its own.
 */
static void check(void)
{
    static uint32_t before;
    pl_tick_t passed = pl_now() - started;
    uint32_t count = turns;
    uint32_t used = (count - before) * trial / TRIAL_TURNS;
    before = count;
#if PL_PREEMPTIVE
    started += US(PERIOD_US);
#else
    CHECK(used <= US(BUDGET_US + LATE_MOST_US));
#endif
    CHECK(used + 2U * (trial / TRIAL_TURNS + 1U) >= US(LEAST_US));
    CHECK(passed <= US(BUDGET_US + LATE_MOST_US + URGENT_JOBS * URGENT_US) + (1U + URGENT_JOBS) * conform_slack + 1U);
}

static void below(void)
{
    static uint16_t jobs;
    check();
    jobs++;
    if (jobs == PERIODS) {
        CHECK(pl_task_counters(RUNAWAY).budget_overruns == PERIODS);
        CHECK(pl_task_counters(RUNAWAY + 1U).deadline_misses == 0);
        conform_pass();
    }
}

#define SPINNING(position)                                                                                             \
    {                                                                                                                  \
        ROW(runaway, PL_PERIODIC, US(PERIOD_US), 0, US(PERIOD_US), US(BUDGET_US), position), .exhaustion = END,        \
            .setup = set_up                                                                                            \
    }
#define BELOW(position) TASK(below, PL_PERIODIC, PERIOD_US, 500, PERIOD_US, 1000, position)

#if RUNAWAY == 1
static void urgent(void)
{
    conform_consume(URGENT_US);
}
#endif

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
#if RUNAWAY == 0
    SPINNING(0), BELOW(1),
#else
    TASK(urgent, PL_PERIODIC, URGENT_PERIOD_US, 300, URGENT_PERIOD_US, 500, 0), SPINNING(1), BELOW(2),
#endif
};
