/*
 * The program's interrupts: from the interrupt of a line to the end of its bottom half.
 *
 * The time of a delivery is measured from its first instruction to its last. It includes the
 * interrupts of the runtime that preempt it, but not the program's other interrupts.
 * PL_LINE_OVERHEAD_TICKS stands for the time before and after that.
 *
 * While a bottom half runs, all lines of its server are masked: how much of the budget it takes is
 * not known yet.
 */
#include "interrupt.h"
#include "account.h"
#include "alarm.h"
#include "io_server.h"
#include "line_mask.h"
#include "release.h"
#include "trace.h"

#if PL_INTERRUPT_COUNT > 0

/*
 * Time that deliveries have certainly taken since the start: a lower bound, because a delivery does
 * not pay for the deliveries that interrupt it. Wraps.
 */
static pl_tick_t taken;

/* Bottom halves that are running, each one interrupted by the next. */
static uint8_t bottoms;

static bool attached;

/* Masks or unmasks all lines. */
static void decide_all(pl_tick_t now)
{
    for (uint8_t i = 0; i != PL_INTERRUPT_COUNT; i++) {
        if (pl_line_server(i) == PL_NO_SERVER) {
            pl_line_decide(i, true, now);
        }
    }
#if PL_IO_SERVER_COUNT > 0
    for (uint8_t i = 0; i != PL_IO_SERVER_COUNT; i++) {
        pl_io_settle(i, now);
    }
#endif
}

void pl_interrupt_begin(void)
{
    pl_tick_t now = pl_port_now();
    for (uint8_t i = 0; i != PL_INTERRUPT_COUNT; i++) {
        pl_line_attach(i);
    }
#if PL_IO_SERVER_COUNT > 0
    pl_io_begin(now);
#endif
    attached = true;
    decide_all(now);
#if PL_IO_SERVER_COUNT > 0
    pl_alarm_set();
#endif
    for (uint8_t i = 0; i != PL_INTERRUPT_COUNT; i++) {
        pl_line_record(i, now);
    }
}

static void turn_all_off(bool off)
{
    pl_irq_t state = pl_port_lock();
    pl_line_turn_off(off);
    if (attached) {
        decide_all(pl_port_now());
#if PL_IO_SERVER_COUNT > 0
        pl_alarm_set_unpaid();
#endif
    }
    pl_port_unlock(state);
    pl_release_yield(state);
}

void pl_interrupts_off(void)
{
    turn_all_off(true);
}

void pl_interrupts_on(void)
{
    turn_all_off(false);
}

/*
 * While a bottom half runs: masks the lines of its interrupt's server, or its own line if there is
 * no server.
 */
static void set_busy(uint8_t position, bool busy)
{
    uint8_t server = pl_line_server(position);
    for (uint8_t i = 0; i != PL_INTERRUPT_COUNT; i++) {
        if (i == position || (server != PL_NO_SERVER && pl_line_server(i) == server)) {
            pl_line_busy(i, busy);
        }
    }
#if PL_IO_SERVER_COUNT > 0
    if (server != PL_NO_SERVER) {
        pl_io_busy(server, busy);
    }
#endif
}

/* Runs the bottom half. Other interrupts may preempt it. */
static void run_bottom(uint8_t position, void (*bottom)(void))
{
    set_busy(position, true);
    bottoms++;
    pl_irq_t state = pl_port_line_open();
    bottom();
    pl_port_line_close(state);
    bottoms--;
    set_busy(position, false);
}

/*
 * A delivery's time is what it measures less the increase of `taken`: subtracting here adds the
 * cost to it.
 */
bool pl_interrupt_text(pl_tick_t cost)
{
    if (bottoms == 0) {
        return false;
    }
    taken -= cost;
    return true;
}

/* Releases that are due already are recorded first, each with its own time. */
static void record(uint8_t kind, uint8_t position, pl_tick_t at)
{
    pl_alarm_set();
    pl_trace_locked(kind, pl_flash_u8(&pl_interrupts[position].id), at);
}

static void serve(uint8_t position)
{
    const pl_interrupt_config_t *config = &pl_interrupts[position];
    void (*bottom)(void) = pl_flash_pointer(void (*)(void), &config->bottom);
    if (bottom != 0) {
        run_bottom(position, bottom);
    }
    uint8_t handler = pl_flash_u8(&config->handler);
    if (handler != PL_NO_HANDLER) {
        (void)pl_task_trigger(handler);
    }
}

void pl_interrupt(uint8_t position)
{
    pl_tick_t start = pl_port_now();
    pl_tick_t before = taken;
#if PL_PREEMPTIVE
    pl_thread_pause(start);
#elif PL_ONE_STACK
    pl_tick_t pause = pl_body_pause_at(start);
#else
    pl_tick_t pause = pl_begun + pl_port_stolen() - start;
#endif
#if PL_IO_SERVER_COUNT > 0
    uint8_t server = pl_line_server(position);
    if (server != PL_NO_SERVER) {
        pl_io_use(server, start);
    }
#endif
    bool recorded = pl_trace_admit_interrupt(start);
    if (recorded) {
        record(PL_EVENT_INTERRUPT_ENTER, position, start);
    }
    serve(position);
    if (recorded) {
        record(PL_EVENT_INTERRUPT_EXIT, position, pl_port_now());
    }
    pl_tick_t end = pl_port_now();
    pl_tick_t span = end - start - (taken - before);
    taken += span + PL_LINE_LEAST_TICKS;
#if PL_IO_SERVER_COUNT > 0
    if (server != PL_NO_SERVER) {
        pl_io_charge(server, span + PL_LINE_OVERHEAD_TICKS, end);
    }
#endif
#if PL_PREEMPTIVE
    pl_thread_resume(pl_port_now());
#else
    pl_body_resume(pause);
#endif
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_interrupt_absent_t;

#endif
