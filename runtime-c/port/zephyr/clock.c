/*
 * Zephyr: time, the alarm and the beat.
 *
 * Without a clock of the board's own, the kernel's cycle counter is the time and a kernel timer makes
 * the alarm. During the expiry function of a timer the kernel's count of ticks stands still, so the
 * time is always that of the cycle counter. Kernel ticks and ticks of the runtime are the same, and
 * both count from the start of the counter.
 */
#include <zephyr/kernel.h>

#include "pl_zephyr.h"
#include "polyloop/port.h"

#if !PL_BOARD_HAS_CLOCK

BUILD_ASSERT(CONFIG_SYS_CLOCK_TICKS_PER_SEC == PL_TICK_HZ, "prj.conf: a kernel tick is not a tick of the runtime");
BUILD_ASSERT(CONFIG_SYS_CLOCK_HW_CYCLES_PER_SEC % PL_TICK_HZ == 0, "A tick is not a whole number of cycles");

#define CYCLES_PER_TICK (CONFIG_SYS_CLOCK_HW_CYCLES_PER_SEC / PL_TICK_HZ)
/* The counter of cycles wraps later than this. */
#define FARTHEST_TICKS (PL_TICK_HZ * 16U)

static uint64_t ticks;   /* at the last reading */
static uint32_t counted; /* cycles that belong to them */

/* Locked. */
static uint64_t read(void)
{
    uint32_t passed = (k_cycle_get_32() - counted) / CYCLES_PER_TICK;
    counted += passed * CYCLES_PER_TICK;
    ticks += passed;
    return ticks;
}

static uint64_t now(void)
{
    pl_irq_t state = pl_port_lock();
    uint64_t time = read();
    pl_port_unlock(state);
    return time;
}

pl_tick_t pl_port_now(void)
{
    return (pl_tick_t)now();
}

static pl_tick_t alarm_at;
static void due(struct k_timer *timer);
static K_TIMER_DEFINE(alarm, due, NULL);

static bool arm(void)
{
    uint64_t time = read();
    pl_tick_t left = alarm_at - (pl_tick_t)time;
    if (pl_tick_reached((pl_tick_t)time, alarm_at)) {
        k_timer_stop(&alarm);
        return false;
    }
    k_ticks_t when = (k_ticks_t)(time + (left > FARTHEST_TICKS ? FARTHEST_TICKS : left));
    k_timer_start(&alarm, K_TIMEOUT_ABS_TICKS(when), K_NO_WAIT);
    return true;
}

static void due(struct k_timer *timer)
{
    pl_irq_t state = pl_port_lock();
    (void)timer;
    if (!arm()) {
        pl_alarm_due();
    }
    pl_port_unlock(state);
}

bool pl_port_alarm(pl_tick_t when)
{
    alarm_at = when;
    return arm();
}

pl_tick_t pl_zephyr_alarm_at(void)
{
    return alarm_at;
}

static uint64_t start;

uint64_t pl_zephyr_time(void)
{
    return now() - start;
}

void pl_zephyr_clock_init(void)
{
    start = now();
}

#endif

/* ---- the beat ---- */

#if PL_TELEMETRY

#define BEAT_MS 32

/*
 * The beat prepares frames, too, for programs whose jobs never end. It stops when the alarm is due,
 * because the alarm may wait for the interrupt of the kernel's timer.
 */
#define STEPS 8U

static bool is_due(void)
{
    pl_irq_t state = pl_port_lock();
    bool is = pl_tick_reached(pl_port_now(), pl_zephyr_alarm_at());
    pl_port_unlock(state);
    return is;
}

static void beat(struct k_timer *timer)
{
    pl_irq_t state = pl_port_lock();
    (void)timer;
    pl_thread_pause(pl_port_now());
    pl_trace_beat();
    pl_port_unlock(state);
    (void)pl_zephyr_time();
    for (uint8_t steps = STEPS; steps != 0 && !is_due() && pl_trace_service_step(); steps--) {
    }
    state = pl_port_lock();
    pl_thread_resume(pl_port_now());
    pl_port_unlock(state);
}

static K_TIMER_DEFINE(beats, beat, NULL);

static void beats_begin(void)
{
    k_timer_start(&beats, K_MSEC(BEAT_MS), K_MSEC(BEAT_MS));
}

#else

static void beats_begin(void)
{
}

#endif

void pl_port_init(void)
{
    pl_zephyr_clock_init();
    pl_zephyr_sink_init();
    beats_begin();
}

/*
 * An emulator with a clock that counts instructions moves time too far when the processor sleeps: QEMU
 * 7.2 skips the first alarm.
 */
void pl_port_idle(void)
{
#ifdef CONFIG_QEMU_TARGET
    pl_port_unlock(0);
#else
    k_cpu_atomic_idle(0);
#endif
}
