/*
 * What Arduino's functions of time and Arduino's Serial need from a board: a clock, and the serial
 * line of the program. The arduino_board.cpp of each board defines these functions.
 */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

/* Time since the program started, in us. */
uint64_t pl_arduino_time_us();

/* Uses the processor for a time in us. */
void pl_arduino_wait_us(uint64_t us);

/* pl_arduino_wait_us() of a board whose clock runs by itself. */
static inline void pl_arduino_spin_us(uint64_t us)
{
  const uint64_t from = pl_arduino_time_us();
  while (pl_arduino_time_us() - from < us) {
  }
}

/* Waits until all written bytes have been sent. */
void pl_arduino_flush();

/* Number of received bytes that have not been read. */
int pl_arduino_received();

/* The oldest received byte that has not been read, or -1. `take`: it is read. */
int pl_arduino_receive(bool take);

/*
 * The next two are for a program without telemetry, which is alone on the line.
 */

/* Number of bytes that can be written without waiting. */
int pl_arduino_room();

/* Writes all bytes, and waits for room if necessary. Returns how many were written. */
size_t pl_arduino_write(const uint8_t *bytes, size_t length);

#endif
