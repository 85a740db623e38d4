/* The Cortex-M3 port: what the Arduino functions of a program need besides polyloop/port.h. */
#ifndef POLYLOOP_M3_H
#define POLYLOOP_M3_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Time since pl_start(), which does not wrap. From any context. Unit: µs. */
uint64_t pl_m3_time_us(void);

/* Received bytes that were not read. */
uint8_t pl_m3_received(void);

/* The oldest received byte, or -1; removed if `take`. */
int pl_m3_receive(bool take);

/* Waits until all recorded events have left the board. Call it outside interrupts, unlocked. */
void pl_m3_flush(void);

/* Initializes the serial line. Called by pl_port_init(). */
void pl_m3_uart_init(void);

/* On one stack: an interrupt is left without its return. Requests PendSV if that has still to prepare frames. */
void pl_m3_leaving(void);

#ifdef __cplusplus
}
#endif

#endif
