/*
 * A board of the product's Arduino library (templates/arduino) for the conformance of the port to Arduino's functions. Time is
 * virtual, and nothing of the runtime is below it.
 *
 * It differs from an AVR board where cores differ: an interrupt is never interrupted, noInterrupts() in an interrupt stays
 * in force after it, and an edge that comes while the interrupt of its pin is detached is forgotten.
 */
#ifndef ARDUINO_BOARD_H
#define ARDUINO_BOARD_H

#define NUM_DIGITAL_PINS 20
#define LED_BUILTIN 13
enum { A0 = 14, A1, A2, A3, A4, A5 };

#define digitalPinToInterrupt(pin) ((pin) < NUM_DIGITAL_PINS ? (pin) : NOT_AN_INTERRUPT)

#ifdef __cplusplus
extern "C" {
#endif

/* Called by code that waits. A microsecond passes. */
void yield(void);

#ifdef __cplusplus
}
#endif

#endif
