/*
 * What a port's byte sink sees of telemetry: the bytes that are ready for the line.
 *
 * Life of a byte in the ring, in order of address:
 *   tail … encoded   frames ready for the line; the sink takes them from the tail
 *   encoded … open   closed frames, raw: [length] [header] [payload] [5 bytes kept for check value and delimiter]
 *   open … head      the frame being filled, the same but not yet with its length; none while open == head
 * Indices run freely and are reduced to the ring when it is accessed. Each has one owner, named below.
 */
#ifndef POLYLOOP_SINK_H
#define POLYLOOP_SINK_H

#include <stdbool.h>
#include <stdint.h>

#include "polyloop/polyloop.h"

#if PL_TELEMETRY

#ifndef PL_TRACE_RING_BYTES
#define PL_TRACE_RING_BYTES 128
#endif
#if PL_TRACE_RING_BYTES != 128 && PL_TRACE_RING_BYTES != 256
#error "PL_TRACE_RING_BYTES must be 128 or 256"
#endif
#define PL_TRACE_MASK ((uint8_t)(PL_TRACE_RING_BYTES - 1))

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    uint8_t ring[PL_TRACE_RING_BYTES];
    volatile uint8_t tail;    /* by the sink */
    volatile uint8_t encoded; /* by pl_trace_service(), locked: publishes what the sink may take */
    volatile uint8_t open;    /* by the recorder, locked */
    uint8_t head;             /* by the recorder, locked */
} pl_trace_t;

extern pl_trace_t pl_trace;

/* Whether there is nothing for the line now. */
static inline bool pl_trace_drained(void)
{
    return pl_trace.tail == pl_trace.encoded;
}

/* Takes the next byte for the line; not when drained. Locked, or where nothing else calls it. */
static inline uint8_t pl_trace_take(void)
{
    uint8_t tail = pl_trace.tail;
    pl_trace.tail = (uint8_t)(tail + 1U);
    return pl_trace.ring[tail & PL_TRACE_MASK];
}

#ifdef __cplusplus
}
#endif

#endif

#endif
