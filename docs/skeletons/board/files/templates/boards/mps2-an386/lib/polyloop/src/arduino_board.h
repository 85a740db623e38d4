/*
 * Arm's MPS2 with the image AN386. Of pins it has two light-emitting diodes and two push buttons, those of the FPGA's
 * input and output block (Arm DAI 0385, section 4.5); the rest of Arduino's functions that want a pin do not compile.
 */
#ifndef ARDUINO_BOARD_H
#define ARDUINO_BOARD_H

enum { LED0, LED1, BUTTON0, BUTTON1 };
#define NUM_DIGITAL_PINS 4
#define LED_BUILTIN 0

/* Only named, so that the message is about what is missing and not about a name. */
enum { A0 = 14, A1, A2, A3, A4, A5 };
#define digitalPinToInterrupt(pin) NOT_AN_INTERRUPT

#define ARDUINO_LACKS(function, why)                                                                                   \
  __attribute__((error(function " cannot be used on the board Arm MPS2 AN386 (virtual): " why)))
#define ARDUINO_NO_ANALOG "it has no analog pin; choose a board with one, as the Arduino Uno"
#define ARDUINO_NO_PWM "its pins are only on or off; choose a board with PWM, as the Arduino Uno"
#define ARDUINO_NO_SOUND "it has no pin for a loudspeaker; choose a board with one, as the Arduino Uno"
#define ARDUINO_NO_INTERRUPT                                                                                           \
  "its pins make no interrupt; use the interrupt of a timer, or choose a board with interrupts of pins"

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
ARDUINO_LACKS("this pin",
              "it has LED0 and LED1 (0, 1) and BUTTON0 and BUTTON1 (2, 3); choose one of these, or a board with more pins")
void arduino_no_such_pin(void);
#ifdef __cplusplus
}
#endif

#define ARDUINO_CHECKS_PINS
#define ARDUINO_CHECK_PIN(pin)                                                                                         \
  (__builtin_constant_p(pin) && (pin) >= NUM_DIGITAL_PINS ? arduino_no_such_pin() : (void)0)

#endif
