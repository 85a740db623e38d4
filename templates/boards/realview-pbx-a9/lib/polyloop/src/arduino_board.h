/*
 * Arm's RealView PBX-A9. Its only pins are eight light-emitting diodes and eight switches, those of
 * the system registers (Arm DUI 0440, sections 4.3.2 and 4.3.3). Arduino's other functions that need
 * a pin do not compile.
 */
#ifndef ARDUINO_BOARD_H
#define ARDUINO_BOARD_H

enum { LED0, LED1, LED2, LED3, LED4, LED5, LED6, LED7 };
enum { SWITCH0 = 8, SWITCH1, SWITCH2, SWITCH3, SWITCH4, SWITCH5, SWITCH6, SWITCH7 };
#define NUM_DIGITAL_PINS 16
#define LED_BUILTIN 0

/* Declared so that the compiler's message is about the missing function and not about an unknown
 * name. */
enum { A0 = 16, A1, A2, A3, A4, A5 };
#define digitalPinToInterrupt(pin) NOT_AN_INTERRUPT

#define ARDUINO_LACKS(function, why)                                                                                   \
  __attribute__((error(function " cannot be used on the board Arm RealView PBX-A9 (virtual): " why)))
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
              "it has LED0 to LED7 (0 to 7) and SWITCH0 to SWITCH7 (8 to 15); choose one of these, or a board with more pins")
void arduino_no_such_pin(void);
#ifdef __cplusplus
}
#endif

#define ARDUINO_CHECKS_PINS
#define ARDUINO_CHECK_PIN(pin)                                                                                         \
  (__builtin_constant_p(pin) && (pin) >= NUM_DIGITAL_PINS ? arduino_no_such_pin() : (void)0)

#endif
