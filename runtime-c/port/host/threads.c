/*
 * Host: a small preemptive kernel, so that programs with threads run as one process, the same in
 * every run.
 *
 * A thread is a context of the C library with its stack in pl_stacks[]. Threads switch only where
 * the clock is read or moved and nothing is locked, like interrupts: see clock.c. Among equal
 * levels the kernel prefers another thread than the last one, so that no program can rely on
 * continuing.
 */
#define _XOPEN_SOURCE 700

#include "polyloop/port.h"

#if PL_PREEMPTIVE

#include <string.h>
#include <ucontext.h>

#include "kernel.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

/* The threads of the tasks and the manager, then the idle thread. */
#define IDLE (PL_TASK_COUNT + 1U)
#define THREADS (PL_TASK_COUNT + 2U)
/* Time slice of level 1: 1 ms. */
#define SLICE_TICKS (PL_TICK_HZ / 1000U)
#define STACK_FILL 0xA5

typedef struct {
    ucontext_t context;
    void *sanitizer; /* state of the address sanitizer while another thread runs */
    uint8_t level;
    bool waits;
    bool woken; /* before it waits */
} thread_t;

static thread_t threads[THREADS];
static uint8_t current = IDLE;
static bool running;
static uint64_t slice_end = UINT64_MAX;
/* The last thread of each level. */
static uint8_t last[PL_LEVEL_MANAGER + 1];

static void *base_of(uint8_t thread)
{
    return pl_stacks[thread].base;
}

static size_t size_of(uint8_t thread)
{
    return pl_stacks[thread].units * sizeof(pl_stack_unit_t);
}

/* ---- contexts ---- */

static void leave(void **kept, uint8_t to)
{
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_start_switch_fiber(kept, base_of(to), size_of(to));
#else
    (void)kept;
    (void)to;
#endif
}

static void enter(uint8_t thread)
{
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_finish_switch_fiber(threads[thread].sanitizer, NULL, NULL);
#else
    (void)thread;
#endif
}

static void tell(uint8_t thread)
{
    pl_irq_t state = pl_port_lock();
    pl_thread_switched(thread == IDLE ? PL_THREAD_NONE : thread);
    pl_port_unlock(state);
}

static void go_over(uint8_t to)
{
    uint8_t from = current;
    current = to;
    leave(&threads[from].sanitizer, to);
    swapcontext(&threads[from].context, &threads[to].context);
    enter(from);
}

static void run(void)
{
    enter(current);
    pl_port_unlock(0);
    if (current == PL_THREAD_MANAGER) {
        pl_manager_main();
    }
    while (current == IDLE) {
        pl_thread_idle();
    }
    pl_thread_main(current);
}

/* ---- selection ---- */

static uint8_t level_of(uint8_t thread)
{
    return threads[thread].waits ? PL_LEVEL_NONE : threads[thread].level;
}

static uint8_t highest_level(void)
{
    uint8_t level = PL_LEVEL_NONE;
    for (uint8_t thread = 0; thread < IDLE; thread++) {
        if (level_of(thread) > level) {
            level = level_of(thread);
        }
    }
    return level;
}

/* The most urgent thread; of equals, the first after the last one that ran; IDLE if none is ready. */
static uint8_t most_urgent(void)
{
    uint8_t level = highest_level();
    if (level == PL_LEVEL_NONE) {
        return IDLE;
    }
    uint8_t thread = last[level];
    do {
        thread = (uint8_t)(thread + 1U == IDLE ? 0 : thread + 1U);
    } while (level_of(thread) != level);
    return thread;
}

/* Equals do not preempt each other, except for the time slices of level 1. */
static bool stays(uint8_t next, uint64_t now)
{
    uint8_t level = level_of(current);
    if (current == IDLE || level == PL_LEVEL_NONE || level_of(next) > level) {
        return next == current;
    }
    return next == current || level != PL_LEVEL_BACKGROUND || now < slice_end;
}

void pl_host_kernel_switch(uint64_t now)
{
    for (uint8_t next = most_urgent(); running && !stays(next, now); next = most_urgent()) {
        last[level_of(next)] = next;
        slice_end = level_of(next) == PL_LEVEL_BACKGROUND ? now + SLICE_TICKS : UINT64_MAX;
        running = false;
        tell(next);
        running = true;
        go_over(next);
    }
    if (slice_end <= now) {
        slice_end = now + SLICE_TICKS; /* there is no other */
    }
}

uint64_t pl_host_kernel_next(void)
{
    return slice_end;
}

/* ---- functions of port.h ---- */

static void make(uint8_t thread)
{
    ucontext_t *context = &threads[thread].context;
    memset(base_of(thread), STACK_FILL, size_of(thread));
    getcontext(context);
    context->uc_stack.ss_sp = base_of(thread);
    context->uc_stack.ss_size = size_of(thread);
    context->uc_link = NULL;
    makecontext(context, run, 0);
    threads[thread].level = PL_LEVEL_BACKGROUND;
}

void pl_port_threads_start(void)
{
    (void)pl_port_lock();
    for (uint8_t thread = 0; thread < THREADS; thread++) {
        make(thread);
    }
    threads[PL_THREAD_MANAGER].level = PL_LEVEL_MANAGER;
    threads[IDLE].level = PL_LEVEL_NONE;
    current = PL_THREAD_MANAGER;
    pl_thread_switched(current);
    running = true;
    static ucontext_t start;
    leave(NULL, current);
    swapcontext(&start, &threads[current].context);
}

void pl_port_thread_wait(void)
{
    pl_irq_t state = pl_port_lock();
    threads[current].waits = !threads[current].woken;
    threads[current].woken = false;
    pl_port_unlock(state);
}

void pl_port_thread_wake(uint8_t thread)
{
    threads[thread].woken = !threads[thread].waits;
    threads[thread].waits = false;
}

void pl_port_reschedule(void)
{
}

void pl_port_thread_level(uint8_t thread, uint8_t level)
{
    pl_irq_t state = pl_port_lock();
    threads[thread].level = level;
    pl_port_unlock(state);
}

uint32_t pl_stack_unused(uint8_t thread)
{
    const uint8_t *byte = base_of(thread);
    uint32_t unused = 0;
    while (unused < size_of(thread) && byte[unused] == STACK_FILL) {
        unused++;
    }
    return unused;
}

#else

/* ISO C requires a declaration in every translation unit. */
typedef int pl_host_threads_absent_t;

#endif
