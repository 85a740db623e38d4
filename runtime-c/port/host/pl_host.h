/*
 * The host port: a Polyloop program as a process. These functions serve simulated bodies and tests.
 *
 * Environment, read by pl_start():
 *
 *   PL_HOST_CLOCK        virtual (default): time stands still except in pl_host_consume() and when
 *                        idle, so every run gives the same bytes; real: the system's monotonic clock
 *   PL_HOST_RUN_US       ends the process with status 0 this long after pl_start(); default: never
 *   PL_HOST_START_TICKS  value of the timer at the start, e.g. shortly before its wrap; default 0
 *   PL_HOST_TELEMETRY    file for telemetry; default: the standard output
 *
 * Read by the board's Arduino library:
 *
 *   PL_HOST_PINS         file descriptor for changes of pins; default: none are written
 */
#ifndef POLYLOOP_HOST_H
#define POLYLOOP_HOST_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Uses this much processor time: the clock moves, and releases happen meanwhile. With the real
 * clock it waits. Unit: µs.
 */
void pl_host_consume(uint32_t us);

/* Time since pl_start(). Unit: µs. */
uint64_t pl_host_time_us(void);

/* While held, the line accepts no bytes, so the trace ring fills up. */
void pl_host_hold_line(bool held);

/* Runs `handler` as an interrupt when the virtual clock reaches this time since pl_start(). One at a time. Unit: µs. */
void pl_host_interrupt_at(uint64_t us, void (*handler)(void));

/*
 * Raises a line of the program's interrupts at this time since pl_start(). Several may be pending.
 * Returns false if the line does not exist or too many are pending. Unit: µs.
 */
bool pl_host_raise(uint8_t line, uint64_t us);

/* Raises a line periodically, from this time since pl_start() on. A period of 0 stops it. Unit: µs. */
void pl_host_raise_every(uint8_t line, uint64_t from_us, uint32_t every_us);

/*
 * With threads and the virtual clock: simulates overhead of the runtime, as on a board. Each read
 * of the clock while locked takes `work` ticks. Every `every_us` an interrupt takes `takes` ticks,
 * which the runtime cannot measure but the port counts.
 */
void pl_host_work(uint32_t work, uint32_t every_us, uint32_t takes);

/* Sends the recorded events and ends the process. */
void pl_host_exit(int status);

#ifdef __cplusplus
}
#endif

#endif
