/*
 * Levels: the priorities that the kernel is given, so that it runs the job that the policy selects.
 *
 * Fixed priorities: each task has a level of its own, by its position in the table. EDF: the most
 * urgent job has level FIRST and the others have OTHERS. A level that is out of date is changed
 * only when the kernel would run the wrong job because of it, so most releases and completions need
 * no change.
 *
 * With both policies background tasks, demoted tasks and exhausted tasks are low: they have level
 * 1, or 0 if they must not run at all. A low task that holds a resource is raised to the ceiling.
 * Other holders need no higher level: the tasks that would preempt them are not woken (section.h).
 *
 * Only the manager changes levels, so the changes stay in order.
 */
#include "level.h"
#include "section.h"

#if PL_PREEMPTIVE

#if PL_POLICY == PL_POLICY_FIXED
/* Tasks with the kernel level PL_LEVEL_NONE, and tasks with PL_LEVEL_BACKGROUND. */
static pl_mask_t standing;
static pl_mask_t sunk;
/* Tasks with the kernel level of a ceiling. */
static pl_mask_t lifted;
/* Tasks that must not run while their budget is exhausted. Constant after the start. */
static pl_mask_t waiters;
#endif

static pl_mask_t low(void)
{
    return pl_background | pl_demoted | pl_exhausted | (pl_withheld & pl_started);
}

/* The level of a low task that is not raised to a ceiling. */
static uint8_t low_level(uint8_t task, pl_mask_t bit)
{
    bool waits = ((pl_exhausted | pl_withheld) & (pl_mask_t)~pl_holding & bit) != 0 &&
                 pl_flash_u8(&pl_tasks[task].exhaustion) == PL_EXHAUSTION_WAIT;
    return waits ? PL_LEVEL_NONE : PL_LEVEL_BACKGROUND;
}

/* Ready tasks with a thread that has been woken. The levels of other tasks have no effect yet. */
static pl_mask_t awake(void)
{
    return pl_ready & (pl_mask_t) ~(pl_withheld & (pl_mask_t)~pl_started);
}

#if PL_POLICY == PL_POLICY_EDF

#define OTHERS 2U
#define FIRST 3U

/*
 * The absolute deadline by which a job competes: D after its release or, if that is later, D after
 * the time of the budget that it is using. A job that uses the budget of a later period is no more
 * urgent than a job of that period.
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

/*
 * The first of these tasks by deadline; ties in the order of the table. A task without a deadline
 * comes last.
 */
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
 * The task that must run: the first by deadline of the tasks that are not low. If the ceiling
 * blocks that task, the holder runs in its place, and no task with a later deadline runs between
 * them (stack resource policy: Baker 1991). If all tasks are low, the holder runs, too.
 * PL_THREAD_NONE: there is no such task.
 */
static uint8_t most_urgent(void)
{
    uint8_t best = first_due(pl_ready & (pl_mask_t) ~(pl_background | pl_demoted | pl_exhausted));
    return best == PL_THREAD_NONE || pl_ceiling_blocks(best) ? pl_holder : best;
}

/* The level that the manager gives to a task. */
static uint8_t level_of(uint8_t task, uint8_t best)
{
    pl_mask_t bit = pl_bit(task);
    if (task == best) {
        return FIRST;
    }
    return (low() & bit) != 0 ? low_level(task, bit) : OTHERS;
}

/* Whether the kernel runs this task exactly when it must, with the level that the task has now. */
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

/* The first task that needs another level; 0: there is none. */
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

/* Not needed: each task has a level of its own. */
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

/*
 * Tasks that need another level. Computed by sets of tasks, because most alarms change no level.
 * The level of a low holder depends on the ceiling and is compared by itself.
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

/* While the manager changes levels: the most urgent task that it found. Else PL_THREAD_MANAGER. */
static uint8_t dealt_to = PL_THREAD_MANAGER;

/*
 * While the manager changes levels, a wrong level may be one that it has not reached yet. Then only
 * another most urgent task means that it has to change levels once more.
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

/* A change of state that happens meanwhile wakes the manager again. */
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

/* Under EDF sleeping tasks get their level, too: else one could wake with level FIRST. */
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

/* ISO C requires a declaration in every file. */
typedef int pl_level_absent_t;

#endif
