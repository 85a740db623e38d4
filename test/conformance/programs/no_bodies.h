/* For programs of the recorder without the dispatcher: no body runs, so none pays for what it records. */
#ifndef NO_BODIES_H
#define NO_BODIES_H

#include "polyloop/port.h"

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

#endif
