/*
 * The program's interrupts: from a line's interrupt to the end of its bottom half.
 *
 * What a delivery takes is measured here, from its first instruction to its last: with what interrupts it, but without
 * the program's other interrupts. PL_LINE_OVERHEAD_TICKS stands for what lies outside of that.
 *
 * While a bottom half runs, the other lines of its server are masked with it: what it takes is not known yet.
 */
#include "interrupt.h"
#include "alarm.h"
#include "core.h"
#include "trace.h"

#if PL_INTERRUPT_COUNT > 0

/* Of an interrupt. */
#define OUT 1U  /* not to be delivered: there is no room for it, or the program does not want it */
#define BUSY 2U /* masked while a bottom half runs */
#define TOLD 4U /* telemetry says that it is masked */

/*
 * Time that deliveries have certainly taken since the start: a lower bound, because a delivery does
 * not pay for the deliveries that interrupt it. Wraps.
 */
static pl_tick_t taken;

/* Bottom halves that run, one within another. */
static uint8_t bottoms;

static uint8_t flags[PL_INTERRUPT_COUNT];
static bool attached;
static bool off;

uint8_t pl_interrupt_server(uint8_t position)
{
    return pl_flash_u8(&pl_interrupts[position].server);
}

static void apply(uint8_t position)
{
    pl_port_line_mask(pl_flash_u8(&pl_interrupts[position].line), (flags[position] & (OUT | BUSY)) != 0);
}

static void tell_mask(uint8_t position, bool masked, pl_tick_t at)
{
    uint8_t id = pl_flash_u8(&pl_interrupts[position].id);
    if (masked && pl_trace_admit_mask(at)) {
        flags[position] |= TOLD;
        pl_trace_value_locked(PL_EVENT_INTERRUPT_MASK, id, at, 1);
    } else if (!masked && (flags[position] & TOLD) != 0) {
        flags[position] &= (uint8_t)~TOLD;
        pl_trace_value_locked(PL_EVENT_INTERRUPT_MASK, id, at, 0);
    }
}

void pl_interrupt_decide(uint8_t position, bool room, pl_tick_t at)
{
    bool out = off || !room;
    if (out != ((flags[position] & OUT) != 0)) {
        flags[position] ^= OUT;
        tell_mask(position, out, at);
        apply(position);
    }
}

/* Decides for all, by server or alone. */
static void decide_all(pl_tick_t now)
{
    for (uint8_t i = 0; i != PL_INTERRUPT_COUNT; i++) {
        if (pl_interrupt_server(i) == PL_NO_SERVER) {
            pl_interrupt_decide(i, true, now);
        }
    }
#if PL_IO_SERVER_COUNT > 0
    for (uint8_t i = 0; i != PL_IO_SERVER_COUNT; i++) {
        pl_io_settle(i, now);
    }
    pl_alarm_set();
#endif
}

void pl_interrupt_begin(void)
{
    pl_tick_t now = pl_port_now();
    for (uint8_t i = 0; i != PL_INTERRUPT_COUNT; i++) {
        const pl_interrupt_config_t *config = &pl_interrupts[i];
        flags[i] = OUT;
        pl_port_line_attach(pl_flash_u8(&config->line), pl_flash_u8(&config->mode), i);
    }
#if PL_IO_SERVER_COUNT > 0
    pl_io_begin(now);
#endif
    attached = true;
    decide_all(now);
    for (uint8_t i = 0; i != PL_INTERRUPT_COUNT; i++) {
        if ((flags[i] & OUT) != 0) {
            tell_mask(i, true, now);
        }
    }
}

static void switch_all(bool to_off)
{
    pl_irq_t state = pl_port_lock();
    off = to_off;
    if (attached) {
        decide_all(pl_port_now());
    }
    pl_port_unlock(state);
}

void pl_interrupts_off(void)
{
    switch_all(true);
}

void pl_interrupts_on(void)
{
    switch_all(false);
}

/* Masks the interrupts that share the one's server, or it alone if it has none. */
static void set_busy(uint8_t position, bool busy)
{
    uint8_t server = pl_interrupt_server(position);
    for (uint8_t i = 0; i != PL_INTERRUPT_COUNT; i++) {
        if (i == position || (server != PL_NO_SERVER && pl_interrupt_server(i) == server)) {
            flags[i] = (uint8_t)(busy ? flags[i] | BUSY : flags[i] & (uint8_t)~BUSY);
            apply(i);
        }
    }
#if PL_IO_SERVER_COUNT > 0
    if (server != PL_NO_SERVER) {
        pl_io_busy(server, busy);
    }
#endif
}

/* Runs the bottom half with other interrupts let through. */
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

/* Taken off what deliveries within this one have taken, it is added to this one's. */
bool pl_interrupt_text(pl_tick_t cost)
{
    if (bottoms == 0) {
        return false;
    }
    taken -= cost;
    return true;
}

/* What the timer has reached before is told of before, with its own time. */
static void tell(uint8_t kind, uint8_t position, pl_tick_t at)
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
#else
    pl_tick_t pause = pl_begun + pl_port_stolen() - start;
#endif
#if PL_IO_SERVER_COUNT > 0
    uint8_t server = pl_interrupt_server(position);
    if (server != PL_NO_SERVER) {
        pl_io_use(server, start);
    }
#endif
    bool told = pl_trace_admit_interrupt(start);
    if (told) {
        tell(PL_EVENT_INTERRUPT_ENTER, position, start);
    }
    serve(position);
    if (told) {
        tell(PL_EVENT_INTERRUPT_EXIT, position, pl_port_now());
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

/* ISO C wants a declaration in every file. */
typedef int pl_interrupt_absent_t;

#endif
