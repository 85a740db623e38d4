/*
 * For programs that use the recorder without the dispatcher. No body runs, so recording is charged
 * to no budget.
 */
#ifndef NO_BODIES_H
#define NO_BODIES_H

#include "watch.h"

#if PL_CREDITS

pl_tick_t pl_begun;

pl_tick_t pl_body_pause(void)
{
    return 0;
}

void pl_body_resume(pl_tick_t pause)
{
    (void)pause;
}

#endif

#if PL_PREEMPTIVE

bool pl_watch_text(pl_tick_t cost)
{
    (void)cost;
    return false;
}

void pl_watch_give_way(pl_irq_t state)
{
    (void)state;
}

pl_account_t pl_account;

#endif

#endif
