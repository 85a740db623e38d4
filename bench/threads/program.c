/*
 * The program that is measured: a task `fast` with a job of nothing every PERIOD_US, PL_TASK_COUNT - 2 tasks that stay
 * asleep, and a `witness` that does not give the processor back of its own accord. What the runtime takes is what the
 * witness misses.
 *
 * BURST 1: all tasks are `fast`, released together.
 * ENDLESS 1: the job of `fast` never ends. Its budget, BUDGET_US in each PERIOD_US, is all that it gets.
 * WITNESS_FIRST 1: the witness is the most urgent task, and `fast` is only released.
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
#define ROW(id_, period_, offset_, budget_, body_)                                                                     \
    {                                                                                                                  \
        .period = (period_), .offset = (offset_), .deadline = (period_), .budget = (budget_), .body = (body_),         \
        .kind = PL_PERIODIC, .id = (id_)EXHAUSTION                                                                     \
    }
#define FAST(id) ROW(id, TICKS(PERIOD_US), TICKS(PERIOD_US), TICKS(BUDGET_US), bench_fast)
#define WITNESS(id) ROW(id, NEVER, 0, NEVER, bench_witness)
#if BURST
#define ASLEEP(id) FAST(id)
#undef WITNESS
#define WITNESS(id) FAST(id)
#else
#define ASLEEP(id) ROW(id, NEVER - 1U - (id), NEVER - 1U - (id), NEVER - 1U - (id), bench_fast)
#endif

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
#if WITNESS_FIRST
    WITNESS(0),
#else
    FAST(0),
#endif
    ASLEEP_ROWS
#if WITNESS_FIRST
        FAST(PL_TASK_COUNT - 1),
#else
        WITNESS(PL_TASK_COUNT - 1),
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
