/* The Cortex-M3 port: what the Arduino functions of a program need of it, beside polyloop/port.h. */
#ifndef POLYLOOP_M3_H
#define POLYLOOP_M3_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Time since pl_start(), which does not wrap. From any context. Unit: µs. */
uint64_t pl_m3_time_us(void);

/* Bytes that the serial line has brought and nobody has read. */
uint8_t pl_m3_received(void);

/* The oldest of them, or -1; taken away when `take`. */
int pl_m3_receive(bool take);

/* Waits until what was recorded has left the board. Outside of interrupts, unlocked. */
void pl_m3_flush(void);

/* Sets the serial line up. By pl_port_init(). */
void pl_m3_uart_init(void);

#ifdef __cplusplus
}
#endif

#endif
