/*
 * Quest: the loops of the Qduino sketch. Each loop is a thread on a VCPU of its own, which the kernel schedules by rate
 * and whose budget the kernel keeps. A loop releases its own jobs: it sleeps until start + offset + k * period.
 */
#include "pl_quest.h"
#include "record.h"
#include "state.h"

/* How often a loop looks whether all others have begun. */
#define LOOK_US UINT32_C(50000)
/* A longer period does not put the start off any further. */
#define LONGEST_WAIT_US UINT32_C(5000000)

/* The time from which all releases are counted. Constant once `begun` is set. */
static pl_tick_t start;
static volatile uint8_t begun;
/* Loops that have begun. */
static uint8_t ready;

static pl_tick_t now(void)
{
    return (pl_tick_t)pl_quest_clock();
}

pl_tick_t pl_quest_release(uint8_t task, uint32_t number)
{
    return start + pl_tasks[task].offset + number * pl_tasks[task].period;
}

static void sleep_until(pl_tick_t when)
{
    pl_tick_t left = when - now();
    while (left != 0 && left <= PL_TICKS_MAX) {
        pl_quest_sleep(left);
        left = when - now();
    }
}

/* ---- start ---- */

static pl_tick_t longest_period(void)
{
    pl_tick_t longest = 0;
    for (uint8_t i = 0; i != PL_TASK_COUNT; i++) {
        if (pl_tasks[i].kind != PL_BACKGROUND && pl_tasks[i].period > longest) {
            longest = pl_tasks[i].period;
        }
    }
    return longest < LONGEST_WAIT_US ? longest : LONGEST_WAIT_US;
}

/*
 * The last loop that begins sets the start. It waits for the longest period: what a loop needs to begin is replenished
 * by then, so the first job finds its whole budget.
 */
void pl_quest_await_start(void)
{
    if (__atomic_add_fetch(&ready, 1, __ATOMIC_SEQ_CST) == PL_QUEST_LOOPS) {
        start = now() + 2U * LOOK_US + longest_period();
        pl_port_store(&begun, 1);
    }
    while (pl_port_load(&begun) == 0) {
        pl_quest_sleep(LOOK_US);
    }
}

/* ---- the overrun policy ---- */

/* What a loop knows of its task's releases. */
typedef struct {
    uint32_t next; /* the number of the first release that is not decided yet */
    uint8_t first; /* the oldest kept release in the backlog, a ring */
    uint8_t kept;  /* how many releases are kept */
} releases_t;

/* Tasks that their overrun policy has stopped. Each loop writes its own. */
static volatile bool stopped[PL_TASK_COUNT];

static void keep(const pl_task_config_t *config, releases_t *releases)
{
    uint8_t place = (uint8_t)((releases->first + releases->kept) % config->catch_up_limit);
    config->backlog[place] = releases->next;
    releases->kept++;
}

/* Decides about the releases until `at`, during which a job was running. */
static void decide(uint8_t task, releases_t *releases, pl_tick_t at)
{
    const pl_task_config_t *config = &pl_tasks[task];
    while (pl_tick_reached(at, pl_quest_release(task, releases->next))) {
        if (config->overrun == PL_OVERRUN_CATCH_UP && releases->kept < config->catch_up_limit) {
            keep(config, releases);
        } else {
            pl_count(&pl_state[task].counters.dropped_releases);
            stopped[task] = stopped[task] || config->overrun == PL_OVERRUN_STOP;
        }
        releases->next++;
    }
}

/* The number of the job that follows at once, or PL_NO_RELEASE. */
static uint32_t following(uint8_t task, releases_t *releases)
{
    const pl_task_config_t *config = &pl_tasks[task];
    if (releases->kept == 0) {
        return PL_NO_RELEASE;
    }
    uint32_t number = config->backlog[releases->first];
    releases->first = (uint8_t)((releases->first + 1U) % config->catch_up_limit);
    releases->kept--;
    return number;
}

/* ---- jobs ---- */

static void check_deadline(uint8_t task, uint32_t number, pl_tick_t at)
{
    pl_tick_t deadline = pl_tasks[task].deadline;
    if (deadline != PL_NONE && at - pl_quest_release(task, number) > deadline) {
        pl_count(&pl_state[task].counters.deadline_misses);
    }
}

#if PL_TELEMETRY

static void begin_job(uint8_t task, uint32_t number)
{
    pl_record_start(task, number);
}

/* Returns the job that follows at once. It is decided at the recorded time, as the telemetry loop does. */
static uint32_t end_job(uint8_t task, uint32_t number, releases_t *releases)
{
    pl_tick_t at = pl_record_complete_begin(task);
    decide(task, releases, at);
    uint32_t next = following(task, releases);
    pl_record_complete_end(task, at, next);
    check_deadline(task, number, at);
    return next;
}

#else

static void begin_job(uint8_t task, uint32_t number)
{
    (void)task;
    (void)number;
}

static uint32_t end_job(uint8_t task, uint32_t number, releases_t *releases)
{
    pl_tick_t at = now();
    decide(task, releases, at);
    check_deadline(task, number, at);
    return following(task, releases);
}

#endif

/* The task has been stopped: its loop has nothing more to do. */
static void rest(void)
{
    for (;;) {
        pl_quest_sleep(LONGEST_WAIT_US);
    }
}

void pl_quest_loop(uint8_t task)
{
    releases_t releases = {0, 0, 0};
    pl_record_enroll(task);
    pl_quest_await_start();
    for (;;) {
        uint32_t number = releases.next;
        sleep_until(pl_quest_release(task, number));
        releases.next++;
        for (uint32_t next = number; next != PL_NO_RELEASE;) {
            number = next;
            begin_job(task, number);
            pl_tasks[task].body();
            next = end_job(task, number, &releases);
        }
        if (stopped[task]) {
            rest();
        }
    }
}

void pl_quest_background(void)
{
    pl_record_enroll(PL_TASK_COUNT - 1U);
    pl_quest_await_start();
    sleep_until(start);
    for (;;) {
        for (uint8_t i = 0; i != PL_TASK_COUNT; i++) {
            if (pl_tasks[i].kind == PL_BACKGROUND) {
                pl_tasks[i].body();
            }
        }
    }
}

/* ---- start ---- */

/* A delimiter of frames, which is no character, ends the messages that the kernel has written to the line. */
static void begin_line(void)
{
    static const uint8_t delimiter = 0;
    pl_quest_write(&delimiter, 1);
}

void pl_start(void)
{
    begin_line();
    pl_quest_clock_init();
    pl_record_enroll(PL_QUEUE_SETUP);
    pl_trace_boot();
#if PL_USES_SETUP
    for (uint8_t i = 0; i != PL_TASK_COUNT; i++) {
        if (pl_tasks[i].setup != 0) {
            pl_tasks[i].setup();
        }
    }
#endif
    pl_quest_hurry();
}

/* Qduino's main program starts the loops. */
void pl_run(void)
{
}

/* ---- what a body may call ---- */

pl_tick_t pl_now(void)
{
    return now();
}

pl_task_counters_t pl_task_counters(uint8_t task)
{
    return pl_state[task].counters;
}

bool pl_task_stopped(uint8_t task)
{
    return task < PL_TASK_COUNT && stopped[task];
}

bool pl_task_trigger(uint8_t task)
{
    (void)task;
    return false;
}
