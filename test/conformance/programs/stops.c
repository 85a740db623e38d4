/*
 * A task that never returns and is stopped at the end of its budget: 5 ms in each period of 20 ms.
 * RUNAWAY is its position. The other tasks need 3 and 6 ms in each period, and lose nothing else.
 *
 * With resources it holds the one that the others use when it is stopped: at the end of its budget, or
 * with SECTION_US after that part of it, which is the declared length of its section. It writes to two
 * channels in an endless loop, so it is also stopped in the middle of writes. Their reader gets only
 * whole items, and those of the ring buffer without a gap.
 *
 * With PL_USES_JOB_TIME the time of its own that it took is checked.
 */
#include "conform.h"
#include "polyloop/channel.h"
#if PL_USES_RESOURCES
#include "polyloop/resource.h"
#endif

CONFORM_METADATA

#define PERIODS 50U
#define BUDGET_US 5000U
#define WORDS 6U

typedef struct {
    uint16_t words[WORDS];
} item_t;

PL_FOUR_SLOT(newest, item_t, 0);
PL_RING_BUFFER(all, uint16_t, 4, 1);

/* The job may take so much more than its limit: less than the stop that the records of boards charge. */
#define LATE_US 145U

#if PL_USES_RESOURCES
PL_RESOURCE(shared, 0, 0);
#define LOCK() pl_resource_lock_for(&shared, US(6000))
#define UNLOCK() pl_resource_unlock(&shared)
#else
#define LOCK() ((void)0)
#define UNLOCK() ((void)0)
#endif

static volatile uint16_t starts;
static volatile uint16_t handled;
static uint16_t number;

#ifdef SECTION_US
#define HOLD() pl_resource_lock_for(&shared, US(SECTION_US))
#define LIMIT_US SECTION_US
#else
#define HOLD() LOCK()
#define LIMIT_US BUDGET_US
#endif

#if PL_USES_JOB_TIME

/* The last time that the job saw. One of two readings is whole, wherever the job is stopped. */
static volatile uint32_t seen[2];
static volatile uint8_t last;
static uint32_t held_at;

static void enter(void)
{
#ifdef SECTION_US
    held_at = pl_job_micros();
#endif
}

static void look(void)
{
    uint8_t other = (uint8_t)(1U - last);
    seen[other] = pl_job_micros() - held_at;
    last = other;
}

static void check_time(void)
{
    if (starts > 1U) {
        CHECK(seen[last] <= LIMIT_US + LATE_US);
        CHECK(seen[last] + 1000U >= LIMIT_US);
    }
}

#else
#define enter() ((void)0)
#define look() ((void)0)
#define check_time() ((void)0)
#endif

static void runaway(void)
{
    check_time();
    starts++;
    HOLD();
    enter();
    for (;;) {
        look();
        item_t item;
        for (uint8_t i = 0; i != WORDS; i++) {
            item.words[i] = number;
        }
        pl_four_slot_write(&newest, &item);
        if (pl_ring_buffer_write(&all, &number)) {
            number++;
        }
        look();
        conform_consume(50);
    }
}

#if PL_USES_BUDGET_HANDLER
static void used_up(void)
{
    handled++;
    CHECK(handled == starts);
}
#endif

/* The number of a written item may be that of the write before it, which was stopped before it counted. */
static void read_all(void)
{
    static uint16_t next;
    uint16_t read = 0;
    while (pl_ring_buffer_read(&all, &read)) {
        CHECK(read == next || (uint16_t)(read + 1U) == next);
        next = (uint16_t)(read + 1U);
    }
}

static void read_newest(void)
{
    item_t item;
    if (pl_four_slot_read(&newest, &item)) {
        for (uint8_t i = 1; i != WORDS; i++) {
            CHECK(item.words[i] == item.words[0]);
        }
    }
}

static void short_job(void)
{
    LOCK();
    read_newest();
    read_all();
    UNLOCK();
    conform_consume(3000);
}

static void long_job(void)
{
    static uint16_t jobs;
    LOCK();
    conform_consume(100);
    UNLOCK();
    conform_consume(5900);
    jobs++;
    if (jobs <= PERIODS) {
        return;
    }
    CHECK(starts >= PERIODS);
    pl_task_counters_t counters = pl_task_counters(RUNAWAY);
    /* The last job may be under way below this one. */
    CHECK(counters.budget_overruns >= starts - 1U && counters.budget_overruns <= starts);
    CHECK(counters.deadline_misses == 0);
    CHECK(counters.dropped_releases == 0);
#if PL_USES_BUDGET_HANDLER
    CHECK(handled == counters.budget_overruns);
#else
    CHECK(handled == 0);
#endif
    for (uint8_t i = 0; i != PL_TASK_COUNT; i++) {
        if (i != RUNAWAY) {
            CHECK(pl_task_counters(i).deadline_misses == 0);
            CHECK(pl_task_counters(i).budget_overruns == 0);
            CHECK(pl_task_counters(i).dropped_releases == 0);
        }
    }
    conform_pass();
}

#if PL_USES_BUDGET_HANDLER
#define HANDLER , .budget_handler = used_up
#else
#define HANDLER
#endif
#define STOPPED(position)                                                                                              \
    {                                                                                                                  \
        ROW(runaway, PL_PERIODIC, US(20000), 0, US(20000), US(BUDGET_US), position),                                   \
            .exhaustion = PL_EXHAUSTION_STOP HANDLER                                                                   \
    }
/* The runaway, both others and the runtime's overhead fit into the deadlines, but no more of the runaway does. */
#define SHORT(position) TASK(short_job, PL_PERIODIC, 20000, 700, 15000, 4000, position)
#define LONG(position) TASK(long_job, PL_PERIODIC, 20000, 1300, 19000, 7500, position)

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
#if RUNAWAY == 0
    STOPPED(0), SHORT(1), LONG(2),
#elif RUNAWAY == 1
    SHORT(0), STOPPED(1), LONG(2),
#else
    SHORT(0), LONG(1), STOPPED(2),
#endif
};
