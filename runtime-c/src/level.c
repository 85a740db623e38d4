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
/* Tasks by the level that the kernel has been told, where it is not that of their place: none, background, another. */
static pl_mask_t standing;
static pl_mask_t sunk;
static pl_mask_t lifted;
/* Tasks that stand still without budget; set once. */
static pl_mask_t waiters;
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

/* A task that has not been woken can wait until it is. */
static pl_mask_t awake(void)
{
    return pl_ready & (pl_mask_t) ~(pl_withheld & (pl_mask_t)~pl_started);
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

/* The first task of which the kernel would do the wrong thing; 0: there is none. */
static pl_mask_t misfits(uint8_t best)
{
    pl_mask_t left = awake() | pl_background;
    for (uint8_t i = 0; left != 0; i++, left = (pl_mask_t)(left >> 1)) {
        if ((left & 1U) != 0 && !fits(i, best)) {
            return pl_bit(i);
        }
    }
    return 0;
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

/* Tasks whose level has to change: all at once, because most alarms change none. A low holder has a level of its own.
 */
static pl_mask_t misfits(uint8_t best)
{
    pl_mask_t lows = low();
    pl_mask_t stand = lows & waiters & (pl_exhausted | pl_withheld) & (pl_mask_t)~pl_holding;
    pl_mask_t left = (standing ^ stand) | (sunk ^ (lows & (pl_mask_t)~stand)) | lifted;
    if (pl_holder != PL_THREAD_NONE) {
        pl_mask_t bit = lows & pl_bit(pl_holder);
        bool fits = pl_threads[pl_holder].level == level_of(pl_holder, best);
        left = fits ? left & (pl_mask_t)~bit : left | bit;
    }
    return left & (awake() | pl_background);
}

#endif

/* The most urgent task as the manager found it that is changing levels; PL_THREAD_MANAGER: it is not. */
static uint8_t dealt_to = PL_THREAD_MANAGER;

/* A level that the manager is about to change says nothing: it waits for the next round if the most urgent is another.
 */
void pl_level_check(void)
{
    if ((awake() | pl_background) == 0) {
        return;
    }
    uint8_t best = most_urgent();
    if ((dealt_to != PL_THREAD_MANAGER && dealt_to != best) || misfits(best) != 0) {
        pl_port_thread_wake(PL_THREAD_MANAGER);
    }
}

#if PL_POLICY == PL_POLICY_FIXED

static void mark(pl_mask_t *tasks, pl_mask_t bit, bool is)
{
    *tasks = is ? *tasks | bit : *tasks & (pl_mask_t)~bit;
}

static void note(uint8_t task, uint8_t level)
{
    pl_mask_t bit = pl_bit(task);
    mark(&standing, bit, level == PL_LEVEL_NONE);
    mark(&sunk, bit, level == PL_LEVEL_BACKGROUND);
    mark(&lifted, bit, level > PL_LEVEL_BACKGROUND && level != PL_TASK_COUNT + 1U - task);
}

static void begin(void)
{
    for (uint8_t i = 0; i < PL_TASK_COUNT; i++) {
        note(i, PL_LEVEL_BACKGROUND);
        mark(&waiters, pl_bit(i), pl_flash_u8(&pl_tasks[i].exhaustion) == PL_EXHAUSTION_WAIT);
    }
}

#else

static void note(uint8_t task, uint8_t level)
{
    (void)task;
    (void)level;
}

static void begin(void)
{
}

#endif

static void change(uint8_t task, uint8_t best)
{
    pl_irq_t state = pl_port_lock();
    uint8_t level = level_of(task, best);
    bool changes = pl_threads[task].level != level;
    pl_threads[task].level = level;
    note(task, level);
    pl_port_unlock(state);
    if (changes) {
        pl_port_thread_level(task, level);
    }
}

/* What changes meanwhile wakes the manager again. */
static void apply(pl_mask_t left, uint8_t best)
{
    for (uint8_t i = 0; left != 0 && i < PL_TASK_COUNT; i++, left = (pl_mask_t)(left >> 1)) {
        if ((left & 1U) != 0) {
            change(i, best);
        }
    }
}

#define ALL ((pl_mask_t) ~(pl_mask_t)0)

void pl_level_begin(void)
{
    begin();
    apply(ALL, most_urgent());
}

/* Under EDF tasks that sleep are told as well, or one could wake with the level FIRST. */
void pl_level_apply(void)
{
    pl_irq_t state = pl_port_lock();
    uint8_t best = most_urgent();
    pl_mask_t left = PL_POLICY == PL_POLICY_EDF ? ALL : misfits(best);
    dealt_to = best;
    pl_port_unlock(state);
    apply(left, best);
    dealt_to = PL_THREAD_MANAGER;
}

#else

/* ISO C wants a declaration in every file. */
typedef int pl_level_absent_t;

#endif
