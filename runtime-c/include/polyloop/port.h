/*
 * The port: all that the runtime needs from a processor and its kernel, and the only way by which it reaches them.
 * A port is a set of plain functions, resolved at link time, and a header polyloop_target.h for what must be inline:
 *
 *   PL_TICK_HZ                 ticks per second of the release timer
 *   PL_FLASH                   attribute of constant tables, where these live outside the data address space
 *   pl_flash_u8/u32/pointer()  readers for such tables
 *   PL_INLINE, PL_OUTLINE      attributes of functions that must be inlined on a short path, or kept out of one
 *   PL_PORT_RECORDS            1: the port has its own pl_trace_locked() (src/trace.h), which does what the core's does
 *   pl_irq_t, pl_port_lock(), pl_port_unlock(state)
 *                              critical section against every context that calls the runtime; nests
 *   pl_irq_open(state)         whether that section was entered from outside of all sections and interrupts
 *   pl_index_t                 an unsigned integer that is loaded and stored in one go
 *   pl_port_load(), pl_port_store()
 *                              sequentially consistent access to a volatile uint8_t or pl_index_t (suffix _index)
 *   pl_port_crc16(crc, byte)   CRC-16/MCRF4XX, one step
 *
 * A port holds no scheduling logic. What it calls back is declared below it.
 */
#ifndef POLYLOOP_PORT_H
#define POLYLOOP_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "polyloop/polyloop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- supplied by the port ---- */

/* Starts the release timer and, with telemetry, the byte sink. Called once, first of all. */
void pl_port_init(void);

/* The release timer, extended to 32 bits. From any context. */
pl_tick_t pl_port_now(void);

/*
 * Asks for one call of pl_release_due() when the timer reaches `when`, less than 2^31 ticks ahead; replaces the request
 * before it. Returns false, and asks for nothing, if that time has been reached already. Called locked.
 */
bool pl_port_alarm(pl_tick_t when);

/*
 * Waits for an interrupt: unlocks and sleeps in one step, so that an interrupt that has come since the lock is not
 * slept through. Called locked, with nothing ready; returns unlocked. May return early.
 */
void pl_port_idle(void);

/* Tells the byte sink that pl_trace_take() (sink.h) has bytes for it. Called locked; with telemetry only. */
void pl_port_sink_start(void);

/* ---- called by the port ---- */

/*
 * Releases what is due and sets the next alarm. To be called when the time of the alarm has been reached, never before.
 * Locked, usually from the timer's interrupt.
 */
void pl_release_due(void);

/*
 * Keeps telemetry alive: to be called every PL_BEAT_MS (about; 16 to 60) from an interrupt, locked, also while a job
 * runs. Sends sync and metadata when they are due and bounds the age of what waits. With telemetry only.
 */
void pl_trace_beat(void);

/*
 * Prepares recorded frames for the line. Unlocked; from an interrupt only with interrupts enabled, as it takes long.
 * Does nothing if it interrupted itself.
 */
void pl_trace_service(void);

#ifdef __cplusplus
}
#endif

#endif
