/*
 * The port: everything that the runtime needs from a processor and its kernel, and the only way by
 * which the runtime reaches them. A port consists of plain functions, resolved at link time, and of
 * a header polyloop_target.h for everything that must be inline:
 *
 *   PL_TICK_HZ               ticks per second of the release timer
 *   PL_FLASH                 attribute of constant tables that are outside the data address space
 *   pl_flash_u8(), pl_flash_u32(), pl_flash_pointer()
 *                            read from such tables
 *   pl_flash_below()         whether the uint32_t at an address is less than a value
 *   PL_INLINE, PL_OUTLINE    attributes of functions that must, and must not, be inlined
 *   PL_PORT_RECORDS          1: the port defines pl_trace_locked() of src/trace.h itself
 *   pl_irq_t, pl_port_lock(), pl_port_unlock(state)
 *                            critical section against every context that calls the runtime; nests
 *   pl_irq_open(state)       whether that section was entered from outside of all sections and
 *                            interrupts
 *   pl_index_t               an unsigned integer that is loaded and stored by one instruction
 *   pl_port_load(), pl_port_store()
 *                            sequentially consistent access to a volatile uint8_t; to a volatile
 *                            pl_index_t with the suffix _index
 *   pl_port_crc32(crc, byte) one step of the check value of docs/telemetry.md
 *   PL_NOINIT                attribute of variables that keep their value over a reset
 *   PL_PORT_TURN()           optional: called between two background jobs, unlocked, by ports with a
 *                            clock that advances only when the program reads it
 *   PL_LINE_OVERHEAD_TICKS   time of an interrupt of the program before and after what the runtime
 *                            measures, from the processor's entry and to its return. Measured,
 *                            rounded up
 *   PL_LINE_LEAST_TICKS      the least time that it takes there. Measured, rounded down
 *   PL_LINE_MASK_TICKS       time to mask a line for lack of budget and to unmask it later
 *
 * With PL_PREEMPTIVE the following constants stand for time that the runtime takes from the body of
 * a job and cannot measure itself. They are upper bounds, and no larger than what the board's
 * record in generator/boards counts for them. Measured with bench/threads. Unit: ticks.
 *
 *   PL_ENTRY_TICKS           of an interrupt: from the processor's entry to the reading of the
 *                            clock that is given to pl_thread_pause()
 *   PL_EXIT_TICKS            from the reading given to pl_thread_resume() to the interrupt's return
 *   PL_SWITCH_OUT_TICKS      from the end of a body's instruction, or of an interrupt, to the
 *                            reading in pl_thread_switched()
 *   PL_SWITCH_IN_TICKS       from the end of the bookkeeping in pl_thread_switched() to the
 *                            thread's next instruction
 *   PL_START_TICKS           from the opening of a body's account to the body's first instruction
 *   PL_END_TICKS             from the body's last instruction to the closing of the account
 *   PL_HELD_TICKS            time that exhaustion and replenishment of a budget take, beyond that
 *                            of a job: see exhaust.h
 *   PL_WATCH_TICKS           the least time between two checks of one budget's end
 *   PL_PREPARE_TICKS         of one step of the preparation of a frame, four bytes at most, in a
 *                            call that records
 *   PL_PORT_SWITCHES()       optional: whether the current interrupt ends with a switch; the switch
 *                            then sets the alarm
 *
 * With PL_PREEMPTIVE or PL_CREDITS:
 *
 *   PL_SECTION_TICKS         of a critical section: the return of the lock, the call of the unlock,
 *                            and readings of the clock
 *   PL_TEXT_TICKS            cost of a byte that the program records: its preparation, its sending
 *                            and its share of a frame, seven bytes in 32. An upper bound. With
 *                            PL_PREEMPTIVE, preparing a frame of 32 bytes counts as ten times
 *                            PL_PREPARE_TICKS
 *
 * With PL_CREDITS, for the budget that is checked at the end of a body. Unit: ticks.
 *
 *   PL_PAUSE_TICKS           of an interrupt: the time before and after pl_body_pause() and
 *                            pl_body_resume(), or before and after what pl_interrupt() measures
 *   PL_BODY_TICKS            from the reading before a body to its first instruction, and from its
 *                            last instruction to the next reading
 *
 * A port contains no scheduling logic. The functions that it calls are declared below its own.
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

#if PL_ONE_STACK

#ifndef PL_PORT_PREEMPT
#define PL_PORT_PREEMPT() pl_hook_preempt()
#endif

/* Runs all jobs that may preempt what runs now. Locked; other interrupts come meanwhile. In preempt.c. */
void pl_hook_preempt(void);

/* Whether it has something to do. From any context. */
bool pl_preempts(void);

/* The same as pl_hook_preempt() outside of interrupts, for PL_PORT_PREEMPT() of ports that cannot call it. Unlocked. */
void pl_preempt_pended(void);

#endif

/* ---- supplied by the port ---- */

/* Starts the release timer and, with telemetry, the byte sink. Called once, before all others. */
void pl_port_init(void);

/* The time of the release timer, extended to 32 bits. Called from any context. */
pl_tick_t pl_port_now(void);

/*
 * Requests one call of pl_alarm_due() when the timer reaches `when`, which is less than 2^31 ticks
 * ahead. Replaces the previous request. Returns false, and requests nothing, if that time has been
 * reached already. Called locked.
 */
bool pl_port_alarm(pl_tick_t when);

/*
 * Waits for an interrupt. Unlocks and sleeps in one step, so that an interrupt that came after the
 * lock ends the sleep at once. Called locked while no job is ready; returns unlocked. May return
 * early.
 */
void pl_port_idle(void);

/*
 * Tells the byte sink that pl_trace_take() (sink.h) has bytes for it. Called locked; with telemetry
 * only.
 */
void pl_port_sink_start(void);

/*
 * pl_port_open(), pl_port_close(), with PL_ONE_STACK, inline in polyloop_target.h: leave all locked
 * sections and the interrupt in service, so that other interrupts come and jobs run on top of it; and
 * lock again.
 *
 * PL_PORT_PREEMPT(), with PL_ONE_STACK, optional: runs jobs that preempt, when an interrupt ends;
 * locked. Default: calls pl_hook_preempt(). A processor on which jobs cannot run inside of an
 * interrupt requests the call of pl_preempt_pended() instead.
 */

#if PL_USES_EXHAUSTION_STOP

/*
 * Calls run(body) so that pl_port_leave() can end it. Returns whether that has ended it. Calls nest:
 * each one can be left only while it is the innermost. Locked before and after it.
 */
bool pl_port_call(void (*run)(void (*body)(void)), void (*body)(void));

/*
 * Returns from the innermost pl_port_call() at once, also from an interrupt on top of it: all frames
 * above that call are dropped. Locked.
 */
__attribute__((noreturn)) void pl_port_leave(void);

#endif

/* ---- called by the port ---- */

/*
 * Does everything that is due: releases, and with threads or interrupts also budgets and deadlines.
 * Then sets the next alarm. The port calls it when the time of the alarm has been reached, never
 * before. Locked, usually from the timer's interrupt.
 */
void pl_alarm_due(void);

/*
 * The beat of telemetry: sends sync events and metadata when they are due, and closes frames that
 * have waited too long. The port calls it about every PL_BEAT_MS (16 to 60) from an interrupt,
 * locked, also while a job runs. With telemetry only.
 */
void pl_trace_beat(void);

/*
 * Prepares recorded frames for the line. Called unlocked; an interrupt may call it only with
 * interrupts enabled, because it takes long. Does nothing if it interrupted itself.
 */
void pl_trace_service(void);

/*
 * Prepares a few bytes only; with PL_PREEMPTIVE or PL_ONE_STACK only. False: nothing was left to prepare. Called
 * unlocked. For ports with a kernel that cannot switch before the interrupt ends: the
 * interrupt stops when a switch is requested, and the next caller continues.
 */
bool pl_trace_service_step(void);

/*
 * The time since the last call that was taken by interrupts which the runtime does not measure,
 * because they are too short or too frequent. The port counts them. An upper bound. With
 * PL_PREEMPTIVE or PL_CREDITS; locked. Unit: ticks.
 */
pl_tick_t pl_port_stolen(void);

#if PL_CREDITS

/*
 * When the running body began, plus the time that interrupts have taken from it since. Locked.
 * Unit: ticks.
 */
extern pl_tick_t pl_begun;

/*
 * Called at the begin and at the end of an interrupt that may be interrupted itself; the second
 * function takes the result of the first. The time between them and PL_PAUSE_TICKS are credited to
 * the interrupted body. On one stack the second function also runs the jobs that preempt it. Locked.
 */
pl_tick_t pl_body_pause(void);
void pl_body_resume(pl_tick_t pause);

#endif

/*
 * ---- threads: for programs with PL_PREEMPTIVE, on ports with a kernel ----
 *
 * Each task has a thread of the same number as its row in pl_tasks[]. A thread has a level: at 0 it
 * never runs, 1 is the background, higher levels are more urgent, and PL_LEVEL_MANAGER is above all
 * others. The kernel always runs the thread of the highest level that is not waiting, preemptively.
 * Threads of level 1 take turns. One more thread, the manager, changes levels, which a kernel does
 * not do from interrupts.
 */

/* Supplied by the port. */

/*
 * Creates the threads at level 1 and the manager at PL_LEVEL_MANAGER, and starts the kernel. The
 * manager calls pl_manager_main(). When that waits, each thread calls pl_thread_main() with its
 * number. Does not return. Called unlocked. The port supplies pl_stack_unused() too.
 */
void pl_port_threads_start(void);

/*
 * Blocks the calling thread or the manager until it is woken. Returns at once if it was woken since
 * the last wait; several such wakes count as one. Called unlocked.
 */
void pl_port_thread_wait(void);

/*
 * Wakes a thread, or PL_THREAD_MANAGER. Called from any context, locked. The kernel switches at the
 * unlock, or at pl_port_reschedule() if it needs that call.
 */
void pl_port_thread_wake(uint8_t thread);

/* Switches to a thread that was woken, if it is more urgent. Called by threads, unlocked. */
void pl_port_reschedule(void);

/*
 * Sets the level of any thread; it takes effect before the return. Called by threads and the
 * manager, unlocked.
 */
void pl_port_thread_level(uint8_t thread, uint8_t level);

/* Called by the port. */

/* The main functions of a thread and of the manager; they do not return. */
void pl_thread_main(uint8_t thread);
void pl_manager_main(void);

/*
 * The kernel switches to this thread, to PL_THREAD_MANAGER, or to PL_THREAD_NONE when it is idle.
 * Called at every switch, also to the same thread; locked, from the kernel's own switch. It wakes
 * no thread and serves nothing that is due, but it may set the alarm.
 */
void pl_thread_switched(uint8_t thread);

/*
 * Called at the begin and at the end of an interrupt. No thread pays for the time between them.
 * PL_ENTRY_TICKS before and PL_EXIT_TICKS after them are credited to the interrupted thread. The
 * calls nest; the kernel does not switch between them. The alarm and the program's interrupts need
 * no calls by the port. Locked.
 */
void pl_thread_pause(pl_tick_t now);
void pl_thread_resume(pl_tick_t now);

/*
 * Called again and again while the kernel is idle: prepares frames for the line, then sleeps by
 * pl_port_idle().
 */
void pl_thread_idle(void);

/*
 * ---- lines: for programs with interrupts of their own (PL_INTERRUPT_COUNT) ----
 *
 * A line is a source of interrupts. The port numbers them as the board's record in generator/boards
 * says.
 */

/* Supplied by the port. */

/*
 * Connects a line, masked, to this position of pl_interrupts[]. From now on each of its interrupts
 * calls pl_interrupt(position). Interrupts that come while the line is masked are remembered as
 * one, which is delivered when the line is unmasked. Locked.
 */
void pl_port_line_attach(uint8_t line, uint8_t mode, uint8_t position);

/* Masks or unmasks the line. Called from any context, locked. */
void pl_port_line_mask(uint8_t line, bool masked);

/*
 * Called by the line's interrupt, locked, before and after a bottom half: between them other
 * interrupts may come. The line itself is masked meanwhile. The result of the first function goes
 * to the second, which locks again.
 */
pl_irq_t pl_port_line_open(void);
void pl_port_line_close(pl_irq_t state);

/* Called by the port. */

/* The line of this position of pl_interrupts[] has an interrupt. Locked. */
void pl_interrupt(uint8_t position);

#ifdef __cplusplus
}
#endif

#endif
