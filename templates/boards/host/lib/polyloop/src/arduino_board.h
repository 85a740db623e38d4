/*
 * A process on the development machine. Pins are variables: reading one gives what was written, an analog pin the value
 * of 0 to 1023; a pin with a tone changes with time. Writing to a pin makes its interrupt. There is no serial input.
 */
#ifndef ARDUINO_BOARD_H
#define ARDUINO_BOARD_H

#define NUM_DIGITAL_PINS 20
#define LED_BUILTIN 13
enum { A0 = 14, A1, A2, A3, A4, A5 };

/* Each pin has an interrupt of its own. */
#define digitalPinToInterrupt(pin) ((pin) < NUM_DIGITAL_PINS ? (pin) : NOT_AN_INTERRUPT)

#endif
