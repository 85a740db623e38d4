/*
 * A PC with Quest. It has no pins for a program: Arduino's functions that need one do not compile.
 */
#ifndef ARDUINO_BOARD_H
#define ARDUINO_BOARD_H

/* Qduino's own main program calls setup() of the Qduino sketch, and starts its loops. */
#define ARDUINO_HAS_MAIN
#define setup arduino_setup
#define loop arduino_loop

#define NUM_DIGITAL_PINS 0
#define LED_BUILTIN 0

#define ARDUINO_BOARD_NAME "PC with Quest (virtual)"
#define ARDUINO_PIN_REMEDY "it has no pins; choose a board with pins, such as the Arduino Uno"
#define ARDUINO_NO_ANALOG ARDUINO_PIN_REMEDY
#define ARDUINO_NO_PWM ARDUINO_PIN_REMEDY
#define ARDUINO_NO_SOUND ARDUINO_PIN_REMEDY
#define ARDUINO_NO_INTERRUPT ARDUINO_PIN_REMEDY
#define ARDUINO_CHECK_PIN(pin) (__builtin_constant_p(pin) ? arduino_no_such_pin() : (void)0)
#include "arduino_limits.h"

#endif
