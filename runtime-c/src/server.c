/* The sporadic server. See server.h. */
#include <string.h>

#include "server.h"

/* The largest age of a piece's time. Unit: ticks. */
#define AGE_MAX (UINT32_C(1) << 29)

/*
 * Moves the other pieces to the front. A ring with a moving start would need more code, and there
 * are few pieces.
 */
static void drop_first(pl_server_t *server)
{
    server->count--;
    memmove(&server->refills[0], &server->refills[1], server->count * sizeof server->refills[0]);
}

static bool touches(const pl_refill_t *earlier, pl_tick_t time)
{
    return pl_tick_reached(earlier->time + earlier->amount, time);
}

static bool touches_last(const pl_server_t *server, pl_tick_t time)
{
    return server->count != 0 && touches(&server->refills[server->count - 1U], time);
}

/* Joins the first piece with the second one, at `time`. */
static void join(pl_server_t *server, pl_tick_t time)
{
    server->refills[1].time = time;
    server->refills[1].amount += server->refills[0].amount;
    drop_first(server);
}

/* Moves the used part of the first piece to the end of the queue, a period later. */
static PL_OUTLINE void give_back(pl_server_t *server, pl_tick_t period)
{
    pl_refill_t *first = &server->refills[0];
    pl_refill_t back = {first->time + period, server->usage};
    server->usage = 0;
    first->time += back.amount;
    first->amount -= back.amount;
    if (first->amount == 0) {
        drop_first(server);
    }
    if (touches_last(server, back.time)) {
        server->refills[server->count - 1U].amount += back.amount;
        return;
    }
    if (server->count == PL_SERVER_REFILLS) {
        join(server, server->refills[1].time - first->amount);
    }
    server->refills[server->count] = back;
    server->count++;
}

void pl_server_init(pl_server_t *server, pl_tick_t budget, pl_tick_t now)
{
    server->refills[0].time = now;
    server->refills[0].amount = budget;
    server->usage = 0;
    server->count = 1;
}

void pl_server_wake(pl_server_t *server, pl_tick_t now)
{
    if (pl_tick_reached(pl_server_refill_time(server), now)) {
        return;
    }
    server->refills[0].time = now - server->usage;
    /* Pieces that are usable by the time that the first one is used up become part of it. */
    while (server->count > 1 && touches(&server->refills[0], server->refills[1].time)) {
        join(server, server->refills[0].time);
    }
}

/*
 * Whether the next usable time is so far ahead that, modulo 2^32, a time one period later would be
 * in the past.
 */
static bool beyond_times(const pl_server_t *server, pl_tick_t period, pl_tick_t now)
{
    pl_tick_t ahead = pl_server_refill_time(server) - now;
    return ahead <= PL_TICKS_MAX && ahead > PL_TICKS_MAX - period;
}

void pl_server_charge(pl_server_t *server, pl_tick_t period, pl_tick_t used, pl_tick_t now)
{
    if (server->refills[0].amount == 0) {
        return;
    }
    while (used != 0 && !beyond_times(server, period, now)) {
        pl_tick_t left = server->refills[0].amount - server->usage;
        pl_tick_t taken = used < left ? used : left;
        used -= taken;
        server->usage += taken;
        if (taken == left) {
            give_back(server, period);
        }
    }
}

void pl_server_sleep(pl_server_t *server, pl_tick_t period)
{
    if (server->usage != 0) {
        give_back(server, period);
    }
}

void pl_server_tend(pl_server_t *server, pl_tick_t now)
{
    pl_tick_t age = now - pl_server_refill_time(server);
    if (age > AGE_MAX && age <= PL_TICKS_MAX) {
        pl_server_wake(server, now - AGE_MAX);
    }
}
