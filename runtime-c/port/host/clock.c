/*
 * Host: time, alarm and interrupts. POSIX clocks (also in MinGW).
 *
 * There is one operating-system thread. An interrupt is a call at a point where the clock is read
 * or moved and nothing is locked: in virtual time at its exact time, in real time at the next read.
 * In both cases releases carry their exact times.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel.h"
#include "lines.h"
#include "pl_host.h"
#include "polyloop/port.h"
#include "sink.h"

#define TICKS_PER_US (PL_TICK_HZ / 1000000U)
#define BEAT_TICKS (UINT64_C(32768) * TICKS_PER_US)
#define NEVER UINT64_MAX
/*
 * Reads of an unmoved virtual clock before each further read costs a tick, so that a program that
 * only waits makes progress.
 */
#define LOOKS_FOR_FREE 1000U

static bool real;
static uint8_t locked;
static bool beating;
static uint64_t clock_ticks; /* virtual time; its low 32 bits are the timer */
static uint64_t start_ticks; /* of pl_start() */
static uint64_t alarm_ticks = NEVER;
static uint64_t beat_ticks = NEVER;
static uint64_t end_ticks = NEVER;
static uint64_t interrupt_ticks = NEVER;
static void (*interrupt)(void);
static uint32_t looks;
#if PL_PREEMPTIVE
uint32_t pl_host_work_ticks;
static uint64_t steal_ticks = NEVER;
static uint32_t steal_every;
static uint32_t steal;
static uint32_t stolen; /* not reported yet */
#endif
static struct timespec real_start;

static uint64_t elapsed_real_ticks(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t ns = (int64_t)(now.tv_sec - real_start.tv_sec) * 1000000000 + (now.tv_nsec - real_start.tv_nsec);
    return (uint64_t)ns * (PL_TICK_HZ / 1000000U) / 1000U;
}

#if PL_PREEMPTIVE

static bool works(void)
{
    return locked != 0 && pl_host_work_ticks != 0;
}

static uint32_t work_ticks(void)
{
    return pl_host_work_ticks;
}

static uint64_t steal_next(void)
{
    return steal_ticks;
}

static void serve_steal(void)
{
    if (steal_ticks <= clock_ticks) {
        steal_ticks += steal_every;
        clock_ticks += steal;
        stolen += steal;
    }
}

void pl_host_work(uint32_t work, uint32_t every_us, uint32_t takes)
{
    pl_host_work_ticks = work;
    steal_every = every_us * TICKS_PER_US;
    steal = takes;
    steal_ticks = every_us == 0 ? NEVER : clock_ticks + steal_every;
}

pl_tick_t pl_port_stolen(void)
{
    pl_tick_t read = stolen;
    stolen = 0;
    return read;
}

void pl_host_take(uint32_t takes)
{
    clock_ticks += takes;
    stolen += takes;
}

#else

static bool works(void)
{
    return false;
}

static uint32_t work_ticks(void)
{
    return 0;
}

static uint64_t steal_next(void)
{
    return NEVER;
}

static void serve_steal(void)
{
}

void pl_host_take(uint32_t takes)
{
    (void)takes;
}

pl_tick_t pl_port_stolen(void)
{
    return 0;
}

#endif

static void look(void)
{
    if (real) {
        clock_ticks = start_ticks + elapsed_real_ticks();
    } else if (works()) {
        clock_ticks += work_ticks();
    } else if (looks < LOOKS_FOR_FREE) {
        looks++;
    } else {
        clock_ticks++;
    }
}

/* At the end of an interrupt: the jobs that preempt. */
static void serve_wanted(void)
{
#if PL_ONE_STACK
    pl_preempt_pended();
#endif
}

/* Calls the due handlers. Not reentrant: they run locked, except for the beat. */
static void serve_due(void)
{
    serve_steal();
    if (alarm_ticks <= clock_ticks) {
        locked = 1;
        alarm_ticks = NEVER;
        pl_alarm_due();
        locked = 0;
    }
    if (interrupt_ticks <= clock_ticks) {
        locked = 1;
        interrupt_ticks = NEVER;
        interrupt();
        serve_wanted();
        locked = 0;
    }
    if (pl_host_line_next(clock_ticks, start_ticks) <= clock_ticks) {
        locked = 1;
        pl_host_line_serve(clock_ticks, start_ticks);
        locked = 0;
    }
    if (beat_ticks <= clock_ticks) {
        beat_ticks += BEAT_TICKS;
        beating = true;
        pl_host_beat();
        beating = false;
    }
    if (end_ticks <= clock_ticks) {
        end_ticks = NEVER;
        pl_host_exit(EXIT_SUCCESS);
    }
}

/* An interrupt and, with threads, the switch that it may have requested. Only the beat must complete first. */
static void serve(void)
{
    if (locked == 0) {
        serve_due();
        if (!beating && !pl_host_line_serving()) {
            pl_host_kernel_switch(clock_ticks);
        }
    }
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* A time slice that ends during a bottom half waits for its end: see serve(). */
static uint64_t next_ticks(void)
{
    uint64_t next = earlier(earlier(alarm_ticks, interrupt_ticks), earlier(beat_ticks, end_ticks));
    next = earlier(earlier(next, steal_next()), pl_host_line_next(clock_ticks, start_ticks));
    return pl_host_line_serving() ? next : earlier(next, pl_host_kernel_next());
}

/* Waits until real time reaches the next interrupt, or `to`. */
static void sleep_until(uint64_t to)
{
    uint64_t next = earlier(to, next_ticks());
    if (next > clock_ticks) {
        uint64_t ns = (next - clock_ticks) * 1000U / TICKS_PER_US;
        struct timespec pause = {(time_t)(ns / 1000000000U), (long)(ns % 1000000000U)};
        nanosleep(&pause, NULL);
    }
    look();
}

/* Moves virtual time to the next interrupt, or to `to`. */
static void jump(uint64_t to)
{
    looks = 0;
    uint64_t next = locked == 0 ? earlier(to, next_ticks()) : to;
    if (next > clock_ticks) {
        clock_ticks = next;
    }
}

/*
 * Advances time, stopping at each interrupt on the way. The time that interrupts and other threads
 * take at such a stop is not counted.
 */
static void pass_time(uint64_t ticks)
{
    if (real) {
        look();
    }
    while (ticks != 0) {
        uint64_t from = clock_ticks;
        if (real) {
            sleep_until(from + ticks);
        } else {
            jump(from + ticks);
        }
        uint64_t passed = clock_ticks - from;
        ticks -= passed < ticks ? passed : ticks;
        serve();
    }
}

pl_irq_t pl_port_lock(void)
{
    pl_irq_t state = locked;
    locked = 1;
    return state;
}

void pl_port_unlock(pl_irq_t state)
{
    locked = state;
    look();
    serve();
}

pl_tick_t pl_port_now(void)
{
    look();
    serve();
    return (pl_tick_t)clock_ticks;
}

bool pl_port_alarm(pl_tick_t when)
{
    pl_tick_t distance = when - (pl_tick_t)clock_ticks;
    if (distance == 0 || distance > PL_TICKS_MAX) {
        return false;
    }
    alarm_ticks = clock_ticks + distance;
    return true;
}

void pl_port_idle(void)
{
    locked = 0;
    uint64_t next = next_ticks();
    if (real) {
        sleep_until(next);
    } else if (next == NEVER) {
        pl_host_exit(EXIT_SUCCESS); /* no event can ever happen again */
    } else {
        jump(next);
    }
    serve();
}

static uint64_t environment_number(const char *name, uint64_t fallback)
{
    const char *text = getenv(name);
    return text == NULL ? fallback : strtoull(text, NULL, 10);
}

void pl_port_init(void)
{
    const char *clock_name = getenv("PL_HOST_CLOCK");
    real = clock_name != NULL && strcmp(clock_name, "real") == 0;
    clock_gettime(CLOCK_MONOTONIC, &real_start);
    start_ticks = environment_number("PL_HOST_START_TICKS", 0);
    clock_ticks = start_ticks;
    uint64_t run_us = environment_number("PL_HOST_RUN_US", 0);
    end_ticks = run_us == 0 ? NEVER : start_ticks + run_us * TICKS_PER_US;
    beat_ticks = pl_host_sink_open() ? start_ticks + BEAT_TICKS : NEVER;
}

void pl_host_consume(uint32_t us)
{
    pass_time((uint64_t)us * TICKS_PER_US);
}

uint64_t pl_host_time_us(void)
{
    look();
    return (clock_ticks - start_ticks) / TICKS_PER_US;
}

void pl_host_interrupt_at(uint64_t us, void (*handler)(void))
{
    interrupt = handler;
    interrupt_ticks = start_ticks + us * TICKS_PER_US;
}
