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

/* Declared so that the compiler's message is about the missing function and not about an unknown
 * name. */
enum { A0, A1, A2, A3, A4, A5 };
#define digitalPinToInterrupt(pin) NOT_AN_INTERRUPT

#define ARDUINO_LACKS(function, why)                                                                                   \
  __attribute__((error(function " cannot be used on the board PC with Quest (virtual): " why)))
#define ARDUINO_NO_PINS "it has no pins; choose a board with pins, as the Arduino Uno"

#define ARDUINO_LACKS_ANALOG_READ ARDUINO_LACKS("analogRead()", ARDUINO_NO_PINS)
#define ARDUINO_LACKS_ANALOG_REFERENCE ARDUINO_LACKS("analogReference()", ARDUINO_NO_PINS)
#define ARDUINO_LACKS_ANALOG_WRITE ARDUINO_LACKS("analogWrite()", ARDUINO_NO_PINS)
#define ARDUINO_LACKS_TONE ARDUINO_LACKS("tone()", ARDUINO_NO_PINS)
#define ARDUINO_LACKS_NO_TONE ARDUINO_LACKS("noTone()", ARDUINO_NO_PINS)
#define ARDUINO_LACKS_ATTACH_INTERRUPT ARDUINO_LACKS("attachInterrupt()", ARDUINO_NO_PINS)
#define ARDUINO_LACKS_DETACH_INTERRUPT ARDUINO_LACKS("detachInterrupt()", ARDUINO_NO_PINS)

#ifdef __cplusplus
extern "C" {
#endif
ARDUINO_LACKS("this pin", ARDUINO_NO_PINS)
void arduino_no_such_pin(void);
#ifdef __cplusplus
}
#endif

#define ARDUINO_CHECKS_PINS
#define ARDUINO_CHECK_PIN(pin) (__builtin_constant_p(pin) ? arduino_no_such_pin() : (void)0)

#endif
