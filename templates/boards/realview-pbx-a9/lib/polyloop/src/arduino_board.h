/*
 * Arm's RealView PBX-A9. Its only pins are eight light-emitting diodes and eight switches, those of
 * the system registers (Arm DUI 0440, sections 4.3.2 and 4.3.3).
 */
#ifndef ARDUINO_BOARD_H
#define ARDUINO_BOARD_H

enum { LED0, LED1, LED2, LED3, LED4, LED5, LED6, LED7 };
enum { SWITCH0 = 8, SWITCH1, SWITCH2, SWITCH3, SWITCH4, SWITCH5, SWITCH6, SWITCH7 };
#define NUM_DIGITAL_PINS 16
#define LED_BUILTIN 0

#define ARDUINO_BOARD_NAME "Arm RealView PBX-A9 (virtual)"
#define ARDUINO_PIN_REMEDY                                                                                             \
  "it has LED0 to LED7 (0 to 7) and SWITCH0 to SWITCH7 (8 to 15); choose one of these, or a board with more pins"
#include "arduino_limits.h"

#endif
