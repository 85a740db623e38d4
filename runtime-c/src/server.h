/*
 * The sporadic server: a budget C. Every used part of it is replenished a period T after its use.
 *
 * After B. Sprunt, L. Sha, J. Lehoczky, "Aperiodic task scheduling for hard-real-time systems",
 * Real-Time Systems 1(1), 1989, with the corrections of M. Stanovich, T. Baker, A.-I. Wang,
 * M. G. Harbour, "Defects of the POSIX sporadic server and how to correct them", RTAS 2010. Budget
 * that is carried over into a later activation takes that activation's time, so no replenishment
 * comes too early. A piece is split only when the server blocks, not when it is preempted.
 *
 * Think of each tick of budget as a coin with the time from which it may be spent. The coins are
 * ordered by time, and no two have the same time. A spent coin moves to the end of the queue, and
 * its time becomes later by T. After an activation at time t, the i-th coin has at least time
 * t + i. A piece is a run of coins with consecutive times, and its time is the time of its first
 * coin. So a server that runs whenever it may gets at most C in any window of length T. See "Time"
 * below for a server that other tasks keep from running.
 *
 * Invariant: the amounts of all pieces add up to C; the pieces are ordered by time; each piece
 * begins after the end of the one before it.
 *
 * At most PL_SERVER_REFILLS pieces are kept. If one more is needed, the rest of the current piece
 * is delayed until it touches the next piece: budget is unavailable for a while, never gained.
 *
 * Time: the time of a coin is when it could be spent, not when it was spent. A server that other
 * tasks keep from running therefore gets the same budget since its activation as a periodic task.
 *
 * Times wrap. pl_server_tend() must be called at least every 2^30 ticks, so that no time becomes
 * too old to be compared.
 */
#ifndef POLYLOOP_SERVER_H
#define POLYLOOP_SERVER_H

#include "polyloop/polyloop.h"

typedef struct {
    pl_tick_t time;   /* when it may be used first */
    pl_tick_t amount; /* ticks of execution */
} pl_refill_t;

typedef struct {
    pl_tick_t usage;                        /* used part of the first piece; less than all of it */
    uint8_t count;                          /* at least 1 */
    pl_refill_t refills[PL_SERVER_REFILLS]; /* ordered by time */
} pl_server_t;

/*
 * The server has its whole budget, at most its period, from `now` on. A budget of 0 is never
 * usable.
 */
void pl_server_init(pl_server_t *server, pl_tick_t budget, pl_tick_t now);

/* When a server without capacity gets some: the time of the unused part of its first piece. */
static inline pl_tick_t pl_server_refill_time(const pl_server_t *server)
{
    return server->refills[0].time + server->usage;
}

/*
 * How long the server may run from `now` on until its first piece is used up. 0: the time of that
 * piece is in the future. The next piece may be usable then: ask again after the charge.
 */
static inline pl_tick_t pl_server_capacity(const pl_server_t *server, pl_tick_t now)
{
    return pl_tick_reached(now, pl_server_refill_time(server)) ? server->refills[0].amount - server->usage : 0;
}

/* The server is activated: it had nothing to do, and has a job at `now`. */
void pl_server_wake(pl_server_t *server, pl_tick_t now);

/*
 * The server has run for `used` ticks, until `now`. Used pieces move to the end of the queue, a
 * period later. An excess over the capacity is taken from the next pieces, as far as these are
 * within 2^31 - 1 - `period` ticks from now.
 */
void pl_server_charge(pl_server_t *server, pl_tick_t period, pl_tick_t used, pl_tick_t now);

/* The server has nothing to do: the used part of its first piece is split off. */
void pl_server_sleep(pl_server_t *server, pl_tick_t period);

/*
 * Limits the age of the first piece to 2^29 ticks. Call it at least that often, for servers that
 * sleep and for servers that other tasks may keep from running for so long.
 */
void pl_server_tend(pl_server_t *server, pl_tick_t now);

#endif
