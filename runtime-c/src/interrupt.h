/* Deliveries of the program's interrupts. Called locked. */
#ifndef POLYLOOP_INTERRUPT_H
#define POLYLOOP_INTERRUPT_H

#include "polyloop/polyloop.h"

#if PL_INTERRUPT_COUNT > 0

/*
 * Connects the lines and unmasks them: from now on interrupts are delivered. Call it after
 * pl_release_begin().
 */
void pl_interrupt_begin(void);

/*
 * Charges the running bottom half for what it records, as if it had taken that time. False: no
 * bottom half is running.
 */
bool pl_interrupt_text(pl_tick_t cost);

#endif

#endif
