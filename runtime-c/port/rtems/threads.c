/*
 * RTEMS: the threads of polyloop/port.h as tasks of the Classic API, on storage of the program. Waiting and waking use
 * events, levels are priorities, and level 0 is suspension.
 *
 * The kernel must not switch while the program's lock masks interrupts. So a wake that a locked task requests is
 * delivered when it unlocks. In an interrupt the kernel switches at its end only, and the wake is delivered at once.
 */
#include <string.h>

#include <rtems.h>
#include <rtems/bspIo.h>
#include <rtems/score/thread.h>
#include <rtems/score/threaddispatch.h>

#include "polyloop/port.h"
#include "polyloop_rtems_config.h"

#if PL_CORES == 1

/* All threads, including the manager. */
#define THREADS (PL_TASK_COUNT + 1U)
#define WAKE RTEMS_EVENT_0
/* The value of unused stack. */
#define UNUSED 0xA5U

/* Calls main(), which does not return. */
int main(void);

static rtems_id ids[THREADS];
/* The kernel numbers tasks in the order of their creation. The task that starts the program is before them. */
static uint16_t first_index;
static bool begun;

/* Tasks that wait for a wake, one bit each. The manager is the first to be woken. */
static uint32_t waiting;
static bool manager_waits;
volatile bool pl_kernel_wakes;

static rtems_task_priority priority_of(uint8_t level)
{
    return PL_RTEMS_LOWEST - level;
}

/* ---- start ---- */

static void run(rtems_task_argument thread)
{
    if (thread == PL_THREAD_MANAGER) {
        pl_manager_main();
    }
    pl_thread_main((uint8_t)thread);
}

static rtems_status_code make(uint8_t thread)
{
    const pl_stack_t *stack = &pl_stacks[thread];
    size_t bytes = stack->units * sizeof(pl_stack_unit_t);
    const rtems_task_config config = {
        .name = rtems_build_name('P', 'L', (char)('0' + thread / 10U), (char)('0' + thread % 10U)),
        .initial_priority = priority_of(thread == PL_THREAD_MANAGER ? PL_LEVEL_MANAGER : PL_LEVEL_BACKGROUND),
        .storage_area = stack->base,
        .storage_size = bytes,
        .maximum_thread_local_storage_size = PL_RTEMS_TLS_BYTES,
        .initial_modes = RTEMS_PREEMPT | RTEMS_TIMESLICE,
        .attributes = RTEMS_DEFAULT_ATTRIBUTES,
    };
    (void)memset(stack->base, (int)UNUSED, bytes);
    return rtems_task_construct(&config, &ids[thread]);
}

static void must(rtems_status_code status, uint8_t thread)
{
    if (status != RTEMS_SUCCESSFUL) {
        rtems_panic("Polyloop: thread %u: %s", thread, rtems_status_text(status));
    }
}

/* Called by the most urgent task, which ends itself. */
void pl_port_threads_start(void)
{
    for (uint8_t thread = 0; thread != THREADS; thread++) {
        must(make(thread), thread);
    }
    first_index = rtems_object_id_get_index(ids[0]);
    begun = true;
    for (uint8_t thread = 0; thread != THREADS; thread++) {
        must(rtems_task_start(ids[thread], run, thread), thread);
    }
    rtems_task_exit();
}

/* Named in the configuration. */
void Init(rtems_task_argument unused)
{
    (void)unused;
    (void)main();
}

/* ---- waiting and waking ---- */

void pl_port_thread_wait(void)
{
    rtems_event_set events;
    (void)rtems_event_receive(WAKE, RTEMS_WAIT | RTEMS_EVENT_ANY, RTEMS_NO_TIMEOUT, &events);
}

void pl_port_thread_wake(uint8_t thread)
{
    if (pl_kernel_in_interrupt()) {
        (void)rtems_event_send(ids[thread], WAKE);
        return;
    }
    if (thread == PL_THREAD_MANAGER) {
        manager_waits = true;
    } else {
        waiting |= UINT32_C(1) << thread;
    }
    pl_kernel_wakes = true;
}

/* The next thread to wake, the most urgent one first; PL_THREAD_NONE: there is none. */
static uint8_t take(void)
{
    uint8_t thread = PL_THREAD_NONE;
    rtems_interrupt_level level;
    rtems_interrupt_local_disable(level);
    if (manager_waits) {
        manager_waits = false;
        thread = PL_THREAD_MANAGER;
    } else if (waiting != 0) {
        thread = (uint8_t)__builtin_ctz(waiting);
        waiting &= waiting - 1U;
    }
    pl_kernel_wakes = manager_waits || waiting != 0;
    rtems_interrupt_local_enable(level);
    return thread;
}

/*
 * Wakes the next thread. The kernel must not switch between the two steps: an interrupt could wake another thread
 * there, and the one that was taken would wait until this thread continues.
 */
static bool deliver_next(void)
{
    Per_CPU_Control *processor = _Thread_Dispatch_disable();
    uint8_t thread = take();
    if (thread != PL_THREAD_NONE) {
        (void)rtems_event_send(ids[thread], WAKE);
    }
    _Thread_Dispatch_enable(processor);
    return thread != PL_THREAD_NONE;
}

/*
 * Wakes one thread at a time: the first wake may switch to a thread that is more urgent, and what is left is then
 * delivered by that thread's next unlock.
 */
void pl_kernel_deliver(void)
{
    while (deliver_next()) {
    }
}

void pl_port_reschedule(void)
{
    if (pl_kernel_wakes) {
        pl_kernel_deliver();
    }
}

/* ---- levels and stacks ---- */

void pl_port_thread_level(uint8_t thread, uint8_t level)
{
    rtems_task_priority before;
    if (level == PL_LEVEL_NONE) {
        (void)rtems_task_suspend(ids[thread]);
        return;
    }
    (void)rtems_task_set_priority(ids[thread], priority_of(level), &before);
    (void)rtems_task_resume(ids[thread]);
}

uint32_t pl_stack_unused(uint8_t thread)
{
    const uint8_t *from = (const uint8_t *)pl_stacks[thread].base;
    const uint8_t *end = from + pl_stacks[thread].units * sizeof(pl_stack_unit_t);
    const uint8_t *at = from;
    while (at != end && *at == UNUSED) {
        at++;
    }
    return (uint32_t)(at - from);
}

/* ---- switches ---- */

/* The number of a task in pl_tasks[]; PL_THREAD_NONE: one of the kernel's own, as the idle thread. */
static uint8_t number_of(const rtems_tcb *task)
{
    rtems_id id = task->Object.id;
    uint16_t number = (uint16_t)(rtems_object_id_get_index(id) - first_index);
    bool own = rtems_object_id_get_api(id) == OBJECTS_CLASSIC_API && number < THREADS;
    return own ? (uint8_t)number : PL_THREAD_NONE;
}

/*
 * The memory beside a stack that has overflowed is overwritten, so nothing that followed could be trusted. A fatal
 * error writes to the console and ends the program.
 */
static void check_stack(uint8_t thread)
{
    if (thread != PL_THREAD_NONE && *(const uint8_t *)pl_stacks[thread].base != UNUSED) {
        rtems_panic("Stack overflow in thread %u", thread);
    }
}

void pl_rtems_switched(rtems_tcb *from, rtems_tcb *to)
{
    if (begun) {
        pl_irq_t state = pl_port_lock();
        check_stack(number_of(from));
        pl_thread_switched(number_of(to));
        pl_port_unlock(state);
    }
}

void *pl_rtems_idle(uintptr_t unused)
{
    (void)unused;
    for (;;) {
        if (begun) {
            pl_thread_idle();
        }
    }
}

#else

/* ISO C requires a declaration in every translation unit. */
typedef int pl_threads_absent_t;

#endif
