/*
 * Zephyr: the threads of polyloop/port.h. Waiting and waking use semaphores with one place, levels are
 * preemptive priorities, and level 0 is suspension.
 *
 * Zephyr's own idle thread never runs: below level 1 there is a thread of the runtime, which prepares
 * telemetry and then sleeps.
 */
#include <zephyr/kernel.h>

#include "polyloop/port.h"

/* The threads of the tasks and the manager, then the idle thread. */
#define IDLE (PL_TASK_COUNT + 1U)
#define THREADS (PL_TASK_COUNT + 2U)

/* A smaller number is more urgent. The manager has priority 0. */
#define IDLE_PRIORITY (CONFIG_NUM_PREEMPT_PRIORITIES - 1)
#define BACKGROUND_PRIORITY (IDLE_PRIORITY - PL_LEVEL_BACKGROUND)
/* Time slice of background threads. */
#define SLICE_MS 4

BUILD_ASSERT(IDLE_PRIORITY >= PL_LEVEL_MANAGER, "prj.conf: CONFIG_NUM_PREEMPT_PRIORITIES is too small for the tasks");
BUILD_ASSERT(CONFIG_MAIN_THREAD_PRIORITY < 0, "prj.conf: a thread of the tasks would interrupt main()");

static struct k_thread threads[THREADS];
static struct k_sem wakes[IDLE];

static int priority_of(uint8_t level)
{
    return level == PL_LEVEL_MANAGER ? 0 : IDLE_PRIORITY - (int)level;
}

static void run(void *number, void *unused, void *also_unused)
{
    uint8_t thread = (uint8_t)(uintptr_t)number;
    (void)unused;
    (void)also_unused;
    while (thread == IDLE) {
        pl_thread_idle();
    }
    if (thread == PL_THREAD_MANAGER) {
        pl_manager_main();
    }
    pl_thread_main(thread);
}

static void make(uint8_t thread, int priority)
{
    const pl_stack_t *stack = &pl_stacks[thread];
    size_t bytes = stack->units * sizeof(pl_stack_unit_t);
    void *number = (void *)(uintptr_t)thread;
    (void)k_thread_create(&threads[thread], (k_thread_stack_t *)stack->base, bytes, run, number, NULL, NULL, priority,
                          0, K_NO_WAIT);
}

/* main() is not preempted by the threads that it makes. The kernel does not let it end here. */
void pl_port_threads_start(void)
{
    k_sched_time_slice_set(SLICE_MS, BACKGROUND_PRIORITY);
    for (uint8_t thread = 0; thread != IDLE; thread++) {
        (void)k_sem_init(&wakes[thread], 0, 1);
        make(thread, priority_of(thread == PL_THREAD_MANAGER ? PL_LEVEL_MANAGER : PL_LEVEL_BACKGROUND));
    }
    make(IDLE, IDLE_PRIORITY);
    for (;;) {
        k_thread_suspend(k_current_get());
    }
}

static uint8_t current(void)
{
    return (uint8_t)(k_current_get() - threads);
}

void pl_port_thread_wait(void)
{
    (void)k_sem_take(&wakes[current()], K_FOREVER);
}

void pl_port_thread_wake(uint8_t thread)
{
    k_sem_give(&wakes[thread]);
}

/* Nothing switches while interrupts are locked, and the unlock does not switch either. */
void pl_port_reschedule(void)
{
    k_sched_lock();
    k_sched_unlock();
}

void pl_port_thread_level(uint8_t thread, uint8_t level)
{
    if (level == PL_LEVEL_NONE) {
        k_thread_suspend(&threads[thread]);
        return;
    }
    k_thread_priority_set(&threads[thread], priority_of(level));
    k_thread_resume(&threads[thread]);
}

uint32_t pl_stack_unused(uint8_t thread)
{
    size_t unused = 0;
    (void)k_thread_stack_space_get(&threads[thread], &unused);
    return (uint32_t)unused;
}

/* ---- switches ---- */

#ifdef CONFIG_CPU_CORTEX_M

#include <cmsis_core.h>

/*
 * The kernel enables interrupts before it reports the new thread. An interrupt in between would charge
 * its time to the old one, so the switch holds off all interrupts.
 */
static bool holds_off;

static void switch_begins(void)
{
    __disable_irq();
    holds_off = true;
}

static void switch_ends(void)
{
    if (holds_off) {
        holds_off = false;
        __enable_irq();
    }
}

#else

static void switch_begins(void)
{
}

static void switch_ends(void)
{
}

#endif

void sys_trace_thread_switched_out_user(void);
void sys_trace_thread_switched_in_user(void);

void sys_trace_thread_switched_out_user(void)
{
    switch_begins();
}

/* main(), which no task is, counts as the idle thread. */
void sys_trace_thread_switched_in_user(void)
{
    const struct k_thread *thread = k_current_get();
    pl_irq_t state = pl_port_lock();
    if (thread >= threads && thread < &threads[IDLE]) {
        pl_thread_switched((uint8_t)(thread - threads));
    } else if (thread == &threads[IDLE]) {
        pl_thread_switched(PL_THREAD_NONE);
    }
    pl_port_unlock(state);
    switch_ends();
}

/* ---- interrupts of Zephyr's drivers: no thread pays for them ---- */

void sys_trace_isr_enter_user(void);
void sys_trace_isr_exit_user(void);

void sys_trace_isr_enter_user(void)
{
    if (!PL_BOARD_IS_MEASURED()) {
        pl_irq_t state = pl_port_lock();
        pl_thread_pause(pl_port_now());
        pl_port_unlock(state);
    }
}

void sys_trace_isr_exit_user(void)
{
    if (!PL_BOARD_IS_MEASURED()) {
        pl_irq_t state = pl_port_lock();
        pl_thread_resume(pl_port_now());
        pl_port_unlock(state);
    }
}

/* All interrupts of drivers are measured. */
pl_tick_t pl_port_stolen(void)
{
    return 0;
}
