/*
 * The port: all that the runtime needs from a processor and its kernel, and the only way by which it reaches them.
 * A port is a set of plain functions, resolved at link time, and a header polyloop_target.h for what must be inline:
 *
 *   PL_TICK_HZ                 ticks per second of the release timer
 *   PL_FLASH                   attribute of constant tables, where these live outside the data address space
 *   pl_flash_u8/u32/pointer()  readers for such tables
 *   pl_flash_below(at, value)  whether the uint32_t there is less than the value
 *   PL_INLINE, PL_OUTLINE      attributes of functions that must be inlined on a short path, or kept out of one
 *   PL_PORT_RECORDS            1: the port has its own pl_trace_locked() (src/trace.h), which does what the core's does
 *   pl_irq_t, pl_port_lock(), pl_port_unlock(state)
 *                              critical section against every context that calls the runtime; nests
 *   pl_irq_open(state)         whether that section was entered from outside of all sections and interrupts
 *   pl_index_t                 an unsigned integer that is loaded and stored in one go
 *   pl_port_load(), pl_port_store()
 *                              sequentially consistent access to a volatile uint8_t or pl_index_t (suffix _index)
 *   pl_port_crc32(crc, byte)   one step of the check value of docs/telemetry.md
 *   PL_NOINIT                  attribute of variables that keep their value over a reset
 *   PL_PORT_TURN()             optional: called between two background jobs, unlocked; for a port whose time moves only
 *                              when it is asked for
 *   PL_LINE_OVERHEAD_TICKS     what an interrupt of the program takes outside of what is measured: from the processor's
 *                              entry, and to its return. Measured, rounded up
 *   PL_LINE_LEAST_TICKS        the least that it takes there. Measured, rounded down
 *   PL_LINE_MASK_TICKS         what it takes to mask its line for lack of budget, and to let it through again
 *
 * With PL_PREEMPTIVE, what the runtime takes from the body of a job where it cannot measure that itself. Upper bounds,
 * and no larger than what the board's record counts for it. Measured with bench/threads. Unit: ticks.
 *
 *   PL_ENTRY_TICKS             of an interrupt: from the processor's entry to the reading given to pl_thread_pause()
 *   PL_EXIT_TICKS              from the reading given to pl_thread_resume() to the interrupt's return
 *   PL_SWITCH_OUT_TICKS        from the end of a body's instruction, or of an interrupt, to pl_thread_switched()
 *   PL_SWITCH_IN_TICKS         from the end of pl_thread_switched()'s record to the thread's next instruction
 *   PL_START_TICKS             from where the account of a body begins to its first instruction
 *   PL_END_TICKS               from its last instruction to where the account ends
 *   PL_HELD_TICKS              what holding a task to its budget takes beyond what a job takes: see budget.c
 *   PL_WATCH_TICKS             the least time from one look at a budget's end to the next
 *   PL_PREPARE_TICKS           of a step of the preparation of a frame, four bytes at most, in a call that records
 *   PL_PORT_SWITCHES()         optional: whether the interrupt ends with a switch, which sets the alarm
 *
 * With PL_PREEMPTIVE or PL_CREDITS:
 *
 *   PL_SECTION_TICKS           of a critical section: a lock's return, an unlock's call and readings of the clock
 *
 *   PL_TEXT_TICKS              what a byte that the program records is charged: preparing and sending it, and its share
 *                              of a frame, seven bytes in 32. At least what they take. With PL_PREEMPTIVE preparing
 *                              a frame of 32 bytes counts as ten times PL_PREPARE_TICKS
 *
 * Without PL_PREEMPTIVE, where PL_CREDITS, the same for the budget that is checked at the end of a body. Unit: ticks.
 *
 *   PL_PAUSE_TICKS             of an interrupt: what lies outside of pl_body_pause() and pl_body_resume(), or of what
 *                              pl_interrupt() measures
 *   PL_BODY_TICKS              from the reading before a body to its first instruction, and from its last to the next
 *
 * A port holds no scheduling logic. What it calls back is declared below it.
 */
#ifndef POLYLOOP_PORT_H
#define POLYLOOP_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "polyloop/polyloop.h"

#ifndef PL_PORT_TURN
#define PL_PORT_TURN() ((void)0)
#endif

#ifndef PL_PORT_SWITCHES
#define PL_PORT_SWITCHES() false
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- supplied by the port ---- */

/* Starts the release timer and, with telemetry, the byte sink. Called once, first of all. */
void pl_port_init(void);

/* The release timer, extended to 32 bits. From any context. */
pl_tick_t pl_port_now(void);

/*
 * Asks for one call of pl_alarm_due() when the timer reaches `when`, less than 2^31 ticks ahead; replaces the request
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
 * Does what is due (releases, and with threads or interrupts also budgets and deadlines) and sets the next alarm. To be
 * called when the time of the alarm has been reached, never before. Locked, usually from the timer's interrupt.
 */
void pl_alarm_due(void);

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

/*
 * The same, a few bytes of it; with PL_PREEMPTIVE only. False: there was nothing to do. Unlocked; for interrupts of
 * ports whose kernel cannot switch before they end: they stop when a switch is wanted, and whoever comes next goes on.
 */
bool pl_trace_service_step(void);

/*
 * The time that interrupts have taken since the last call which nothing else measures: those that are too short or too
 * frequent for it, counted by the port. Not less than they took. With PL_PREEMPTIVE or PL_CREDITS; locked. Unit: ticks.
 */
pl_tick_t pl_port_stolen(void);

#if PL_CREDITS

/* When the running body began, moved on by what interrupts have taken from it since. Locked. Unit: ticks. */
extern pl_tick_t pl_begun;

/*
 * Around the whole of an interrupt that may be interrupted itself: the second one takes what the first one returned.
 * What lies between them and PL_PAUSE_TICKS are credited to the body that was interrupted. Locked.
 */
pl_tick_t pl_body_pause(void);
void pl_body_resume(pl_tick_t pause);

#endif

/*
 * ---- threads: for programs with PL_PREEMPTIVE, on ports with a kernel ----
 *
 * Each task has a thread, numbered as pl_tasks[]. A thread may run at a level: 0 not at all, 1 background, more is more
 * urgent, PL_LEVEL_MANAGER above all. The kernel runs the thread of the highest level that is not waiting, at once
 * (preemptively), and takes turns among those of level 1. One thread more, the manager, does what a kernel does not do
 * from interrupts: changes of level.
 */

/* Supplied by the port. */

/*
 * Makes the threads, all at level 1, and the manager at PL_LEVEL_MANAGER, and starts the kernel: the manager calls
 * pl_manager_main(), and when that waits each thread calls pl_thread_main(its number). Does not return. Unlocked.
 * The port supplies pl_stack_unused() too.
 */
void pl_port_threads_start(void);

/* Blocks the calling thread or manager until it is woken; a wake that came before counts, several count as one.
 * Unlocked. */
void pl_port_thread_wait(void);

/* Lets a thread, or PL_THREAD_MANAGER, go on. From any context, locked; the switch comes at the unlock, or at
 * pl_port_reschedule() where the kernel needs that. */
void pl_port_thread_wake(uint8_t thread);

/* Takes the switch that wakes have asked for. From threads, unlocked. */
void pl_port_reschedule(void);

/* Sets the level of a thread, its own included; takes effect before it returns. From threads and the manager, unlocked.
 */
void pl_port_thread_level(uint8_t thread, uint8_t level);

/* Called by the port. */

/* What a thread runs; does not return. */
void pl_thread_main(uint8_t thread);
void pl_manager_main(void);

/*
 * The kernel goes over to this thread, PL_THREAD_MANAGER, or PL_THREAD_NONE when it is idle. At every switch, also to
 * the same one; locked, from the kernel's own switch: it wakes nobody and serves nothing, but may set the alarm.
 */
void pl_thread_switched(uint8_t thread);

/*
 * Around the whole of an interrupt: between these two no thread pays, and PL_ENTRY_TICKS and PL_EXIT_TICKS before and
 * after them are credited to the thread that was interrupted. They nest; the kernel does not switch meanwhile. The
 * alarm and the program's interrupts have their own. Locked.
 */
void pl_thread_pause(pl_tick_t now);
void pl_thread_resume(pl_tick_t now);

/* To be called again and again while the kernel is idle; prepares what telemetry has, and sleeps by pl_port_idle(). */
void pl_thread_idle(void);

/*
 * ---- lines: for programs with interrupts of their own (PL_INTERRUPT_COUNT) ----
 *
 * A line is a source of interrupts, numbered by the port as its board's data file says.
 */

/* Supplied by the port. */

/*
 * Connects a line, masked, to this position of pl_interrupts[]: from now on each of its interrupts that is not masked
 * calls pl_interrupt(position). One that comes while the line is masked is remembered and comes when it is unmasked,
 * once. Locked.
 */
void pl_port_line_attach(uint8_t line, uint8_t mode, uint8_t position);

/* Masks the line, or lets it through again. From any context, locked. */
void pl_port_line_mask(uint8_t line, bool masked);

/*
 * Lets the other interrupts through while a bottom half runs; the state goes to pl_port_line_close(), after which the
 * interrupt goes on locked. The line itself is masked meanwhile. From the line's interrupt, locked.
 */
pl_irq_t pl_port_line_open(void);
void pl_port_line_close(pl_irq_t state);

/* Called by the port. */

/* The line of this position of pl_interrupts[] has interrupted. Locked. */
void pl_interrupt(uint8_t position);

#ifdef __cplusplus
}
#endif

#endif
