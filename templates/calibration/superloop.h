/*
 * Calibration of the super-loop. The job of `witness` looks at the clock in a loop: a span that is
 * longer than the others is the time of an interrupt. All jobs look at the clock when they begin and
 * end: the time between is the time of the dispatcher.
 *
 * A span counts only if exactly one kind of work came in it. The interrupts of bytes and of Arduino's
 * clock in a longer span are subtracted with their least time, so the rest is not too small.
 */
#define WITNESS_LOOKS 8000U
#define RECORDED_EVENTS 60U
#define LOCKS 2U
/* The two timers are read one after the other, so a span is exact to a tick of timer 1. */
#define CYCLES_PER_TICK 8U
/* Bytes of a full frame on the line. */
#define FRAME_LEAST 38U
#define FRAME_MOST 44U

/* In the order of generator/calibration/figures.ts. */
enum { BYTE, CLOCK, RELEASE, BEAT, DISPATCH, TAKE, GIVE, EVENT, PREPARE, FIGURE_COUNT };

static Range figures[FIGURE_COUNT];
/* Spans without any work of the runtime: of the loop, of two looks in a row, and of two turns in a row. */
static Range loops;
static Range pairs;
static Range turns;
/* The time to prepare PREPARED_BYTES bytes of a full frame. */
static Range frames;

/* The span without interrupts of Arduino's clock. */
static uint16_t without_rounds(uint16_t span, uint8_t rounds)
{
    return (uint16_t)(span - rounds * (uint16_t)(figures[CLOCK].least - loops.least));
}

/* The span without the bytes that were sent in it; 0: the time of a byte is not known yet. */
static uint16_t without_bytes(uint16_t span, uint8_t bytes)
{
    if (bytes == 0) {
        return span;
    }
    const Range &byte = figures[BYTE];
    return byte.count == 0 ? 0 : (uint16_t)(span - bytes * (uint16_t)(byte.least - loops.least));
}

static bool is_full(uint8_t bytes)
{
    uint8_t frames = (uint8_t)(bytes < 2U * FRAME_LEAST ? 1U : 2U);
    return bytes >= frames * FRAME_LEAST && bytes <= frames * FRAME_MOST;
}

/* The same for one or two full frames that were prepared in it; 0 also if it was another number of bytes. */
static uint16_t without_prepared(uint16_t span, uint8_t bytes)
{
    if (bytes == 0) {
        return span;
    }
    return frames.count == 0 || !is_full(bytes) ? 0 : (uint16_t)(span - (uint16_t)((uint32_t)bytes * frames.least / PREPARED_BYTES));
}

static void note_rest(Range &range, uint16_t span, uint8_t bytes)
{
    uint16_t rest = without_bytes(span, bytes);
    if (rest != 0) {
        note(range, rest);
    }
}

/* A span of the loop that was longer than the others. */
static __attribute__((noinline)) void note_interrupt(const Look &from, const Look &to)
{
    uint16_t span = cycles(from, to);
    uint8_t bytes = (uint8_t)(to.sent - from.sent);
    uint8_t rounds = (uint8_t)(to.clock - from.clock);
    bool alarmed = to.alarm != from.alarm;
    if (is_long(from, to)) {
        return;
    }
    if (has_overflow(from, to) || to.encoded != from.encoded) {
        /* Timers 0 and 1 run at a fixed distance: the clock's interrupt can come in every beat. */
        if (!alarmed && (rounds == 0 || figures[CLOCK].count != 0)) {
            note_rest(figures[BEAT], without_rounds(span, rounds), bytes);
        }
    } else if (to.line != from.line) {
        return;
    } else if (alarmed) {
        if (rounds == 0 && bytes == 0) {
            note(figures[RELEASE], span);
        }
    } else if (rounds == 1 && bytes == 0) {
        note(figures[CLOCK], span);
    } else if (rounds == 0 && bytes == 1) {
        note(figures[BYTE], span);
    }
}

/* Records an event. Returns whether there was room for it. */
static __attribute__((noinline, noclone)) bool record_event(void)
{
    Look from;
    Look to;
    pl_tick_t now = pl_port_now();
    uint8_t state = lock();
    uint8_t head = pl_trace.head;
    look(from);
    pl_trace_locked(PL_EVENT_CONTROL, PL_CONTROL_IDLE, now);
    look(to);
    bool has_room = head != pl_trace.head;
    unlock(state);
    note(figures[EVENT], cycles(from, to));
    return has_room;
}

static void fill(void)
{
    for (uint8_t left = RECORDED_EVENTS; left != 0 && record_event(); left--) {
    }
}

/* Prepares the frames of what was recorded. */
static void prepare(void)
{
    Look from;
    Look to;
    look(from);
    pl_trace_service();
    look(to);
    uint8_t prepared = (uint8_t)(to.encoded - from.encoded);
    if (prepared != 0 && from.alarm == to.alarm && from.clock == to.clock && !has_overflow(from, to)) {
        uint16_t rest = without_bytes(cycles(from, to), (uint8_t)(to.sent - from.sent));
        if (rest > pairs.least) {
            rest = (uint16_t)((uint32_t)(rest - pairs.least) * PREPARED_BYTES / prepared);
            note(figures[PREPARE], rest);
            if (is_full(prepared)) {
                note(frames, rest);
            }
        }
    }
}

#define PLACES 16U
#define DELAYS 10U
#define DELAY_TURNS 8U
#define WAIT_TURNS 4000U

/*
 * Fills the ring, and waits until some bytes are sent. An event takes longest if it also records how many were dropped, so
 * a dispatch takes longest if there is room for one of its events, and then again for a later one. The jobs go through
 * all places in the ring, and through the time that the line takes for a byte.
 */
static __attribute__((noinline, noclone)) void crowd(void)
{
    static uint8_t place;
    static uint8_t delay;
    fill();
    prepare();
    fill();
    uint8_t tail = pl_trace.tail;
    for (uint16_t left = WAIT_TURNS; left != 0 && (uint8_t)(pl_trace.tail - tail) < place; left--) {
    }
    for (uint8_t left = (uint8_t)(delay * DELAY_TURNS); left != 0; left--) {
        __asm__ __volatile__("nop");
    }
    place++;
    if (place == PLACES) {
        place = 0;
        delay = (uint8_t)(delay + 1U == DELAYS ? 0 : delay + 1U);
    }
}

static Look turned;
static bool has_turned;
/* Turns until one that does not count. */
static uint8_t counting;

/* The dispatch before the next turn does not count. A function, so that a profile can see it, too. */
static __attribute__((noinline, noclone)) void skip_dispatch(void)
{
    has_turned = false;
}

/* The beginning and the end of a job. Between them the job triggers the witness, and fills the ring. */
static __attribute__((noinline, noclone)) void turn(Range &into, bool is_trigger)
{
    Look now;
    look(now);
    uint8_t rounds = (uint8_t)(now.clock - turned.clock);
    if (has_turned && turned.alarm == now.alarm && !has_overflow(turned, now) && !is_long(turned, now) &&
        (rounds == 0 || figures[CLOCK].count != 0)) {
        uint16_t span = without_rounds(cycles(turned, now), rounds);
        uint16_t rest = without_prepared(span, (uint8_t)(now.encoded - turned.encoded));
        if (rest != 0) {
            note_rest(into, rest, (uint8_t)(now.sent - turned.sent));
        }
    }
    if (is_trigger) {
        witness_trigger();
    }
    has_turned = true;
    crowd();
    if (counting != 0) {
        counting--;
        if (counting == 0) {
            skip_dispatch();
        }
    }
    look(turned);
}

/* Two looks apart by more than this are not the loop alone. */
#define LOOP_SPREAD 16U
#define LOOP_MOST 0x1000U

/* The code between two looks is the same in each pass, unless a span is noted: the next span does not count. */
static void watch(void)
{
    Look last;
    Look now;
    uint16_t least = loops.count == 0 ? LOOP_MOST : loops.least;
    bool counts = false;
    look(last);
    /* The code before the first pass is not that of the loop: makes the first span long. */
    last.coarse = (uint16_t)(last.coarse - 0x1000U);
    for (uint16_t left = WITNESS_LOOKS; left != 0; left--) {
        look(now);
        uint16_t span = cycles(last, now);
        if (span > (uint16_t)(least + LOOP_SPREAD)) {
            if (counts) {
                note_interrupt(last, now);
            }
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

static bool is_quiet(const Look &from, const Look &to)
{
    return from.alarm == to.alarm && from.clock == to.clock && is_silent(from, to) && !has_overflow(from, to);
}

/* Locks and unlocks the resource, and notes each if no interrupt came in it. */
template <typename Take, typename Give> static void note_lock(Take take, Give give)
{
    Look from;
    Look between;
    Look to;
    look(from);
    take_lock(take);
    look(between);
    give_lock(give);
    look(to);
    if (is_quiet(from, between)) {
        note(figures[TAKE], cycles(from, between));
    }
    if (is_quiet(between, to)) {
        note(figures[GIVE], cycles(between, to));
    }
}

/* What a span of the figure contains beside the work. */
static uint16_t beside(uint8_t figure)
{
    switch (figure) {
    case DISPATCH:
        return turns.least;
    case EVENT:
        return pairs.least;
    case TAKE:
    case GIVE:
        return (uint16_t)(pairs.least - CYCLES_PER_TICK);
    case PREPARE:
        return 0;
    default:
        return loops.least;
    }
}

static void job(void)
{
    turn(figures[DISPATCH], false);
}

static void job_and_trigger(void)
{
    turn(figures[DISPATCH], true);
}

template <typename Take, typename Give> static void witness_job(Take take, Give give)
{
    turn(figures[DISPATCH], false);
    turn(turns, false);
    Look from;
    Look to;
    uint8_t state = lock();
    look(from);
    look(to);
    unlock(state);
    note(pairs, cycles(from, to));
    watch();
    /* The line is quiet now. More events would leave no room for the marks. */
    for (uint8_t locks = LOCKS; locks != 0; locks--) {
        note_lock(take, give);
    }
    report_next(figures, FIGURE_COUNT, beside);
    skip_dispatch();
    /* The next job of `late` ends with the recording of releases that were dropped. An admitted sketch drops none. */
    counting = 2;
    turn(figures[DISPATCH], false);
}
