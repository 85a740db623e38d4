/*
 * The sporadic server alone, without a clock: the functions of src/server.h, with every number
 * computed by hand. Budget C = 8, period T = 20, unless a case says otherwise. Each case runs from
 * several start times, so that 32 bits wrap during it. Times below count from the start.
 */
#include "conform.h"
#include "server.h"

CONFORM_METADATA

#define C 8
#define T 20

static pl_tick_t base;
static pl_server_t server;

static void start(pl_tick_t budget)
{
    pl_server_init(&server, budget, base);
}

static void wake(pl_tick_t now)
{
    pl_server_wake(&server, base + now);
}

static void ran(pl_tick_t period, pl_tick_t used, pl_tick_t until)
{
    pl_server_charge(&server, period, used, base + until);
}

static pl_tick_t capacity(pl_tick_t now)
{
    return pl_server_capacity(&server, base + now);
}

static pl_tick_t refill_time(void)
{
    return pl_server_refill_time(&server) - base;
}

static bool is_piece(uint8_t place, pl_tick_t time, pl_tick_t amount)
{
    return server.refills[place].time - base == time && server.refills[place].amount == amount;
}

/* A job that arrives at an idle processor, runs alone and completes. */
static void job(pl_tick_t at, pl_tick_t demand)
{
    wake(at);
    ran(T, demand, at + demand);
    pl_server_sleep(&server, T);
}

/* 8 used from 0 on: all of it is replenished at 0 + 20, nothing before. An exhausted server has no budget. */
static void exhausts(void)
{
    start(C);
    wake(0);
    CHECK(capacity(0) == 8);
    ran(T, 8, 8);
    CHECK(capacity(8) == 0 && capacity(19) == 0 && capacity(20) == 8);
    CHECK(refill_time() == 20);
    CHECK(server.count == 1 && is_piece(0, 20, 8));
}

/* The server runs for 3 from 0 on, is preempted from 3 to 8, runs for 2 more and
 * blocks: one piece of 5 is replenished at 20, and 3 remain. */
static void splits_when_it_blocks(void)
{
    start(C);
    wake(0);
    ran(T, 3, 3);
    CHECK(server.count == 1 && capacity(3) == 5);
    ran(T, 2, 10);
    CHECK(server.count == 1 && capacity(10) == 3);
    pl_server_sleep(&server, T);
    CHECK(server.count == 2 && is_piece(0, 5, 3) && is_piece(1, 20, 5));
    pl_server_sleep(&server, T);
    CHECK(server.count == 2 && capacity(10) == 3);
}

/* The remaining 3 get the time of the next activation, 12. Used then, they are
 * replenished at 32, not at 25. */
static void carries_over(void)
{
    start(C);
    job(0, 5);
    wake(12);
    CHECK(server.count == 2 && is_piece(0, 12, 3) && is_piece(1, 20, 5));
    ran(T, 3, 15);
    CHECK(is_piece(0, 20, 5) && is_piece(1, 32, 3));
    CHECK(capacity(15) == 0 && capacity(20) == 5 && refill_time() == 20);
}

/* A piece of 3 at 16 ends at 19, before the piece of 5 at 20: two pieces. A piece
 * of 3 at 17 ends at 20, so the server merges the two pieces. */
static void merges_at_an_activation(void)
{
    start(C);
    job(0, 5);
    wake(16);
    CHECK(server.count == 2 && is_piece(0, 16, 3) && capacity(16) == 3);
    wake(17);
    CHECK(server.count == 1 && is_piece(0, 17, 8) && capacity(17) == 8);
}

/* A job of 3 at 0 and a job of 2 at 3 run from 0 to 5 without a gap: one piece of
 * 5 is replenished at 20. */
static void merges_at_the_end(void)
{
    start(C);
    job(0, 3);
    CHECK(server.count == 2 && is_piece(0, 3, 5) && is_piece(1, 20, 3));
    job(3, 2);
    CHECK(server.count == 2 && is_piece(0, 5, 3) && is_piece(1, 20, 5));
}

/*
 * Premature replenishment. 4 are used at 0 and replenished at 20. At 15 a job of
 * 8 arrives: it uses the remaining 4 until 19 and the other 4 from 20 to 24. POSIX
 * gives all 8 the activation time 15 and replenishes them at 35. Then the next job
 * can run from 35 to 43, so the server runs for 4 + 5 = 9 between 20 and 40.
 * Correct: 4 are replenished at 35, and 4 at 40.
 */
static void replenishes_no_earlier(void)
{
    start(C);
    job(0, 4);
    wake(15);
    CHECK(capacity(15) == 4);
    ran(T, 4, 19);
    CHECK(capacity(19) == 0 && capacity(20) == 4);
    ran(T, 4, 24);
    pl_server_sleep(&server, T);
    CHECK(server.count == 2 && is_piece(0, 35, 4) && is_piece(1, 40, 4));
    wake(35);
    CHECK(server.count == 2 && capacity(35) == 4);
}

/*
 * Budget amplification. A job runs for 10 before it can be stopped. POSIX
 * replenishes 10 at 20, more than the budget. Correct: 8 are replenished at 20,
 * of which the overrun has used 2. So 6 are usable from 22 on, and 8 again at 40.
 */
static void owes_what_it_overran(void)
{
    start(C);
    wake(0);
    ran(T, 10, 10);
    CHECK(capacity(10) == 0 && capacity(21) == 0 && capacity(22) == 6 && refill_time() == 22);
    ran(T, 6, 28);
    CHECK(server.count == 1 && is_piece(0, 40, 8) && capacity(28) == 0);
}

/* 2 are used at 0 and 6 at 5: pieces of 2 at 20 and of 6 at 25. At 20 a job
 * overruns: it uses 5 instead of 2, so 3 of the piece of 6 are used. */
static void owes_from_the_next_piece(void)
{
    start(C);
    job(0, 2);
    job(5, 6);
    wake(20);
    CHECK(server.count == 2 && capacity(20) == 2);
    ran(T, 5, 25);
    CHECK(is_piece(0, 25, 6) && is_piece(1, 40, 2));
    CHECK(capacity(25) == 0 && refill_time() == 28 && capacity(28) == 3);
    pl_server_sleep(&server, T);
    CHECK(server.count == 3 && is_piece(0, 28, 3) && is_piece(1, 40, 2) && is_piece(2, 45, 3));
}

/*
 * Unreliable isolation. Jobs of 1 arrive every 2 ticks, 10 in each period, and
 * each splits off a piece. With any limit on pieces, at least one and at most 8
 * of 10 successive arrivals are served.
 */
static void isolates(void)
{
    uint16_t served = 0;
    start(C);
    for (pl_tick_t now = 0; now < 120; now += 2) {
        wake(now);
        served = (uint16_t)(served << 1);
        if (capacity(now) != 0) {
            ran(T, 1, now + 1);
            served |= 1U;
        }
        pl_server_sleep(&server, T);
        uint8_t lately = 0;
        for (uint8_t place = 0; place < T / 2; place++) {
            lately = (uint8_t)(lately + ((served & (UINT16_C(1) << place)) != 0));
        }
        CHECK(lately <= C && lately != 0);
    }
}

#if PL_SERVER_REFILLS == 4
/*
 * T = 100. After jobs of 1 at 0, 10 and 20, three pieces wait for their times, and
 * the remaining 5 are the fourth piece. The job at 30 would need a fifth piece. So
 * the remaining 4 are postponed to 96, where they adjoin the piece at 100.
 */
static void keeps_few_pieces(void)
{
    start(C);
    for (pl_tick_t now = 0; now <= 20; now += 10) {
        wake(now);
        ran(100, 1, now + 1);
        pl_server_sleep(&server, 100);
    }
    CHECK(server.count == 4 && is_piece(0, 21, 5) && is_piece(3, 120, 1));
    wake(30);
    ran(100, 1, 31);
    CHECK(capacity(31) == 4);
    pl_server_sleep(&server, 100);
    CHECK(server.count == 4 && is_piece(0, 96, 5) && is_piece(1, 110, 1) && is_piece(3, 130, 1));
    CHECK(capacity(95) == 0 && capacity(96) == 5);
}
#endif

/* A budget as long as the period is never exhausted: used budget is replenished when the rest ends. */
static void may_have_it_all(void)
{
    start(T);
    wake(0);
    ran(T, 20, 20);
    CHECK(capacity(20) == 20);
    ran(T, 5, 25);
    pl_server_sleep(&server, T);
    CHECK(server.count == 1 && is_piece(0, 25, 20));
}

static void may_have_nothing(void)
{
    start(0);
    wake(5);
    ran(T, 3, 8);
    pl_server_sleep(&server, T);
    CHECK(capacity(8) == 0 && capacity(1000) == 0);
}

/*
 * 5 * 2^29 ticks of sleep, more than half of the range of 32 bits: the budget is still available,
 * and none is postponed.
 */
static void sleeps_long(void)
{
    const pl_tick_t step = UINT32_C(1) << 29;
    start(C);
    for (pl_tick_t now = step; now <= 5 * step; now += step) {
        pl_server_tend(&server, base + now);
        CHECK(capacity(now) == 8);
    }
    start(C);
    wake(0);
    ran(PL_TICKS_MAX, 8, 8);
    for (pl_tick_t now = step; now <= 3 * step; now += step) {
        pl_server_tend(&server, base + now);
        CHECK(capacity(now) == 0 && refill_time() == PL_TICKS_MAX);
    }
}

/* T = 2^29: the time of the fourth owed budget is 4 * T = 2^31, the farthest time
 * that 32 bits can distinguish from the past. There is no fifth. */
static void owes_no_more_than_times_can_tell(void)
{
    const pl_tick_t period = UINT32_C(1) << 29;
    start(C);
    wake(0);
    ran(period, 5 * C, 5 * C);
    CHECK(capacity(5 * C) == 0 && refill_time() == 4 * period);
    start(C);
    wake(0);
    ran(PL_TICKS_MAX, 3 * C, 3 * C);
    CHECK(capacity(3 * C) == 0 && refill_time() == PL_TICKS_MAX);
}

static void check_all(void)
{
    exhausts();
    splits_when_it_blocks();
    carries_over();
    merges_at_an_activation();
    merges_at_the_end();
    replenishes_no_earlier();
    owes_what_it_overran();
    owes_from_the_next_piece();
    isolates();
#if PL_SERVER_REFILLS == 4
    keeps_few_pieces();
#endif
    may_have_it_all();
    may_have_nothing();
    sleeps_long();
    owes_no_more_than_times_can_tell();
}

static void body(void)
{
    for (pl_tick_t before = 0; before <= 40; before++) {
        base = UINT32_C(0) - before;
        check_all();
        base = UINT32_C(0x80000000) - before;
        check_all();
    }
    conform_pass();
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(body, PL_PERIODIC, 1000000, 0, 1000000, 900000, 0),
};
