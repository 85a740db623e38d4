/* Host: where telemetry goes. Between the port's own files. */
#ifndef POLYLOOP_HOST_SINK_H
#define POLYLOOP_HOST_SINK_H

#include <stdbool.h>
#include <stdint.h>

/* Opens the file; false: the program is built without telemetry. */
bool pl_host_sink_open(void);

/* Lets so much time pass, which an interrupt takes that only the port counts. In clock.c. Unit: ticks. */
void pl_host_take(uint32_t takes);

/* What the port does at each beat. */
void pl_host_beat(void);

#endif
