/*
 * RTEMS on several cores: the tasks of the program as tasks of the kernel, which releases them by its rate-monotonic
 * periods and schedules them by one of its schedulers for several cores. It replaces the runtime's own dispatcher, which
 * is made for one core.
 *
 * A period begins when its task first runs, an offset after the start. Each core records its own switches; one lock
 * orders the events of all of them. At each tick of the kernel the releases are recorded that fall on it, because the
 * kernel calls nothing when a period ends. Budgets are monitored: the kernel measures the execution time of a job.
 */
#include <rtems.h>
#include <rtems/bspIo.h>
#include <rtems/score/smpimpl.h>
#include <rtems/score/thread.h>

#include "polyloop/port.h"
#include "polyloop_rtems_config.h"

#if PL_CORES > 1

#include "job.h"
#include "trace.h"
#include "watch.h"

#define NOWHERE 255U

typedef struct {
    rtems_id id;
    rtems_id period;
    uint32_t released; /* ticks of the kernel: the last release */
    uint32_t oldest;   /* the same: the release of the oldest job */
    uint32_t jobs;     /* jobs that are released and not complete */
    uint32_t dropped;  /* releases that the overrun policy has dropped, and the kernel still has */
    bool begun;        /* the first period has begun */
    uint8_t where;     /* the core on which the telemetry has the job, or NOWHERE */
} smp_task_t;

static smp_task_t tasks[PL_TASK_COUNT];
static uint16_t first_index;
static bool begun;

/* Calls main(), which does not return. */
int main(void);

/* ---- recording; locked ---- */

static uint8_t self(void)
{
    return (uint8_t)_SMP_Get_current_processor();
}

/* Core 0 needs no value. */
static void record_on(uint8_t kind, uint8_t control, uint8_t task, uint8_t core)
{
    uint8_t id = pl_tasks[task].id;
    tasks[task].where = core;
    if (core == 0) {
        pl_trace_locked(kind, id, pl_port_now());
    } else {
        pl_trace_pair_locked(PL_EVENT_CONTROL, control, pl_port_now(), id, core);
    }
}

static void record_out(uint8_t task)
{
    if (tasks[task].where != NOWHERE) {
        tasks[task].where = NOWHERE;
        pl_trace_locked(PL_EVENT_SWITCH_OUT, pl_tasks[task].id, pl_port_now());
    }
}

static bool has_started(uint8_t task)
{
    return task < PL_TASK_COUNT && (pl_started & pl_bit(task)) != 0;
}

/* The number of a task in pl_tasks[]; PL_THREAD_NONE: one of the kernel's own, as an idle thread. */
static uint8_t number_of(const rtems_tcb *task)
{
    rtems_id id = task->Object.id;
    uint16_t number = (uint16_t)(rtems_object_id_get_index(id) - first_index);
    bool own = rtems_object_id_get_api(id) == OBJECTS_CLASSIC_API && number < PL_TASK_COUNT;
    return own ? (uint8_t)number : PL_THREAD_NONE;
}

/*
 * A core has switched to a task. The core from which the task comes may not have recorded its own switch yet: then the
 * task is recorded as switched out here.
 */
void pl_rtems_switched(rtems_tcb *from, rtems_tcb *to)
{
    if (!begun) {
        return;
    }
    pl_irq_t state = pl_port_lock();
    uint8_t core = self();
    uint8_t left = from == 0 ? PL_THREAD_NONE : number_of(from);
    uint8_t entered = number_of(to);
    if (has_started(left) && tasks[left].where == core) {
        record_out(left);
    }
    if (has_started(entered) && tasks[entered].where != core) {
        record_out(entered);
        record_on(PL_EVENT_SWITCH_IN, PL_CONTROL_SWITCH_IN_ON, entered, core);
    }
    pl_port_unlock(state);
}

void *pl_rtems_idle(uintptr_t unused)
{
    (void)unused;
    for (;;) {
        __asm__ __volatile__("wfi");
    }
}

/* ---- releases and deadlines, at each tick of the kernel; locked ---- */

static uint32_t kernel_ticks(pl_tick_t ticks)
{
    return (uint32_t)(ticks / PL_RTEMS_TICK_US);
}

/* A job that is not complete at its deadline. Of the jobs of a task only the oldest counts. */
static void check_deadline(uint8_t task, uint32_t now)
{
    const pl_task_config_t *config = &pl_tasks[task];
    if (config->deadline == PL_NONE || tasks[task].jobs == 0) {
        return;
    }
    if (now == tasks[task].oldest + kernel_ticks(config->deadline) + 1U) {
        pl_count(&pl_state[task].counters.deadline_misses);
        pl_trace_locked(PL_EVENT_DEADLINE_MISS, config->id, pl_port_now());
    }
}

/* The overrun policy decides about a release before the job before it is complete. */
static void release(uint8_t task)
{
    const pl_task_config_t *config = &pl_tasks[task];
    uint32_t kept = config->overrun == PL_OVERRUN_CATCH_UP ? config->catch_up_limit : 0U;
    tasks[task].released += kernel_ticks(config->period);
    if (tasks[task].jobs > kept) {
        tasks[task].dropped++;
        pl_count(&pl_state[task].counters.dropped_releases);
        (void)pl_trace_release_dropped_locked(config->id, 1, pl_port_now());
        return;
    }
    if (tasks[task].jobs == 0) {
        tasks[task].oldest = tasks[task].released;
    }
    tasks[task].jobs++;
    pl_trace_locked(PL_EVENT_RELEASE, config->id, pl_port_now());
}

void pl_rtems_ticked(void)
{
    pl_irq_t state = pl_port_lock();
    uint32_t now = rtems_clock_get_ticks_since_boot();
    for (uint8_t i = 0; i != PL_TASK_COUNT; i++) {
        if (!tasks[i].begun) {
            continue;
        }
        check_deadline(i, now);
        if (now - tasks[i].released >= kernel_ticks(pl_tasks[i].period)) {
            release(i);
        }
    }
    pl_port_unlock(state);
}

/* ---- tasks ---- */

static void must(rtems_status_code status, uint8_t task)
{
    if (status != RTEMS_SUCCESSFUL) {
        rtems_panic("Polyloop: task %u: %s", task, rtems_status_text(status));
    }
}

static void start_job(uint8_t task)
{
    pl_irq_t state = pl_port_lock();
    pl_started |= pl_bit(task);
    record_on(PL_EVENT_START, PL_CONTROL_START_ON, task, self());
    pl_port_unlock(state);
}

/* What the job has used of the processors, as the kernel has measured it. */
static pl_tick_t used(uint8_t task)
{
    rtems_rate_monotonic_period_status status;
    if (rtems_rate_monotonic_get_status(tasks[task].period, &status) != RTEMS_SUCCESSFUL) {
        return 0;
    }
    const struct timespec *time = &status.executed_since_last_period;
    return (pl_tick_t)((uint32_t)time->tv_sec * PL_TICK_HZ + (uint32_t)time->tv_nsec / (1000000000U / PL_TICK_HZ));
}

static void end_job(uint8_t task)
{
    const pl_task_config_t *config = &pl_tasks[task];
    bool exceeds = config->budget != PL_NONE && used(task) > config->budget;
    pl_irq_t state = pl_port_lock();
    if (exceeds) {
        pl_count(&pl_state[task].counters.budget_overruns);
        pl_trace_locked(PL_EVENT_BUDGET_EXHAUSTED, config->id, pl_port_now());
    }
    pl_started &= (pl_mask_t)~pl_bit(task);
    tasks[task].where = NOWHERE;
    tasks[task].jobs--;
    tasks[task].oldest += kernel_ticks(config->period);
    pl_trace_locked(PL_EVENT_COMPLETE, config->id, pl_port_now());
    pl_port_unlock(state);
}

/* The first job is released when the period begins, which is when the task runs. */
static void begin_period(uint8_t task)
{
    pl_irq_t state = pl_port_lock();
    tasks[task].released = rtems_clock_get_ticks_since_boot();
    tasks[task].oldest = tasks[task].released;
    tasks[task].jobs = 1;
    tasks[task].begun = true;
    pl_trace_locked(PL_EVENT_RELEASE, pl_tasks[task].id, pl_port_now());
    pl_port_unlock(state);
}

static bool is_dropped(uint8_t task)
{
    pl_irq_t state = pl_port_lock();
    bool dropped = tasks[task].dropped != 0;
    if (dropped) {
        tasks[task].dropped--;
    }
    pl_port_unlock(state);
    return dropped;
}

/* The kernel keeps every release that comes early, and returns at once for each of them. */
static void await_release(uint8_t task)
{
    do {
        (void)rtems_rate_monotonic_period(tasks[task].period, kernel_ticks(pl_tasks[task].period));
    } while (is_dropped(task));
}

static RTEMS_NO_RETURN void run_periodic(uint8_t task)
{
    const pl_task_config_t *config = &pl_tasks[task];
    if (kernel_ticks(config->offset) != 0) {
        (void)rtems_task_wake_after(kernel_ticks(config->offset));
    }
    (void)rtems_rate_monotonic_period(tasks[task].period, kernel_ticks(config->period));
    begin_period(task);
    for (;;) {
        start_job(task);
        config->body();
        end_job(task);
        await_release(task);
    }
}

static RTEMS_NO_RETURN void run_background(uint8_t task)
{
    for (;;) {
        pl_tasks[task].body();
    }
}

static void run(rtems_task_argument argument)
{
    uint8_t task = (uint8_t)argument;
    if (pl_tasks[task].kind == PL_BACKGROUND) {
        run_background(task);
    }
    must(rtems_rate_monotonic_create(rtems_build_name('P', 'L', 'P', 'D'), &tasks[task].period), task);
    run_periodic(task);
}

/* The order of the table is that of urgency. Background tasks have the priority above the idle threads'. */
static rtems_task_priority priority_of(uint8_t task)
{
    return pl_tasks[task].kind == PL_BACKGROUND ? PL_RTEMS_LOWEST - 1U : 2U + (rtems_task_priority)task;
}

static void place(uint8_t task)
{
    rtems_id scheduler;
    uint8_t cluster = pl_rtems_clusters[task];
    must(rtems_scheduler_ident_by_processor(cluster * PL_RTEMS_CLUSTER_CORES, &scheduler), task);
    must(rtems_task_set_scheduler(tasks[task].id, scheduler, priority_of(task)), task);
    cpu_set_t cores;
    CPU_ZERO(&cores);
    for (uint8_t core = 0; core != PL_CORES; core++) {
        if ((pl_rtems_affinities[task] >> core & 1U) != 0) {
            CPU_SET(core, &cores);
        }
    }
    must(rtems_task_set_affinity(tasks[task].id, sizeof cores, &cores), task);
}

static void make(uint8_t task)
{
    const pl_stack_t *stack = &pl_stacks[task];
    const rtems_task_config config = {
        .name = rtems_build_name('P', 'L', (char)('0' + task / 10U), (char)('0' + task % 10U)),
        .initial_priority = priority_of(task),
        .storage_area = stack->base,
        .storage_size = stack->units * sizeof(pl_stack_unit_t),
        .maximum_thread_local_storage_size = PL_RTEMS_TLS_BYTES,
        .initial_modes = RTEMS_PREEMPT | (pl_tasks[task].kind == PL_BACKGROUND ? RTEMS_TIMESLICE : RTEMS_NO_TIMESLICE),
        .attributes = RTEMS_DEFAULT_ATTRIBUTES,
    };
    tasks[task].where = NOWHERE;
    must(rtems_task_construct(&config, &tasks[task].id), task);
    place(task);
}

void pl_run(void)
{
    for (uint8_t i = 0; i != PL_TASK_COUNT; i++) {
        make(i);
    }
    first_index = rtems_object_id_get_index(tasks[0].id);
    begun = true;
    for (uint8_t i = 0; i != PL_TASK_COUNT; i++) {
        must(rtems_task_start(tasks[i].id, run, i), i);
    }
    rtems_task_exit();
}

void pl_start(void)
{
    pl_port_init();
    pl_trace_boot();
#if PL_USES_SETUP
    for (uint8_t i = 0; i < PL_TASK_COUNT; i++) {
        if (pl_tasks[i].setup != 0) {
            pl_tasks[i].setup();
        }
    }
#endif
}

#if PL_USES_JOB_TIME

#define TICKS_PER_US (PL_TICK_HZ / 1000000U)

static uint8_t current(void)
{
    return (uint8_t)(rtems_object_id_get_index(rtems_task_self()) - first_index);
}

uint32_t pl_job_micros(void)
{
    return used(current()) / TICKS_PER_US;
}

uint32_t pl_job_budget_left_micros(void)
{
    pl_tick_t budget = pl_tasks[current()].budget;
    if (budget == PL_NONE) {
        return UINT32_MAX;
    }
    pl_tick_t time = used(current());
    return time < budget ? (budget - time) / TICKS_PER_US : 0;
}

#endif

/* Named in the configuration. */
void Init(rtems_task_argument unused)
{
    (void)unused;
    (void)main();
}

#else

/* ISO C requires a declaration in every translation unit. */
typedef int pl_multicore_absent_t;

#endif
