/*
 * The measured program: a task `fast` with an empty job every PERIOD_US, PL_TASK_COUNT - 2 other tasks,
 * and a task `witness` that never yields. The time that the witness loses is the runtime's overhead.
 *
 * BURST 1: all tasks are `fast`, released together.
 * ENDLESS 1: the job of `fast` never ends. It gets only its budget, BUDGET_US in each PERIOD_US.
 * WITNESS_FIRST 1: the witness is the most urgent task, and `fast` is only released.
 * WATCHED 1: all deadlines end before the next release, so the alarm watches them.
 * BENCH_OTHERS: the state of the other tasks. ASLEEP: they sleep. PENDING: each has a job that waits for
 * the witness. HELD: each has exhausted its budget and waits for the replenishment.
 */
#include "bench.h"

#include "polyloop/telemetry.h"

#if PL_TELEMETRY
const uint8_t pl_metadata[PL_METADATA_BYTES] PL_FLASH = {BENCH_METADATA};
#endif

#define TICKS(us) ((pl_tick_t)(us) * (PL_TICK_HZ / 1000000U))
#define NEVER (PL_TICKS_MAX / 2U)

#if PL_PREEMPTIVE
#define EXHAUSTION , .exhaustion = PL_EXHAUSTION_WAIT
#else
#define EXHAUSTION
#endif
#define LIMITED(id_, period_, offset_, deadline_, budget_, body_)                                                      \
    {                                                                                                                  \
        .period = (period_), .offset = (offset_), .deadline = (deadline_), .budget = (budget_), .body = (body_),       \
        .kind = PL_PERIODIC, .id = (id_)EXHAUSTION                                                                     \
    }
#define ROW(id, period, offset, budget, body) LIMITED(id, period, offset, (period)-WATCHED, budget, body)
/* With WITNESS_FIRST `fast` never runs. NEVER avoids deadline misses, which would be measured, too. */
#define FAST(id)                                                                                                       \
    LIMITED(id, TICKS(PERIOD_US), TICKS(PERIOD_US), WITNESS_FIRST ? NEVER : TICKS(PERIOD_US) >> WATCHED, TICKS(BUDGET_US),        \
            bench_fast)
/* Not 0, because the preprocessor reads an undefined name as 0. */
#define ASLEEP 1
#define PENDING 2
#define HELD 3
#if BURST
#define OTHER(id) FAST(id)
#define WITNESS(id) FAST(id)
#elif BENCH_OTHERS == PENDING
#define OTHER(id) ROW(id, NEVER - 1U - (id), 0, NEVER - 1U - (id), bench_fast)
#define WITNESS(id) ROW(id, NEVER / 2U, 0, NEVER / 2U, bench_witness)
#elif BENCH_OTHERS == HELD
#define OTHER(id) ROW(id, NEVER - 1U - (id), 0, TICKS(50), held)
/* Released after the other tasks have exhausted their budgets. */
#define WITNESS(id) ROW(id, NEVER, TICKS(60000), NEVER, bench_witness)
#else
#define OTHER(id) ROW(id, NEVER - 1U - (id), NEVER - 1U - (id), NEVER - 1U - (id), bench_fast)
#define WITNESS(id) ROW(id, NEVER, 0, NEVER, bench_witness)
#endif

#if BENCH_OTHERS == HELD

static void held(void)
{
    for (;;) {
    }
}

#endif

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
#if WITNESS_FIRST
    WITNESS(0), OTHER_ROWS FAST(PL_TASK_COUNT - 1),
#elif BENCH_OTHERS == PENDING
    FAST(0), WITNESS(PL_TASK_COUNT - 1), OTHER_ROWS
#else
    FAST(0), OTHER_ROWS WITNESS(PL_TASK_COUNT - 1),
#endif
};

void bench_run(void)
{
    pl_start();
    pl_run();
}

#if PL_PREEMPTIVE
static pl_stack_unit_t stacks[PL_TASK_COUNT + 2][PL_STACK_UNITS(BENCH_STACK_BYTES)];
#define STACK(thread)                                                                                                  \
    {                                                                                                                  \
        stacks[thread], PL_STACK_UNITS(BENCH_STACK_BYTES)                                                              \
    }
const pl_stack_t pl_stacks[PL_TASK_COUNT + 2] = {STACK_ROWS};
#endif
