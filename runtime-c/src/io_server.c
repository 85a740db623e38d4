/*
 * The budgets of interrupts.
 *
 * The lines of a server are unmasked while it has room for the most expensive of its bottom halves.
 * The server is also charged for the runtime's own time: for a delivery, for masking the lines and
 * for unmasking them. The last delivery that there is room for may exceed the budget by that time,
 * which is then taken from the next replenishments. A masked line takes no time. So in any period:
 *
 * - bottom halves take no more than the budget, if their declared costs are right;
 * - interrupts take no more than the budget and the runtime's time for one delivery.
 *
 * Interrupts are short and frequent, and a server has few pieces. So all uses within a share of the
 * period are one batch. It is replenished one period after the last of them: maybe later than
 * necessary, never too early.
 */
#include "io_server.h"
#include "alarm.h"
#include "line_mask.h"
#include "release.h"
#include "server.h"

#if PL_IO_SERVER_COUNT > 0

/* The interval of pl_server_tend(); see server.h. */
#define TEND_TICKS (UINT32_C(1) << 28)

typedef struct {
    pl_server_t server;
    pl_tick_t budget;
    pl_tick_t period;
    pl_tick_t share;   /* length of a batch */
    pl_tick_t closes;  /* end of the current batch */
    pl_tick_t stretch; /* how late uses in the batch were, after the time of their budget */
    pl_tick_t need;    /* cost of the most expensive of its interrupts */
    pl_tick_t due;     /* when its lines can be unmasked again */
    bool shut;         /* the program has set the budget to 0 */
    bool open;         /* there is a current batch */
    bool busy;         /* a bottom half is running */
    bool waiting;      /* its lines are masked until `due` */
} pl_io_t;

static pl_io_t ios[PL_IO_SERVER_COUNT];
static pl_tick_t tend_at;
static bool begun;

/* At least one tick, so that a budget of 0 never has room. */
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

/*
 * When the server, which has no current batch, has `need` ticks of budget without a gap; false:
 * never.
 */
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
        if (pl_line_server(i) == server) {
            pl_line_decide(i, room, now);
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
        uint8_t server = pl_line_server(i);
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

pl_tick_t pl_io_next(pl_tick_t now, pl_tick_t when)
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

/* Keeps times from becoming so old that, modulo 2^32, they would count as future times. */
static void tend(pl_tick_t at)
{
    for (pl_io_t *io = ios; io != ios + PL_IO_SERVER_COUNT; io++) {
        if (!io->busy) {
            close_batch(io);
        }
        pl_server_tend(&io->server, at);
    }
}

void pl_io_serve(pl_tick_t at)
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

/* Budget that was used and is not replenished yet. There is no current batch. */
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

/*
 * Budget that is used stays used, so a program gets no more time by setting its budget again and
 * again.
 */
static void change(pl_io_t *io, pl_tick_t budget, pl_tick_t period, pl_tick_t now)
{
    pl_server_sleep(&io->server, io->period + io->stretch);
    io->open = io->busy; /* the time of a running bottom half will be a batch, too */
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
        pl_alarm_set_unpaid();
    }
    pl_port_unlock(state);
    pl_release_yield(state);
}

#elif PL_INTERRUPT_COUNT > 0

pl_tick_t pl_io_next(pl_tick_t now, pl_tick_t when)
{
    (void)now;
    return when;
}

void pl_io_serve(pl_tick_t at)
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

/* ISO C requires a declaration in every file. */
typedef int pl_io_server_absent_t;

#endif
