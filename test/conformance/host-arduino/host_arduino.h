/* What conformance programs need of the board. Their own functions setup() rule out Arduino.h. */
#ifndef HOST_ARDUINO_H
#define HOST_ARDUINO_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes the level of a pin now. */
void host_arduino_toggle(uint8_t pin);

/* From now on a short pulse comes at a pin with this period. 0: no longer. Unit: µs. */
void host_arduino_pulse_every(uint8_t pin, uint32_t us);

/* This much time passes, and interrupts come meanwhile. Unit: µs. */
void host_arduino_pass(uint32_t us);

#ifdef __cplusplus
}
#endif

#endif
