/*
 * Levels: how the kernel's priorities make it run the job that the policy wants.
 *
 * Fixed priorities: each task has its own level, by its place in the table. EDF: the job that is first has the level
 * FIRST, the others OTHERS; a level that is no longer right is left until it would mislead the kernel, so that most
 * releases and completions need no change. Either way background tasks, tasks that run demoted and tasks without budget
 * are low: at level 1, or at 0 where they are to stand still. A low task that holds a resource is lifted to the
 * ceiling. That other holders are not preempted by those that use the resource is seen to by not waking these: see
 * resource.c.
 *
 * Only the manager changes levels, so that no change overtakes another.
 */
#include "threads.h"

#if PL_PREEMPTIVE

pl_mask_t pl_background;

#if PL_POLICY == PL_POLICY_FIXED
/* Tasks whose level, as the kernel has been told, is not the one of their place, or not that of the background. */
static pl_mask_t lowered;
static pl_mask_t lifted;
#endif

static pl_mask_t low(void)
{
    return pl_background | pl_demoted | pl_exhausted | (pl_withheld & pl_started);
}

/* The level of a task that is low and not lifted. */
static uint8_t low_level(uint8_t task, pl_mask_t bit)
{
    bool waits = ((pl_exhausted | pl_withheld) & (pl_mask_t)~pl_holding & bit) != 0 &&
                 pl_flash_u8(&pl_tasks[task].exhaustion) == PL_EXHAUSTION_WAIT;
    return waits ? PL_LEVEL_NONE : PL_LEVEL_BACKGROUND;
}

#if PL_POLICY == PL_POLICY_EDF

#define OTHERS 2U
#define FIRST 3U

/*
 * The absolute deadline by which a job competes: D after its release or, if that is later, after the budget came that
 * it is using. A job that goes on with the budget of a later period is no more urgent than a job of that period.
 */
static pl_tick_t due(uint8_t task, pl_tick_t relative)
{
    pl_tick_t from = pl_state[task].release;
    if (pl_flash_u32(&pl_tasks[task].budget) != PL_NONE) {
        pl_tick_t piece = pl_threads[task].server.refills[0].time;
        if (pl_tick_reached(piece, from)) {
            from = piece;
        }
    }
    return from + relative;
}

/* The first of these tasks by deadline, ties in the table's order. One without a deadline comes after all others. */
static uint8_t first_due(pl_mask_t left)
{
    uint8_t best = PL_THREAD_NONE;
    bool best_limited = false;
    pl_tick_t best_due = 0;
    for (uint8_t i = 0; left != 0; i++, left = (pl_mask_t)(left >> 1)) {
        if ((left & 1U) == 0) {
            continue;
        }
        pl_tick_t relative = pl_flash_u32(&pl_tasks[i].deadline);
        bool limited = relative != PL_NONE;
        pl_tick_t at = due(i, relative);
        if (best == PL_THREAD_NONE || (limited && (!best_limited || !pl_tick_reached(at, best_due)))) {
            best = i;
            best_limited = limited;
            best_due = at;
        }
    }
    return best;
}

/*
 * The task that is to run: the first by deadline of those that are not low. A task that the ceiling keeps out counts,
 * too: while it is the first, the holder runs in its place, and no task with a later deadline comes between (the stack
 * resource policy: Baker 1991). If all are low, the holder runs as well. PL_THREAD_NONE: there is none.
 */
static uint8_t most_urgent(void)
{
    uint8_t best = first_due(pl_ready & (pl_mask_t) ~(pl_background | pl_demoted | pl_exhausted));
    return best == PL_THREAD_NONE || pl_ceiling_blocks(best) ? pl_holder : best;
}

/* The level that a task gets when the manager deals them. */
static uint8_t level_of(uint8_t task, uint8_t best)
{
    pl_mask_t bit = pl_bit(task);
    if (task == best) {
        return FIRST;
    }
    return (low() & bit) != 0 ? low_level(task, bit) : OTHERS;
}

/* Whether the kernel would do the right thing with this task. */
static bool fits(uint8_t task, uint8_t best)
{
    uint8_t level = pl_threads[task].level;
    if (task == best) {
        return level >= OTHERS;
    }
    if ((low() & pl_bit(task)) != 0 && level != low_level(task, pl_bit(task))) {
        return false;
    }
    return best == PL_THREAD_NONE || level < pl_threads[best].level;
}

#else

/* Levels say it all. */
static uint8_t most_urgent(void)
{
    return PL_THREAD_NONE;
}

static uint8_t level_of(uint8_t task, uint8_t best)
{
    pl_mask_t bit = pl_bit(task);
    (void)best;
    if ((low() & bit) == 0) {
        return (uint8_t)(PL_TASK_COUNT + 1U - task);
    }
    return task == pl_holder ? (uint8_t)(PL_TASK_COUNT + 1U - pl_ceiling) : low_level(task, bit);
}

static bool fits(uint8_t task, uint8_t best)
{
    return pl_threads[task].level == level_of(task, best);
}

#endif

/*
 * The tasks whose level may have to change. Under fixed priorities few: those that are low or were, but for background
 * tasks that hold nothing. A task that has not been woken can wait until it is.
 */
static pl_mask_t doubtful(void)
{
    pl_mask_t awake = pl_ready & (pl_mask_t) ~(pl_withheld & (pl_mask_t)~pl_started);
#if PL_POLICY == PL_POLICY_EDF
    return awake | pl_background;
#else
    return (awake & (low() | lowered)) | (pl_background & (pl_holding | lifted));
#endif
}

/* The most urgent task as the manager found it that is changing levels; PL_THREAD_MANAGER: it is not. */
static uint8_t dealt_to = PL_THREAD_MANAGER;

/* A level that the manager is about to change says nothing: it waits for the next round if the most urgent is another.
 */
void pl_level_check(void)
{
    pl_mask_t left = doubtful();
    if (left == 0) {
        return;
    }
    uint8_t best = most_urgent();
    if (dealt_to != PL_THREAD_MANAGER && dealt_to != best) {
        pl_port_thread_wake(PL_THREAD_MANAGER);
        return;
    }
    for (uint8_t i = 0; left != 0; i++, left = (pl_mask_t)(left >> 1)) {
        if ((left & 1U) != 0 && !fits(i, best)) {
            pl_port_thread_wake(PL_THREAD_MANAGER);
            return;
        }
    }
}

#if PL_POLICY == PL_POLICY_FIXED

static void note(uint8_t task, uint8_t level)
{
    pl_mask_t bit = pl_bit(task);
    lowered &= (pl_mask_t)~bit;
    lifted &= (pl_mask_t)~bit;
    if (level != PL_LEVEL_BACKGROUND) {
        lifted |= bit;
    }
    if (level != PL_TASK_COUNT + 1U - task) {
        lowered |= bit;
    }
}

#else

static void note(uint8_t task, uint8_t level)
{
    (void)task;
    (void)level;
}

#endif

/* What changes meanwhile wakes the manager again. */
void pl_level_apply(void)
{
    pl_irq_t state = pl_port_lock();
    uint8_t best = most_urgent();
    dealt_to = best;
    pl_port_unlock(state);
    for (uint8_t i = 0; i < PL_TASK_COUNT; i++) {
        state = pl_port_lock();
        uint8_t level = level_of(i, best);
        bool changes = pl_threads[i].level != level;
        pl_threads[i].level = level;
        note(i, level);
        pl_port_unlock(state);
        if (changes) {
            pl_port_thread_level(i, level);
        }
    }
    dealt_to = PL_THREAD_MANAGER;
}

#else

/* ISO C wants a declaration in every file. */
typedef int pl_level_absent_t;

#endif
