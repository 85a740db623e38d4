/* Quest's port: what the Qduino sketch, the Arduino functions of a program and the kernel's files need of it. */
#ifndef POLYLOOP_QUEST_H
#define POLYLOOP_QUEST_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- for the Qduino sketch ---- */

/* Runs the constructors and the set-up of the program. Called once, before the loops. */
void pl_quest_setup(void);

/* The loop of the periodic task at this position of pl_tasks[]. Does not return. */
void pl_quest_loop(uint8_t task);

/* The loop of all background tasks: runs one job of each in turn. */
void pl_quest_background(void);

/* The loop that sends telemetry. Does not return. */
void pl_quest_telemetry(void);

/* ---- the port's own files ---- */

/* The time of a task's release, by its number from 0, once all loops have begun. Unit: ticks. */
uint32_t pl_quest_release(uint8_t task, uint32_t number);

/* Called by each loop before its first job. Returns when all loops of the sketch (PL_QUEST_LOOPS) have called it. */
void pl_quest_await_start(void);

/* ---- the kernel: system.c ---- */

/* Measures the kernel's clock. Called once, before pl_quest_clock(). */
void pl_quest_clock_init(void);

/* The time since pl_quest_clock_init(), also for Arduino's functions. From any loop. Unit: us. */
uint64_t pl_quest_clock(void);

/* Moves the caller, the main program, to a VCPU with most of the processor, until it has started all loops. */
void pl_quest_hurry(void);

/* Suspends the calling loop for at least so long. Unit: us. */
void pl_quest_sleep(uint32_t us);

/* Writes to the console, which is also the serial line. */
void pl_quest_write(const uint8_t *bytes, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
