/*
 * The functions that a conformance program needs besides the public API: time that passes, checks,
 * and an end. Each port has an implementation.
 */
#ifndef CONFORM_H
#define CONFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "polyloop/polyloop.h"
#include "polyloop/telemetry.h"

#define US(us) ((pl_tick_t)((us) * (PL_TICK_HZ / 1000000U)))

/* Uses processor time. Unit: µs. */
void conform_consume(uint32_t us);

/* Ends the program as failed at this line if `holds` is false. */
void conform_check(bool holds, uint16_t line);
#define CHECK(condition) conform_check((condition), __LINE__)

/* Ends the program as passed. */
void conform_pass(void);

/*
 * The largest difference between two readings of one instant: the overhead of the runtime on this
 * port. Unit: ticks.
 */
extern const pl_tick_t conform_slack;

/*
 * The runtime's largest overhead on this port with preemption, as a share of a job's execution
 * time. Unit: %.
 */
extern const uint8_t conform_loss;

#if PL_TELEMETRY
#define METADATA_TABLE const uint8_t pl_metadata[PL_METADATA_BYTES] PL_FLASH = {METADATA_BLOB};
#else
#define METADATA_TABLE
#endif

#if PL_PREEMPTIVE
/* The stack of a thread, CONFORM_STACK_BYTES long. The configuration sets the length, because ports differ. */
#define STACK(n)                                                                                                       \
    {                                                                                                                  \
        stacks[n], PL_STACK_UNITS(CONFORM_STACK_BYTES)                                                                 \
    }
#define STACKS_1 STACK(0), STACK(1), STACK(2)
#define STACKS_2 STACKS_1, STACK(3)
#define STACKS_3 STACKS_2, STACK(4)
#define STACKS_4 STACKS_3, STACK(5)
#define STACKS_5 STACKS_4, STACK(6)
#define STACKS_6 STACKS_5, STACK(7)
#define STACKS_7 STACKS_6, STACK(8)
#define STACKS_8 STACKS_7, STACK(9)
#define STACKS_9 STACKS_8, STACK(10)
#define STACKS_10 STACKS_9, STACK(11)
#define STACKS_11 STACKS_10, STACK(12)
#define STACKS_12 STACKS_11, STACK(13)
#define STACKS_13 STACKS_12, STACK(14)
#define STACKS_14 STACKS_13, STACK(15)
#define STACKS_15 STACKS_14, STACK(16)
#define STACKS_16 STACKS_15, STACK(17)
#define STACKS_FOR(count) STACKS_##count
#define STACKS_OF(count) STACKS_FOR(count)
#define STACK_TABLE                                                                                                    \
    static pl_stack_unit_t stacks[PL_TASK_COUNT + 2][PL_STACK_UNITS(CONFORM_STACK_BYTES)];                             \
    const pl_stack_t pl_stacks[PL_TASK_COUNT + 2] = {STACKS_OF(PL_TASK_COUNT)};
#else
#define STACK_TABLE
#endif

/* The tables that all programs have in common: metadata and stacks. */
#define CONFORM_METADATA METADATA_TABLE STACK_TABLE

/* Whether a more urgent job preempts the running one. */
#define CONFORM_PREEMPTS (PL_PREEMPTIVE || PL_ONE_STACK)

/* At the end of a row: how a job continues with an exhausted budget, where budgets are enforced. */
#if PL_PREEMPTIVE
#define THEN(policy) , .exhaustion = (policy)
#else
#define THEN(policy)
#endif

/* The required fields of a row of pl_tasks[], in ticks. The other fields follow by name or are 0. */
#define ROW(body_, kind_, period_, offset_, deadline_, budget_, position_)                                             \
    .period = (period_), .offset = (offset_), .deadline = (deadline_), .budget = (budget_), .body = (body_),           \
    .kind = (kind_), .id = (position_)

/* A row with only these fields. Times in µs. */
#define TASK(body, kind, period_us, offset_us, deadline_us, budget_us, position)                                       \
    {                                                                                                                  \
        ROW(body, kind, US(period_us), US(offset_us), US(deadline_us), US(budget_us), position)                        \
    }

#define BACKGROUND(body, position)                                                                                     \
    {                                                                                                                  \
        ROW(body, PL_BACKGROUND, 0, 0, PL_NONE, PL_NONE, position)                                                     \
    }

#endif
