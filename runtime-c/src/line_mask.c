/* Which lines of the program's interrupts are masked. See line_mask.h. */
#include "line_mask.h"
#include "trace.h"

#if PL_INTERRUPT_COUNT > 0

/* Flags of an interrupt. */
#define OUT 1U      /* masked: no room in its server, or the program has turned interrupts off */
#define BUSY 2U     /* masked while a bottom half runs */
#define RECORDED 4U /* telemetry has recorded that it is masked */

static uint8_t flags[PL_INTERRUPT_COUNT];
static bool is_off;

uint8_t pl_line_server(uint8_t position)
{
    return pl_flash_u8(&pl_interrupts[position].server);
}

static void apply(uint8_t position)
{
    pl_port_line_mask(pl_flash_u8(&pl_interrupts[position].line), (flags[position] & (OUT | BUSY)) != 0);
}

static void record(uint8_t position, bool masked, pl_tick_t at)
{
    uint8_t id = pl_flash_u8(&pl_interrupts[position].id);
    if (masked && pl_trace_admit_mask(at)) {
        flags[position] |= RECORDED;
        pl_trace_value_locked(PL_EVENT_INTERRUPT_MASK, id, at, 1);
    } else if (!masked && (flags[position] & RECORDED) != 0) {
        flags[position] &= (uint8_t)~RECORDED;
        pl_trace_value_locked(PL_EVENT_INTERRUPT_MASK, id, at, 0);
    }
}

void pl_line_attach(uint8_t position)
{
    const pl_interrupt_config_t *config = &pl_interrupts[position];
    flags[position] = OUT;
    pl_port_line_attach(pl_flash_u8(&config->line), pl_flash_u8(&config->mode), position);
}

void pl_line_decide(uint8_t position, bool room, pl_tick_t at)
{
    bool out = is_off || !room;
    if (out != ((flags[position] & OUT) != 0)) {
        flags[position] ^= OUT;
        record(position, out, at);
        apply(position);
    }
}

void pl_line_turn_off(bool off)
{
    is_off = off;
}

void pl_line_busy(uint8_t position, bool busy)
{
    flags[position] = (uint8_t)(busy ? flags[position] | BUSY : flags[position] & (uint8_t)~BUSY);
    apply(position);
}

void pl_line_record(uint8_t position, pl_tick_t at)
{
    if ((flags[position] & OUT) != 0) {
        record(position, true, at);
    }
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_line_mask_absent_t;

#endif
