/*
 * The part of telemetry that a port's byte sink uses: the ring with the bytes for the line.
 *
 * The ring contains, in the order of addresses:
 *   tail … encoded   frames that are ready for the line; the sink takes them from the tail
 *   encoded … open   closed frames, not encoded yet:
 *                    [length] [header] [payload] [5 bytes reserved for check value and delimiter]
 *   open … head      the open frame, the same without its length; none while open == head
 * Indices are free-running and are reduced to the ring when it is accessed. Only one owner writes
 * each of them.
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
    volatile uint8_t tail;    /* written by the sink */
    volatile uint8_t encoded; /* written by pl_trace_service(), locked */
    volatile uint8_t open;    /* written by the recorder, locked */
    uint8_t head;             /* written by the recorder, locked */
} pl_trace_t;

extern pl_trace_t pl_trace;

/* Whether no byte is ready for the line. */
static inline bool pl_trace_drained(void)
{
    return pl_trace.tail == pl_trace.encoded;
}

/*
 * Takes the next byte for the line. Not while drained. Locked, unless the sink has one caller only.
 */
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
