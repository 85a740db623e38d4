/*
 * A process on the development machine. Pins are variables: reading a pin returns the written
 * value, for an analog pin from 0 to 1023. A pin with a tone changes with time. Writing to a pin
 * raises its interrupt. There is no serial input.
 */
#ifndef ARDUINO_BOARD_H
#define ARDUINO_BOARD_H

#define NUM_DIGITAL_PINS 20
#define LED_BUILTIN 13
enum { A0 = 14, A1, A2, A3, A4, A5 };

/* Each pin has an interrupt of its own. */
#define digitalPinToInterrupt(pin) ((pin) < NUM_DIGITAL_PINS ? (pin) : NOT_AN_INTERRUPT)

#endif
