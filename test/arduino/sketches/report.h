/* What the sketches of this test need beside Qduino's names: their results, and
 * interrupts that come when asked for. */
#ifndef REPORT_H
#define REPORT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes a line `what=value` to whoever runs the sketch. */
void report(const char *what, int32_t value);

/* A pin, or the source that the board has instead, whose interrupt raise_pin()
 * makes come. */
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
