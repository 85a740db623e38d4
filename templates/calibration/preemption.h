/*
 * Calibration of the targets whose jobs preempt each other: FreeRTOS, and preemption on one stack. The job of `witness`
 * never ends and looks at the clock in a loop. `fast` preempts it: its job looks at the clock when it begins and when it
 * ends. A span that is longer than the loop is the time of an interrupt, or of two switches.
 *
 * A release that preempts nothing: with threads `pending0` waits for the witness. On one stack `fast` waits itself, while
 * the witness holds their resource.
 *
 * A span counts only if exactly one kind of work came in it, and if no bytes were prepared in it.
 */
#if PL_PREEMPTIVE
#define WITNESS_LOOKS 4000U
#else
/* Between two of them the witness prepares the bytes of all events, so that there is room for more. */
#define WITNESS_LOOKS 1000U
/* While the witness holds the resource, so that releases of `fast` are kept and then dropped. */
#define HELD_LOOKS 1000U
#endif
#define RECORDED_EVENTS 12U

/* In the order of generator/calibration/figures.ts. */
#if PL_PREEMPTIVE
enum { BYTE, CLOCK, TICK, RELEASE, TO_JOB, FROM_JOB, TAKE, GIVE, EVENT, PREPARE, FIGURE_COUNT };
#else
enum { BYTE, CLOCK, RELEASE, TO_JOB, FROM_JOB, TAKE, GIVE, EVENT, PREPARE, FIGURE_COUNT };
#endif

static Range figures[FIGURE_COUNT];
/* Spans without any work of the runtime: of the loop, and of two looks in a row. */
static Range loops;
static Range pairs;
#if PL_ONE_STACK
/* Of a job of `fast`, from its first look to its second. */
static Range jobs;
#endif

static Look entered;
static Look left;
static volatile uint8_t runs;

static __attribute__((noinline, noclone)) void fast_job(void)
{
    look(entered);
    runs++;
    look(left);
}

/* Whether the kernel's tick came between. */
static inline bool has_tick(const Look &from, const Look &to)
{
#if PL_PREEMPTIVE
    return to.tick != from.tick;
#else
    (void)from;
    (void)to;
    return false;
#endif
}

/* No interrupt but that of the alarm came between, and nobody prepared bytes. */
static bool is_alone(const Look &from, const Look &to)
{
    return !is_long(from, to) && !has_overflow(from, to) && to.encoded == from.encoded && is_silent(from, to) &&
           to.clock == from.clock && !has_tick(from, to);
}

/* A span of the loop that was longer than the others. `ran`: with a job of `fast`. */
static __attribute__((noinline, noclone)) void note_gap(const Look &from, const Look &to, bool ran)
{
    if (ran) {
#if PL_ONE_STACK
        note(jobs, cycles(entered, left));
#endif
        if (is_alone(from, entered)) {
            note(figures[TO_JOB], cycles(from, entered));
        }
        if (is_alone(left, to)) {
            note(figures[FROM_JOB], cycles(left, to));
        }
        return;
    }
    if (is_long(from, to) || has_overflow(from, to) || to.encoded != from.encoded) {
        return;
    }
    uint16_t span = cycles(from, to);
    bool alarmed = to.alarm != from.alarm;
    bool ticked = has_tick(from, to);
    uint8_t bytes = (uint8_t)(to.sent - from.sent);
    uint8_t rounds = (uint8_t)(to.clock - from.clock);
    /* On one stack the longest byte counts, too: the last one turns the line's interrupt off itself. */
    if (to.line != from.line && (!PL_ONE_STACK || bytes == 0)) {
        return;
    }
    if (alarmed && !ticked && bytes == 0 && rounds == 0) {
        note(figures[RELEASE], span);
#if PL_PREEMPTIVE
    } else if (!alarmed && ticked && bytes == 0 && rounds == 0) {
        note(figures[TICK], span);
#endif
    } else if (!alarmed && !ticked && bytes == 1 && rounds == 0) {
        note(figures[BYTE], span);
    } else if (!alarmed && !ticked && bytes == 0 && rounds == 1) {
        note(figures[CLOCK], span);
    }
}

/* Two looks apart by more than this are not the loop alone. */
#define LOOP_SPREAD 16U
#define LOOP_MOST 0x1000U

/* The code between two looks is the same in each pass, unless a span is long: the next span does not count. */
#if PL_ONE_STACK

/*
 * A pass is a large part of a switch on one stack. So it is short: the looks take turns, and none is copied. And a
 * preemption in the pass after a long span does not count: it would contain the rest of what notes that span.
 */
static __attribute__((noinline, noclone)) void watch(uint16_t looks)
{
    Look taken[2];
    Look *last = &taken[0];
    Look *now = &taken[1];
    uint16_t least = loops.count == 0 ? LOOP_MOST : loops.least;
    uint8_t seen = runs;
    bool counts = false;
    look(*last);
    for (uint16_t passes = looks; passes != 0; passes--) {
        look(*now);
        uint8_t run = runs;
        uint16_t span = cycles(*last, *now);
        if (run != seen || span > (uint16_t)(least + LOOP_SPREAD)) {
            if (counts && (uint8_t)(run - seen) <= 1U) {
                note_gap(*last, *now, run != seen);
            }
            seen = run;
            counts = false;
        } else {
            if (span < least && counts) {
                least = span;
            }
            /* The code before the first pass is not that of the loop. */
            counts = passes != looks;
        }
        Look *other = last;
        last = now;
        now = other;
    }
    note(loops, least);
}

#else

static __attribute__((noinline, noclone)) void watch(uint16_t looks)
{
    Look last;
    Look now;
    uint16_t least = loops.count == 0 ? LOOP_MOST : loops.least;
    uint8_t seen = runs;
    bool counts = false;
    look(last);
    /* The code before the first pass is not that of the loop: makes the first span long. */
    last.coarse = (uint16_t)(last.coarse - 0x1000U);
    for (uint16_t passes = looks; passes != 0; passes--) {
        look(now);
        uint16_t span = cycles(last, now);
        uint8_t run = runs;
        if (run != seen || span > (uint16_t)(least + LOOP_SPREAD)) {
            bool ran = (uint8_t)(run - seen) == 1U && passes != looks;
            if (ran || (counts && run == seen)) {
                note_gap(last, now, ran);
            }
            seen = run;
            counts = false;
        } else {
            if (counts && span < least) {
                least = span;
            }
            counts = true;
        }
        last = now;
    }
    note(loops, least);
}

#endif

/* Records events, prepares their bytes, and notes both if nothing came between. */
static void record(void)
{
    Look from;
    Look to;
    uint8_t state = lock();
    look(from);
    look(to);
    unlock(state);
    note(pairs, cycles(from, to));
    for (uint8_t count = RECORDED_EVENTS; count != 0; count--) {
        pl_tick_t now = pl_port_now();
        state = lock();
        look(from);
        pl_trace_locked(PL_EVENT_CONTROL, PL_CONTROL_IDLE, now);
        look(to);
        unlock(state);
        note(figures[EVENT], cycles(from, to));
    }
    uint8_t run = runs;
    look(from);
    pl_trace_service();
    look(to);
    uint8_t prepared = (uint8_t)(to.encoded - from.encoded);
    uint8_t sent = (uint8_t)(to.sent - from.sent);
    const Range &byte = figures[BYTE];
    bool undisturbed = run == runs && from.alarm == to.alarm && !has_tick(from, to) && from.clock == to.clock;
    if (prepared >= PREPARED_BYTES && byte.count != 0 && undisturbed && !has_overflow(from, to)) {
        uint16_t rest = (uint16_t)(cycles(from, to) - pairs.least - sent * (uint16_t)(byte.least - loops.least));
        note(figures[PREPARE], (uint16_t)((uint32_t)rest * PREPARED_BYTES / prepared));
    }
}

#if PL_ONE_STACK

#define DRAIN_TURNS 10000U

/* Waits until the line has sent what was prepared, so that taking the lock does not prepare more. */
static void drain(void)
{
    for (uint16_t turns = DRAIN_TURNS; turns != 0 && pl_trace.tail != pl_trace.encoded; turns--) {
    }
}

#endif

template <typename Take, typename Give> static void note_lock(Take take, Give give)
{
    Look from;
    Look between;
    Look to;
    uint8_t run = runs;
    look(from);
    take_lock(take);
    look(between);
    give_lock(give);
    look(to);
    if (run == runs && from.alarm == to.alarm && is_alone(from, to)) {
        note(figures[TAKE], cycles(from, between));
        note(figures[GIVE], cycles(between, to));
    }
}

/* What the longest span of the figure contains beside the work. */
static uint16_t beside(uint8_t figure)
{
    switch (figure) {
    case RELEASE:
        /* The longest release can come in a pass that is shorter than the others. */
        return (uint16_t)(loops.least - LOOP_SPREAD);
    case TAKE:
    case GIVE:
    case PREPARE:
        return 0;
    case TO_JOB:
    case FROM_JOB:
#if PL_ONE_STACK
        /* A part begins and ends within a look, as a job does. What it contains of a pass can be nothing. */
        return jobs.least;
#else
        return 0;
#endif
    case EVENT:
        return pairs.least;
    default:
        return loops.least;
    }
}

/* The job of the witness. Each round sends one figure. */
template <typename Take, typename Give> static void witness_job(Take take, Give give)
{
    for (;;) {
        watch(WITNESS_LOOKS);
#if PL_ONE_STACK
        record();
        take();
        watch(HELD_LOOKS);
        give();
        record();
        drain();
        note_lock(take, give);
#else
        note_lock(take, give);
        record();
#endif
        report_next(figures, FIGURE_COUNT, beside);
    }
}
