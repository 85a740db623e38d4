/*
 * Stacks: records how many bytes of its stack each thread has never used, one thread after another.
 */
#include "recorder.h"

#if PL_TELEMETRY && PL_PREEMPTIVE

/* Time from one record to the next: 1 s. */
#define STACK_TICKS PL_TICK_HZ
/* Arguments: thread, unused bytes, size. */
#define STACK_BYTES (2U + 2U * PL_VARINT_BYTES)

static pl_tick_t recorded_at;
static uint8_t turn;

/* The thread to record now, or PL_THREAD_NONE. */
static uint8_t due(pl_tick_t now)
{
    uint8_t thread = PL_THREAD_NONE;
    pl_irq_t state = pl_port_lock();
    if (now - recorded_at >= STACK_TICKS) {
        recorded_at = now;
        thread = turn;
        turn = (uint8_t)(thread == PL_THREAD_MANAGER ? 0 : thread + 1U);
    }
    pl_port_unlock(state);
    return thread;
}

void pl_trace_stack(void)
{
    pl_tick_t now = pl_port_now();
    uint8_t thread = due(now);
    if (thread == PL_THREAD_NONE) {
        return;
    }
    uint32_t unused = pl_stack_unused(thread);
    uint32_t size = (uint32_t)(pl_stacks[thread].units * sizeof(pl_stack_unit_t));
    uint8_t index = thread == PL_THREAD_MANAGER ? PL_TASK_COUNT : pl_flash_u8(&pl_tasks[thread].id);
    pl_irq_t state = pl_port_lock();
    if (pl_has_room(PL_EVENT_BYTES + PL_RESERVED_BYTES + STACK_BYTES) &&
        pl_control_begin(PL_CONTROL_STACK, now, STACK_BYTES)) {
        uint8_t head = pl_put_varint(pl_trace.head, index);
        pl_event_end(pl_put_varint(pl_put_varint(head, unused), size));
    }
    pl_port_unlock(state);
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_trace_stack_absent_t;

#endif
