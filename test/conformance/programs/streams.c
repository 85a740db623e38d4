/*
 * Writes the telemetry stream of random events. The recorder and the framer have a minimal port:
 * the program sets the clock, and the standard output is the serial line.
 *
 *   streams SEED SECONDS MEAN_TICKS
 *
 * MEAN_TICKS: mean time between two events. All seeds have the same metadata, as runs of one
 * program.
 */
#include <stdio.h>
#include <stdlib.h>

#include "no_bodies.h"
#include "recorder.h"
#include "trace_program.h"

#define BEAT_TICKS 65536U

const uint8_t pl_metadata[PL_METADATA_BYTES] = {STREAM_BLOB};

static pl_tick_t now;
static uint32_t state;

pl_tick_t pl_port_now(void)
{
    return now;
}

pl_irq_t pl_port_lock(void)
{
    return 0;
}

void pl_port_unlock(pl_irq_t irq)
{
    (void)irq;
}

void pl_port_sink_start(void)
{
    while (!pl_trace_drained()) {
        putchar(pl_trace_take());
    }
}

/* 0 to below - 1: the upper bits of a linear congruential generator. */
static uint32_t random_below(uint32_t below)
{
    state = state * 1664525U + 1013904223U;
    return (state >> 8) % below;
}

static void one_event(void)
{
    uint8_t object = (uint8_t)random_below(4);
    uint32_t choice = random_below(20);
    if (choice < 16) {
        pl_trace_at((uint8_t)((1U + random_below(5)) << 4), object, now);
    } else if (choice == 16) {
        pl_mark(object, (int32_t)random_below(200000) - 100000);
    } else if (choice == 17) {
        char text[24];
        int length = snprintf(text, sizeof text, "value %u\n", (unsigned)random_below(10000));
        (void)pl_text(text, (uint16_t)length);
    } else if (choice == 18) {
        pl_trace_pair_now(PL_EVENT_LOCK, object, (uint8_t)random_below(3), random_below(4));
    } else {
        (void)pl_trace_release_dropped_locked(object, (uint16_t)(1U + random_below(9)), now);
    }
    pl_trace_service();
}

int main(int count, char **arguments)
{
    if (count != 4) {
        return 1;
    }
    state = (uint32_t)strtoul(arguments[1], NULL, 10);
    pl_tick_t end = (pl_tick_t)strtoul(arguments[2], NULL, 10) * PL_TICK_HZ;
    uint32_t mean = (uint32_t)strtoul(arguments[3], NULL, 10);
    pl_trace_starts = state;
    pl_trace_boot();
    pl_tick_t beat = BEAT_TICKS;
    for (pl_tick_t next = random_below(2U * mean); next < end; next += random_below(2U * mean)) {
        for (; beat <= next; beat += BEAT_TICKS) {
            now = beat;
            pl_trace_beat();
            pl_trace_service();
        }
        now = next;
        one_event();
    }
    now = end;
    pl_trace_beat();
    pl_trace_beat();
    pl_trace_service();
    return 0;
}
