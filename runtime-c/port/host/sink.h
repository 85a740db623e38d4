/* Host: the destination of telemetry. Internal to the port. */
#ifndef POLYLOOP_HOST_SINK_H
#define POLYLOOP_HOST_SINK_H

#include <stdbool.h>
#include <stdint.h>

/* Opens the file; false: the program is built without telemetry. */
bool pl_host_sink_open(void);

/* Advances the clock by an interrupt that only the port counts. In clock.c. Unit: ticks. */
void pl_host_take(uint32_t takes);

/* The work of the port at each beat. */
void pl_host_beat(void);

#endif
