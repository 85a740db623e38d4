/* Functions of the test sketches besides Qduino's: they report results and raise
 * interrupts. */
#ifndef REPORT_H
#define REPORT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes a line `what=value` to the test. */
void report(const char *what, int32_t value);

/* A pin, or another source on boards without pins. raise_pin() raises its
 * interrupt. */
#if defined(__AVR__)
#define REPORT_PIN 2
#elif defined(__arm__)
#define REPORT_PIN PL_LINE_TIMER1
#else
#define REPORT_PIN 2
#endif
void raise_pin(uint8_t pin);

/* Writes the last line. */
void finish(void);

#ifdef __cplusplus
}
#endif

#endif
