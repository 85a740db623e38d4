/*
 * Tasks with jobs that take an exact time, in loops that do not read the clock. Their response times
 * are compared with the predicted bounds, and no budget may be exhausted. The configuration has the
 * rows: BODIES, of BODY(n, loops), ENDLESS(n), LOCKING() and SPINNING(), and ROWS, of PERIODIC(n,
 * period, deadline, budget). With END_JOBS the program ends after this many jobs of task 0, and
 * fails if a task of BEHAVED, a mask, was exhausted or late.
 *
 * With STORM_EVERY_US an interrupt comes with this period, on a budget of STORM_BUDGET in
 * STORM_PERIOD. Its bottom half takes STORM_LOOPS, and must run STORM_LEAST times.
 *
 * PRINTING(n, lines, loops) prints CHARACTERS before each of its loops.
 *
 * On the host, WORK_TICKS, STEAL_US and STEAL_TICKS simulate the overhead of the runtime: see
 * pl_host_work().
 */
#include "conform_spin.h"

#ifdef STORM_EVERY_US
#include "conform_line.h"
#endif

CONFORM_METADATA

#ifdef STORM_EVERY_US

static volatile uint32_t served;

static void storm_bottom(void) {
  spin(STORM_LOOPS);
  served++;
}

static void start(void) {
  start_clock();
  line_setup();
  line_arrivals(STORM_EVERY_US);
}

static void check_storm(void) { CHECK(served >= STORM_LEAST); }

const pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH = {
    {STORM_COST, storm_bottom, 0, PL_NO_HANDLER, LINE_TIMER, PL_RISING, 0},
};

const pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] PL_FLASH = {
    {STORM_BUDGET, STORM_PERIOD}};

#else

#define start start_clock

static void check_storm(void) {}

#endif

#ifdef END_JOBS

static void check(void) {
  for (uint8_t i = 0; i < PL_TASK_COUNT; i++) {
    if (((BEHAVED) >> i & 1U) != 0) {
      pl_task_counters_t counters = pl_task_counters(i);
      CHECK(counters.budget_overruns == 0);
      CHECK(counters.deadline_misses == 0);
    }
  }
  check_storm();
  conform_pass();
}

/* The last job takes longer than its budget. It must not be stopped before it has reported. */
static void finish(void) {
#if PL_USES_EXHAUSTION_STOP
  (void)pl_port_lock();
#endif
}

static void count_job(void) {
  static uint16_t jobs;
  jobs++;
  if (jobs == END_JOBS) {
    finish();
    check();
  }
}

#else

static void count_job(void) {}

#endif

/* PRINTS: each body prints eight characters. */
#if PRINTS && PL_TELEMETRY
static void print(void) { (void)pl_text("printed\n", 8); }
#else
static void print(void) {}
#endif

#define BODY(n, loops)                                                         \
  static void body_##n(void) {                                                 \
    print();                                                                   \
    spin(loops);                                                               \
    if ((n) == 0) {                                                            \
      count_job();                                                             \
    }                                                                          \
  }

#ifdef CHARACTERS
static const char line[] = "0123456789012345678901234567890123456789012345";

/* Lines of CHARACTERS, each followed by a loop. No line is cut, unless the task is stopped in between. */
#define PRINTING(n, lines, loops)                                              \
  static void body_##n(void) {                                                 \
    for (uint8_t i = 0; i < (lines); i++) {                                    \
      bool whole = pl_text(line, CHARACTERS) == CHARACTERS;                    \
      CHECK(whole || ((BEHAVED) & 1U) == 0);                                   \
      spin(loops);                                                             \
    }                                                                          \
    if ((n) == 0) {                                                            \
      count_job();                                                             \
    }                                                                          \
  }
#endif

#define ENDLESS(n)                                                             \
  static void body_##n(void) {                                                 \
    for (;;) {                                                                 \
      spin(1000U);                                                             \
    }                                                                          \
  }

#if PL_USES_RESOURCES
#include "polyloop/resource.h"

PL_RESOURCE(shared, 0, 0);

/* One section in each job. */
#define LOCKING(n, declared, inside, rest)                                     \
  static void body_##n(void) {                                                 \
    print();                                                                   \
    pl_resource_lock_for(&shared, declared);                                   \
    spin(inside);                                                              \
    pl_resource_unlock(&shared);                                               \
    spin(rest);                                                                \
    if ((n) == 0) {                                                            \
      count_job();                                                             \
    }                                                                          \
  }

/* One section after the other, without end. */
#define SPINNING(n, declared, inside)                                          \
  static void body_##n(void) {                                                 \
    for (;;) {                                                                 \
      pl_resource_lock_for(&shared, declared);                                 \
      spin(inside);                                                            \
      pl_resource_unlock(&shared);                                             \
    }                                                                          \
  }
#endif

#if PL_USES_EXHAUSTION_STOP
#define STOPPED , .exhaustion = PL_EXHAUSTION_STOP
#else
#define STOPPED
#endif
#define PERIODIC(n, period_, deadline_, budget_)                               \
  {                                                                            \
    ROW(body_##n, PL_PERIODIC, period_, 0, deadline_, budget_, n),             \
        .setup = (n) == 0 ? start : 0 STOPPED                                  \
  }

BODIES
const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {ROWS};
