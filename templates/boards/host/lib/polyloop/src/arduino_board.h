/*
 * A process on the development machine. Pins are variables: reading one gives what was written, an analog pin the value
 * of 0 to 1023; a pin with a tone changes with time. Writing to a pin makes its interrupt. There is no serial input.
 */
#ifndef ARDUINO_BOARD_H
#define ARDUINO_BOARD_H

#define NUM_DIGITAL_PINS 20
#define LED_BUILTIN 13
#define A0 14
#define A1 15
#define A2 16
#define A3 17
#define A4 18
#define A5 19

/* Each pin has an interrupt of its own. */
#define digitalPinToInterrupt(pin) ((pin) < NUM_DIGITAL_PINS ? (pin) : NOT_AN_INTERRUPT)

#endif
