/*
 * What a conformance program needs besides the public API: time that passes, checks, and an end. One implementation for
 * each port.
 */
#ifndef CONFORM_H
#define CONFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "polyloop/polyloop.h"
#include "polyloop/telemetry.h"

#define US(us) ((pl_tick_t)((us) * (PL_TICK_HZ / 1000000U)))

/* Uses up processor time. Unit: µs. */
void conform_consume(uint32_t us);

/* Ends the program as failed at this line unless `holds`. */
void conform_check(bool holds, uint16_t line);
#define CHECK(condition) conform_check((condition), __LINE__)

/* Ends the program as passed. */
void conform_pass(void);

/* A time that two readings of one moment may differ by: what the runtime takes on this port. Unit: ticks. */
extern const pl_tick_t conform_slack;

#if PL_TELEMETRY
#define CONFORM_METADATA const uint8_t pl_metadata[PL_METADATA_BYTES] PL_FLASH = {METADATA_BLOB};
#else
#define CONFORM_METADATA
#endif

/* A row of pl_tasks[] with the fields that most programs leave alone. */
#define TASK(body, kind, period_us, offset_us, deadline_us, budget_us, position)                                       \
    {                                                                                                                  \
        US(period_us), US(offset_us), US(deadline_us), US(budget_us), (body), 0, 0, 0, (kind), PL_OVERRUN_SKIP, 0, 0,  \
            (position)                                                                                                 \
    }

#endif
