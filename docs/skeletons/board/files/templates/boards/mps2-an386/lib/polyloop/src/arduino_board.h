/*
 * Arm's MPS2 with the image AN386. Its only pins are two light-emitting diodes and two push
 * buttons, those of the FPGA's input and output block (Arm DAI 0385, section 4.5).
 */
#ifndef ARDUINO_BOARD_H
#define ARDUINO_BOARD_H

enum { LED0, LED1, BUTTON0, BUTTON1 };
#define NUM_DIGITAL_PINS 4
#define LED_BUILTIN 0

#define ARDUINO_BOARD_NAME "Arm MPS2 AN386 (virtual)"
#define ARDUINO_PIN_REMEDY                                                                                             \
  "it has LED0 and LED1 (0, 1) and BUTTON0 and BUTTON1 (2, 3); choose one of these, or a board with more pins"
#include "arduino_limits.h"

#endif
