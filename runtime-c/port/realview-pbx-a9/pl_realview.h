/* The RealView PBX-A9's port: what the Arduino functions of a program and the kernel need besides polyloop/port.h. */
#ifndef POLYLOOP_REALVIEW_H
#define POLYLOOP_REALVIEW_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Time since pl_start(), which does not wrap. From any context. Unit: µs. */
uint64_t pl_realview_time_us(void);

/* Received bytes that were not read. */
uint8_t pl_realview_received(void);

/* The oldest received byte, or -1; removed if `take`. */
int pl_realview_receive(bool take);

/* Waits until all recorded events have left the board. Call it outside interrupts, unlocked. */
void pl_realview_flush(void);

/* Initialize the serial line and the lines of interrupts. Called by pl_port_init(). */
void pl_realview_uart_init(void);
void pl_realview_lines_init(void);

#ifdef __cplusplus
}
#endif

#endif
