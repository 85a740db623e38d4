/* Ceilings and lengths of the critical sections of threads. See section.h. */
#include "section.h"
#include "trace.h"

#if PL_PREEMPTIVE && PL_USES_RESOURCES

uint8_t pl_ceiling = PL_TASK_COUNT;
uint8_t pl_holder = PL_THREAD_NONE;
pl_mask_t pl_withheld;
pl_mask_t pl_holding;
pl_resource_t *pl_innermost;
bool pl_limited;

/* ---- ceilings ---- */

/* Whether a task is more urgent than a ceiling. */
static bool above(uint8_t task, uint8_t ceiling)
{
#if PL_POLICY == PL_POLICY_EDF
    return pl_flash_u32(&pl_tasks[task].deadline) < pl_flash_u32(&pl_tasks[ceiling].deadline);
#else
    return task < ceiling;
#endif
}

/* The ceiling in force admits its holder only: other holders have been preempted by that one. */
bool pl_ceiling_blocks(uint8_t task)
{
    return pl_ceiling != PL_TASK_COUNT && task != pl_holder && !above(task, pl_ceiling);
}

bool pl_withhold(uint8_t task)
{
    bool blocked = pl_ceiling_blocks(task);
    if (blocked) {
        pl_withheld |= pl_bit(task);
    }
    return blocked;
}

void pl_section_hold(pl_resource_t *resource)
{
    uint8_t task = pl_running;
    pl_thread_t *thread = &pl_threads[task];
    resource->outer = pl_ceiling;
    resource->outer_holder = pl_holder;
    resource->enclosing = pl_innermost;
    pl_innermost = resource;
    thread->innermost = resource;
    if (pl_ceiling == PL_TASK_COUNT || above(resource->ceiling, pl_ceiling)) {
        pl_ceiling = resource->ceiling;
    }
    pl_holding |= pl_bit(task);
    pl_holder = task;
}

bool pl_section_holds(const pl_resource_t *resource)
{
    const pl_resource_t *held = pl_innermost;
    while (held != 0 && held != resource) {
        held = held->enclosing;
    }
    return held != 0;
}

/* The task no longer holds its innermost resource. */
static void let_go(uint8_t task)
{
    const pl_resource_t *resource = pl_innermost;
    pl_ceiling = resource->outer;
    pl_holder = resource->outer_holder;
    pl_innermost = resource->enclosing;
    pl_threads[task].innermost = pl_innermost;
    pl_section_changed();
    if (pl_innermost == 0) {
        pl_holding &= (pl_mask_t)~pl_bit(task);
    }
}

void pl_section_release(pl_tick_t at, bool exceeded)
{
    uint8_t operation = exceeded ? PL_LOCK_EXCEEDED : PL_LOCK_RELEASE;
    uint8_t id = pl_flash_u8(&pl_tasks[pl_running].id);
    pl_trace_program_pair_locked(PL_EVENT_LOCK, pl_innermost->id, at, operation, id);
    let_go(pl_running);
}

void pl_section_let_on(void)
{
    pl_mask_t left = pl_withheld;
    for (uint8_t i = 0; left != 0; i++, left = (pl_mask_t)(left >> 1)) {
        if ((left & 1U) != 0 && !pl_ceiling_blocks(i)) {
            pl_withheld &= (pl_mask_t)~pl_bit(i);
            pl_port_thread_wake(i);
        }
    }
}

/* ---- lengths ---- */

void pl_section_charge_nested(pl_tick_t used)
{
    for (pl_resource_t *held = pl_innermost; held != 0; held = held->enclosing) {
        if (held->left != PL_NONE) {
            held->left -= used < held->left ? used : held->left;
        }
    }
}

void pl_section_revoke(pl_tick_t at)
{
    while (pl_innermost != 0) {
        uint8_t unlocks = (uint8_t)(pl_innermost->nested + 1U);
        pl_innermost->nested = 0;
        pl_section_release(at, pl_section_is_exceeded());
        pl_threads[pl_running].lost = (uint8_t)(pl_threads[pl_running].lost + unlocks);
    }
    pl_section_let_on();
}

bool pl_section_end_job(pl_tick_t at)
{
    bool held_any = pl_innermost != 0;
    for (pl_resource_t *held = pl_innermost; held != 0; held = held->enclosing) {
        held->left = 0;
    }
    if (held_any) {
        pl_section_revoke(at);
    }
    pl_threads[pl_running].lost = 0;
    return held_any;
}

#elif PL_ONE_STACK

pl_mask_t pl_above_job = (pl_mask_t)~(pl_mask_t)0;
bool pl_closed = true;
#if PL_USES_RESOURCES
pl_mask_t pl_above_ceilings = (pl_mask_t)~(pl_mask_t)0;
pl_mask_t pl_above_outer = (pl_mask_t)~(pl_mask_t)0;
struct pl_resource *pl_innermost;

static pl_mask_t above(uint8_t ceiling)
{
    return (pl_mask_t)(pl_bit(ceiling) - 1U);
}

void pl_section_raise(uint8_t ceiling)
{
    pl_above_ceilings &= above(ceiling);
    pl_may_start &= pl_above_ceilings;
}

void pl_section_lower(void)
{
    pl_above_ceilings = pl_above_outer;
    for (const pl_resource_t *held = pl_innermost; held != 0; held = held->enclosing) {
        pl_above_ceilings &= above(held->ceiling);
    }
    pl_may_start = pl_section_above();
    if ((pl_ready & pl_may_start) != 0) {
        pl_wanted = true;
    }
}

#endif

#else

/* ISO C requires a declaration in every file. */
typedef int pl_section_absent_t;

#endif
