/*
 * The budgets of interrupts.
 *
 * The lines of a server are let through while it has room for a bottom half of the dearest one. What the runtime takes
 * for a delivery, for masking the lines and for letting them through again is charged, too; for the last delivery that
 * there is room for it may be owed, and is then taken from what is to come. So whatever comes, in any period bottom
 * halves take no more than the budget, as far as their costs are true, and all that interrupts take is no more than the
 * budget and what the runtime takes for one delivery. A masked line takes nothing.
 *
 * Interrupts are short and many, and a server has few pieces. So the uses within a share of the period make one batch,
 * which comes back a period after the last of them: later than it might, never sooner.
 */
#include "alarm.h"
#include "core.h"
#include "interrupt.h"
#include "server.h"

#if PL_IO_SERVER_COUNT > 0

/* How often servers are looked after that nobody uses. */
#define TEND_TICKS (UINT32_C(1) << 28)

typedef struct {
    pl_server_t server;
    pl_tick_t budget;
    pl_tick_t period;
    pl_tick_t share;   /* length of a batch */
    pl_tick_t closes;  /* its end */
    pl_tick_t stretch; /* how much later than its budget's time the last use in the batch was */
    pl_tick_t need;    /* cost of the dearest of its interrupts */
    pl_tick_t due;     /* when they can be let through again */
    bool shut;         /* the program has set the budget to 0 */
    bool open;         /* a batch is */
    bool busy;         /* a bottom half runs */
    bool waiting;      /* they are masked until `due` */
} pl_io_t;

static pl_io_t ios[PL_IO_SERVER_COUNT];
static pl_tick_t tend_at;
static bool begun;

/* At least a tick: a budget of 0 has no room for anything. */
static pl_tick_t need_of(uint8_t position)
{
    pl_tick_t cost = pl_flash_u32(&pl_interrupts[position].cost);
    return cost == 0 ? 1U : cost;
}

static void close_batch(pl_io_t *io)
{
    if (io->open) {
        pl_server_sleep(&io->server, io->period + io->stretch);
        io->open = false;
    }
}

void pl_io_use(uint8_t server, pl_tick_t now)
{
    pl_io_t *io = &ios[server];
    if (io->open && pl_tick_reached(now, io->closes)) {
        close_batch(io);
    }
    if (!io->open) {
        pl_server_wake(&io->server, now);
        io->open = true;
        io->closes = now + io->share;
        io->stretch = 0;
    }
}

void pl_io_busy(uint8_t server, bool busy)
{
    ios[server].busy = busy;
}

/* When the server, which has no batch, can be used for so much in one go; false: never. */
static bool room_time(const pl_server_t *server, pl_tick_t need, pl_tick_t *at)
{
    pl_tick_t sum = 0;
    *at = server->refills[0].time;
    for (const pl_refill_t *piece = server->refills; piece != server->refills + server->count; piece++) {
        if (pl_tick_reached(piece->time - sum, *at)) {
            *at = piece->time - sum;
        }
        sum += piece->amount;
        if (sum >= need) {
            return true;
        }
    }
    return false;
}

void pl_io_settle(uint8_t server, pl_tick_t now)
{
    pl_io_t *io = &ios[server];
    if (!io->busy) {
        close_batch(io);
    }
    bool ever = !io->shut && room_time(&io->server, io->need, &io->due);
    bool room = ever && pl_tick_reached(now, io->due);
    io->waiting = ever && !room;
    for (uint8_t i = 0; i != PL_INTERRUPT_COUNT; i++) {
        if (pl_interrupt_server(i) == server) {
            pl_interrupt_decide(i, room, now);
        }
    }
}

void pl_io_charge(uint8_t server, pl_tick_t used, pl_tick_t end)
{
    pl_io_t *io = &ios[server];
    pl_tick_t left = io->server.refills[0].amount - io->server.usage;
    pl_tick_t paid_until = pl_server_refill_time(&io->server) + used;
    if (pl_tick_reached(end, paid_until + io->stretch)) {
        io->stretch = end - paid_until;
    }
    bool room = !io->waiting && left >= used + io->need;
    pl_server_charge(&io->server, io->period + io->stretch, room ? used : used + PL_LINE_MASK_TICKS, end);
    if (!room) {
        pl_io_settle(server, end);
        pl_alarm_set();
    }
}

static void configure(pl_io_t *io, pl_tick_t budget, pl_tick_t period, pl_tick_t now)
{
    io->budget = budget < period ? budget : period;
    io->period = period;
    io->share = period / (PL_SERVER_REFILLS - 1U) + 1U;
    io->stretch = 0;
    pl_server_init(&io->server, io->budget, now);
}

void pl_io_begin(pl_tick_t now)
{
    for (uint8_t i = 0; i != PL_INTERRUPT_COUNT; i++) {
        uint8_t server = pl_interrupt_server(i);
        if (server != PL_NO_SERVER && need_of(i) > ios[server].need) {
            ios[server].need = need_of(i);
        }
    }
    for (uint8_t i = 0; i != PL_IO_SERVER_COUNT; i++) {
        const pl_io_server_config_t *config = &pl_io_servers[i];
        configure(&ios[i], pl_flash_u32(&config->budget), pl_flash_u32(&config->period), now);
    }
    tend_at = now + TEND_TICKS;
    begun = true;
}

pl_tick_t pl_interrupt_next(pl_tick_t now, pl_tick_t when)
{
    if (!begun) {
        return when;
    }
    when = pl_sooner(now, when, tend_at);
    for (const pl_io_t *io = ios; io != ios + PL_IO_SERVER_COUNT; io++) {
        if (io->waiting && !io->busy) {
            when = pl_sooner(now, when, io->due);
        }
    }
    return when;
}

/* No time may grow so old that it looks like one to come. */
static void tend(pl_tick_t at)
{
    for (pl_io_t *io = ios; io != ios + PL_IO_SERVER_COUNT; io++) {
        if (!io->busy) {
            close_batch(io);
        }
        pl_server_tend(&io->server, at);
    }
}

void pl_interrupt_serve(pl_tick_t at)
{
    for (uint8_t i = 0; i != PL_IO_SERVER_COUNT; i++) {
        const pl_io_t *io = &ios[i];
        if (io->waiting && !io->busy && io->due == at) {
            pl_io_settle(i, at);
        }
    }
    if (at == tend_at) {
        tend(at);
        tend_at = at + TEND_TICKS;
    }
}

/* What was used and is not back yet. No batch is open. */
static pl_tick_t spent(const pl_io_t *io, pl_tick_t now)
{
    pl_tick_t there = 0;
    for (const pl_refill_t *piece = io->server.refills; piece != io->server.refills + io->server.count; piece++) {
        if (pl_tick_reached(now, piece->time - there)) {
            there += piece->amount;
        }
    }
    return io->budget - there;
}

/* What is spent stays spent, so that a program which sets a budget again and again gets no more of it. */
static void change(pl_io_t *io, pl_tick_t budget, pl_tick_t period, pl_tick_t now)
{
    pl_server_sleep(&io->server, io->period + io->stretch);
    io->open = io->busy; /* what a bottom half that runs will have taken makes a batch, too */
    io->shut = budget == 0;
    if (io->shut) {
        return;
    }
    pl_tick_t used = spent(io, now);
    configure(io, budget, period, now);
    pl_server_charge(&io->server, period, used < io->budget ? used : io->budget, now);
    pl_server_sleep(&io->server, period);
}

void pl_io_server_set(uint8_t server, pl_tick_t budget, pl_tick_t period)
{
    if (server >= PL_IO_SERVER_COUNT || period == 0) {
        return;
    }
    pl_irq_t state = pl_port_lock();
    if (begun) {
        pl_tick_t now = pl_port_now();
        change(&ios[server], budget, period, now);
        pl_io_settle(server, now);
        pl_alarm_set();
    }
    pl_port_unlock(state);
}

#elif PL_INTERRUPT_COUNT > 0

pl_tick_t pl_interrupt_next(pl_tick_t now, pl_tick_t when)
{
    (void)now;
    return when;
}

void pl_interrupt_serve(pl_tick_t at)
{
    (void)at;
}

void pl_io_server_set(uint8_t server, pl_tick_t budget, pl_tick_t period)
{
    (void)server;
    (void)budget;
    (void)period;
}

#else

/* ISO C wants a declaration in every file. */
typedef int pl_io_server_absent_t;

#endif
