/*
 * The sporadic server: a budget C that is replenished a period T after its use, in as many pieces as it was used in.
 *
 * After B. Sprunt, L. Sha, J. Lehoczky, "Aperiodic task scheduling for hard-real-time systems", Real-Time Systems 1(1),
 * 1989, with the corrections of M. Stanovich, T. Baker, A.-I. Wang, M. G. Harbour, "Defects of the POSIX sporadic
 * server and how to correct them", RTAS 2010: budget that is carried into a later activation takes that activation's
 * time, so that no replenishment comes too early, and a piece is split off only when the server blocks, never when it
 * is preempted.
 *
 * Think of every tick of budget as a coin with the time from which on it may be spent; the coins stand in order, no two
 * with the same time. A coin that is spent goes to the end, T later than its time. An activation at t makes the i-th
 * coin wait until t + i at least. A piece is a row of coins whose times follow each other: its time is the first
 * coin's. So a server that starts to run when it may gets at most C in any window of T; see Time below for one that is
 * kept waiting.
 *
 * Always: the pieces add up to C; they are ordered, and each begins after the end of the one before.
 *
 * At most PL_SERVER_REFILLS pieces are kept. Where one more would be needed, the rest of the piece in use is put off
 * until it touches the next: budget is lost for a while, never gained.
 *
 * Time: a coin's time is when it could be spent, not when it was: a server that is kept from running by others gets
 * what is due to it since its activation, as a periodic task would.
 *
 * Times wrap: no server may be left alone for 2^30 ticks; pl_server_tend() keeps it young.
 */
#ifndef POLYLOOP_SERVER_H
#define POLYLOOP_SERVER_H

#include "polyloop/polyloop.h"

typedef struct {
    pl_tick_t time;   /* from when on it may be used */
    pl_tick_t amount; /* ticks of execution */
} pl_refill_t;

typedef struct {
    pl_tick_t usage;                        /* used of the first piece; less than its amount */
    uint8_t count;                          /* at least 1 */
    pl_refill_t refills[PL_SERVER_REFILLS]; /* ordered by time */
} pl_server_t;

/* A whole budget, at most the period, usable from `now` on. One of 0 is never usable. */
void pl_server_init(pl_server_t *server, pl_tick_t budget, pl_tick_t now);

/* When a server without capacity gets some. */
static inline pl_tick_t pl_server_refill_time(const pl_server_t *server)
{
    return server->refills[0].time + server->usage;
}

/*
 * How long the server may run from `now` on until its piece ends: 0 while that lies in the future. The next piece may
 * be usable by then: ask again after the charge.
 */
static inline pl_tick_t pl_server_capacity(const pl_server_t *server, pl_tick_t now)
{
    return pl_tick_reached(now, pl_server_refill_time(server)) ? server->refills[0].amount - server->usage : 0;
}

/* The server has got something to do, at `now`, after it had nothing: its activation time. */
void pl_server_wake(pl_server_t *server, pl_tick_t now);

/*
 * It has run for `used`, until `now`. What is used up goes to the end of the queue, a period later. More than the
 * capacity is owed: it is taken from what is to come, as far as that lies within 2^31 - 1 - `period` ticks from now.
 */
void pl_server_charge(pl_server_t *server, pl_tick_t period, pl_tick_t used, pl_tick_t now);

/* It has nothing to do any more: what was used of the first piece is split off. */
void pl_server_sleep(pl_server_t *server, pl_tick_t period);

/*
 * Forgets budget's age beyond 2^29 ticks. To be called at least that often, for servers that sleep and for those that
 * others may keep from running for so long.
 */
void pl_server_tend(pl_server_t *server, pl_tick_t now);

#endif
