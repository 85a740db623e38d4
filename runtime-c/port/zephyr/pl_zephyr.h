/* Zephyr: what the files of the port and the Arduino functions need from each other. */
#ifndef POLYLOOP_ZEPHYR_H
#define POLYLOOP_ZEPHYR_H

#include <stdbool.h>
#include <stdint.h>

#include "polyloop/polyloop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Time since pl_start(), which does not wrap. From any context. Unit: ticks. */
uint64_t pl_zephyr_time(void);

/* The time of the next alarm. Locked. */
pl_tick_t pl_zephyr_alarm_at(void);

/* Received bytes that were not read. */
uint8_t pl_zephyr_received(void);

/* The oldest received byte, or -1; removed if `take`. */
int pl_zephyr_receive(bool take);

/* Waits until the line takes a byte of a program without telemetry, and writes it. */
void pl_zephyr_write(uint8_t byte);

/* Waits until all recorded events have left the board. Call it outside interrupts, unlocked. */
void pl_zephyr_flush(void);

/* Sends the remaining telemetry byte by byte, without interrupts, as the last action of a program. Locked. */
void pl_zephyr_drain(void);

/* The pins of Arduino's functions. A pin that is not in app.overlay is not there. */
void pl_zephyr_pin_mode(uint8_t pin, bool output, bool pull_up);
void pl_zephyr_pin_write(uint8_t pin, bool high);
bool pl_zephyr_pin_read(uint8_t pin);

/* Initializes the clock, and the serial line. Called by pl_port_init(). */
void pl_zephyr_clock_init(void);
void pl_zephyr_sink_init(void);

#ifdef __cplusplus
}
#endif

#endif
