/*
 * Periodic tasks from an environment variable, so that one build runs many schedules; only on the
 * host. GIVEN_TASKS has one entry for each task, the most urgent first, with times in µs: period,
 * offset, deadline, budget (or PL_NONE), overrun policy, limit of releases in arrear, exhaustion
 * policy, SECTIONS critical sections. Then come the COSTS execution times of its jobs, in turn. A
 * section has its start in the job, its length (0: none), and the position of its ceiling.
 */
#include <stdlib.h>

#include "conform.h"
#include "pl_host.h"

METADATA_TABLE

#if PL_PREEMPTIVE
static pl_stack_unit_t stacks[PL_TASK_COUNT + 2][PL_STACK_UNITS(CONFORM_STACK_BYTES)];
pl_stack_t pl_stacks[PL_TASK_COUNT + 2] = {STACKS_OF(PL_TASK_COUNT)};
#endif

#define COSTS 4U
#define SECTIONS 3U
#define LIMIT_MAX 8U

typedef struct {
    uint32_t at;
    uint32_t length;
} section_t;

typedef struct {
    section_t sections[SECTIONS];
    uint32_t costs[COSTS];
    uint32_t jobs;
} course_t;

static course_t courses[PL_TASK_COUNT];
static pl_tick_t backlogs[PL_TASK_COUNT][LIMIT_MAX];
pl_task_config_t pl_tasks[PL_TASK_COUNT];

#if PL_USES_RESOURCES
#include "polyloop/resource.h"
static pl_resource_t resources[PL_TASK_COUNT][SECTIONS];
#endif

static void play(uint8_t task)
{
    course_t *course = &courses[task];
    uint32_t cost = course->costs[course->jobs % COSTS];
    course->jobs++;
    uint32_t done = 0;
#if PL_USES_RESOURCES
    for (uint8_t n = 0; n != SECTIONS && course->sections[n].length != 0; n++) {
        const section_t *section = &course->sections[n];
        pl_host_consume(section->at - done);
        pl_resource_lock(&resources[task][n]);
        pl_host_consume(section->length);
        pl_resource_unlock(&resources[task][n]);
        done = section->at + section->length;
    }
#endif
    pl_host_consume(cost - done);
}

#define BODY(n)                                                                                                        \
    static void body_##n(void)                                                                                         \
    {                                                                                                                  \
        play(n);                                                                                                       \
    }

BODY(0)
BODY(1)
BODY(2)
BODY(3)

static void (*const bodies[])(void) = {body_0, body_1, body_2, body_3};

static const char *text;

static uint32_t next(void)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    text = end;
    return (uint32_t)value;
}

static void read_section(uint8_t task, uint8_t n)
{
    courses[task].sections[n].at = next();
    courses[task].sections[n].length = next();
    uint32_t ceiling = next();
#if PL_USES_RESOURCES
    resources[task][n] = (pl_resource_t){(uint8_t)ceiling, 0, PL_RESOURCE_STATE};
#else
    (void)ceiling;
#endif
}

static void read_task(uint8_t i)
{
    pl_task_config_t *config = &pl_tasks[i];
    config->id = i;
    config->kind = PL_PERIODIC;
    config->body = bodies[i];
    config->backlog = backlogs[i];
    config->period = US(next());
    config->offset = US(next());
    config->deadline = US(next());
    uint32_t budget = next();
    config->budget = budget == PL_NONE ? PL_NONE : US(budget);
    config->overrun = (uint8_t)next();
    config->catch_up_limit = (uint8_t)next();
    uint32_t exhaustion = next();
#if PL_PREEMPTIVE
    config->exhaustion = (uint8_t)exhaustion;
#else
    (void)exhaustion;
#endif
    for (uint8_t n = 0; n != SECTIONS; n++) {
        read_section(i, n);
    }
    for (uint8_t job = 0; job != COSTS; job++) {
        courses[i].costs[job] = next();
    }
}

int main(void)
{
    text = getenv("GIVEN_TASKS");
    if (text == NULL) {
        return EXIT_FAILURE;
    }
    for (uint8_t i = 0; i != PL_TASK_COUNT; i++) {
        read_task(i);
    }
    pl_start();
    pl_run();
}
