/*
 * For the arduino_board.h of a board that has pins which are only on or off, or no pins: the functions that need
 * other pins do not compile. Before it includes this file it defines
 *
 * - ARDUINO_BOARD_NAME, for the compiler's messages.
 * - ARDUINO_PIN_REMEDY: which pins the board has, for the message about a pin that it does not have.
 * - NUM_DIGITAL_PINS.
 *
 * It may define reasons of its own, ARDUINO_NO_…, and ARDUINO_CHECK_PIN.
 */
#ifndef ARDUINO_LIMITS_H
#define ARDUINO_LIMITS_H

/* Declared so that the compiler's message is about the missing function and not about an unknown
 * name. */
enum { A0 = NUM_DIGITAL_PINS, A1, A2, A3, A4, A5 };
#define digitalPinToInterrupt(pin) NOT_AN_INTERRUPT

#ifndef ARDUINO_NO_ANALOG
#define ARDUINO_NO_ANALOG "it has no analog pin; choose a board with one, such as the Arduino Uno"
#define ARDUINO_NO_PWM "its pins are only on or off; choose a board with PWM, such as the Arduino Uno"
#define ARDUINO_NO_SOUND "it has no pin for a loudspeaker; choose a board with one, such as the Arduino Uno"
#define ARDUINO_NO_INTERRUPT                                                                                           \
  "its pins cannot cause interrupts; use the interrupt of a timer, or choose a board with interrupts of pins"
#endif

#define ARDUINO_LACKS(function, why)                                                                                   \
  __attribute__((error(function " cannot be used on the board " ARDUINO_BOARD_NAME ": " why)))
#define ARDUINO_LACKS_ANALOG_READ ARDUINO_LACKS("analogRead()", ARDUINO_NO_ANALOG)
#define ARDUINO_LACKS_ANALOG_REFERENCE ARDUINO_LACKS("analogReference()", ARDUINO_NO_ANALOG)
#define ARDUINO_LACKS_ANALOG_WRITE ARDUINO_LACKS("analogWrite()", ARDUINO_NO_PWM)
#define ARDUINO_LACKS_TONE ARDUINO_LACKS("tone()", ARDUINO_NO_SOUND)
#define ARDUINO_LACKS_NO_TONE ARDUINO_LACKS("noTone()", ARDUINO_NO_SOUND)
#define ARDUINO_LACKS_ATTACH_INTERRUPT ARDUINO_LACKS("attachInterrupt()", ARDUINO_NO_INTERRUPT)
#define ARDUINO_LACKS_DETACH_INTERRUPT ARDUINO_LACKS("detachInterrupt()", ARDUINO_NO_INTERRUPT)

#ifdef __cplusplus
extern "C" {
#endif
ARDUINO_LACKS("this pin", ARDUINO_PIN_REMEDY)
void arduino_no_such_pin(void);
#ifdef __cplusplus
}
#endif

#define ARDUINO_CHECKS_PINS
#ifndef ARDUINO_CHECK_PIN
#define ARDUINO_CHECK_PIN(pin)                                                                                         \
  (__builtin_constant_p(pin) && (pin) >= NUM_DIGITAL_PINS ? arduino_no_such_pin() : (void)0)
#endif

#endif
