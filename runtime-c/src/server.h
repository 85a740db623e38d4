/*
 * The sporadic server: a budget C that is replenished a period T after its use, in as many pieces as it was used in.
 *
 * After B. Sprunt, L. Sha, J. Lehoczky, "Aperiodic task scheduling for hard-real-time systems", Real-Time Systems 1(1),
 * 1989, with the corrections of M. Stanovich, T. Baker, A.-I. Wang, M. G. Harbour, "Defects of the POSIX sporadic
 * server and how to correct them", RTAS 2010: budget that is carried into a later activation takes that activation's
 * time, so that no replenishment comes too early, and a piece is split off only when the server blocks, never when it
 * is preempted.
 *
 * Always: the pieces add up to C (or to less, for the time that a charge beyond C is owed); they are ordered by their
 * times, each at least its predecessor's; what was used from one is back T after the time of that piece. So
 * replenishments never exceed C in any window of T.
 *
 * At most PL_SERVER_REFILLS pieces are pending. Where one more would be needed, the rest of the piece in use is joined
 * to the next one, at the later of the two times: budget is lost for a while, never gained.
 *
 * Times wrap: a server that has slept may not be left alone for 2^30 ticks; pl_server_tend() keeps it young.
 */
#ifndef POLYLOOP_SERVER_H
#define POLYLOOP_SERVER_H

#include "polyloop/polyloop.h"

typedef struct {
    pl_tick_t time;   /* from when on it may be used */
    pl_tick_t amount; /* ticks of execution */
} pl_refill_t;

typedef struct {
    pl_refill_t refills[PL_SERVER_REFILLS]; /* a ring, ordered by time */
    pl_tick_t usage;                        /* used of the first piece since it was split last */
    uint8_t first;
    uint8_t count; /* at least 1 */
} pl_server_t;

/* A whole budget, usable from `now` on. */
void pl_server_init(pl_server_t *server, pl_tick_t budget, pl_tick_t now);

/* How long the server may run from `now` on until its piece ends: 0 while that lies in the future, or is used up. */
pl_tick_t pl_server_capacity(const pl_server_t *server, pl_tick_t now);

/* The time of the first piece: when a server without capacity gets some. */
pl_tick_t pl_server_refill_time(const pl_server_t *server);

/* The server has got something to do, at `now`, after it had nothing: its activation time. */
void pl_server_wake(pl_server_t *server, pl_tick_t now);

/* It has run for `used`. What is used up goes to the end of the queue, a period later; more than the capacity is owed.
 */
void pl_server_charge(pl_server_t *server, pl_tick_t period, pl_tick_t used);

/* It has nothing to do any more, from `now` on: what was used of the first piece is split off. */
void pl_server_sleep(pl_server_t *server, pl_tick_t period, pl_tick_t now);

/* For a server that sleeps: forgets how long ago its pieces became usable. To be called at least every 2^29 ticks. */
void pl_server_tend(pl_server_t *server, pl_tick_t now);

#endif
