/*
 * Calibration of the super-loop through Arduino's functions. The port does its work when a job unlocks interrupts and
 * between two jobs. So the job of `witness` unlocks them between two looks at the clock, and all jobs look at
 * the clock when they begin and end.
 *
 * A span counts only if exactly one kind of work came in it. The interrupts of the core in a longer span are
 * subtracted with their least time, so the rest is not too small.
 */
/* Longer than the period of the beat. Unit: us. */
#define PORT_US 42000U
#define CORE_MS 15U
#define SETTLED 100U
#define RECORDED_EVENTS 40U
#define LOCKS 2U
/* SENT_AT_ONCE of runtime-c/port/arduino/sink.cpp. */
#define SENT_AT_ONCE 16U

/* In the order of generator/calibration/figures.ts. */
enum { BYTE, CLOCK, RELEASE, BEAT, SEND, POLL, DISPATCH, TAKE, GIVE, EVENT, PREPARE, FIGURE_COUNT };

static Range figures[FIGURE_COUNT];
/* Spans without any work: of the loop that only looks, of two looks in a row, and of two turns in a row. */
static Range loops;
static Range pairs;
static Range turns;

static inline bool is_long(uint16_t span)
{
    return span >= MOST_CYCLES;
}

/* Bytes that the core has sent in the span, in which it was given none. */
static inline uint8_t bytes_in(const Look &from, const Look &to)
{
    return (uint8_t)(to.room - from.room);
}

static inline uint8_t rounds_in(const Look &from, const Look &to)
{
    return (uint8_t)(to.clock - from.clock);
}

/* The span without the core's interrupts in it; 0: their time is not known yet. */
static uint16_t without_core(uint16_t span, uint8_t rounds, uint8_t bytes)
{
    if ((rounds != 0 && figures[CLOCK].count == 0) || (bytes != 0 && figures[BYTE].count == 0)) {
        return 0;
    }
    uint16_t core = 0;
    if (rounds != 0) {
        /* The clock of a core can count two milliseconds at once. */
        core = (uint16_t)(core + figures[CLOCK].least - loops.least);
    }
    if (bytes != 0) {
        core = (uint16_t)(core + bytes * (uint16_t)(figures[BYTE].least - loops.least));
    }
    return core < span ? (uint16_t)(span - core) : 0;
}

static void note_rest(Range &range, uint16_t span, const Look &from, const Look &to)
{
    uint16_t rest = is_long(span) ? 0 : without_core(span, rounds_in(from, to), bytes_in(from, to));
    if (rest != 0) {
        note(range, rest);
    }
}

/* Neither a release nor the beat, and no byte was given to Serial or prepared. */
static bool is_idle(const Look &from, const Look &to)
{
    return from.alarm == to.alarm && from.beat == to.beat && from.given == to.given && from.encoded == to.encoded;
}

static Look turned;
static bool has_turned;

/* The beginning and the end of a job. Between them the job triggers the witness, or does nothing. */
static __attribute__((noinline, noclone)) void turn(Range &into, bool is_trigger)
{
    Look now;
    look(now);
    if (has_turned && is_idle(turned, now)) {
        note_rest(into, cycles(turned, now), turned, now);
    }
    if (is_trigger) {
        witness_trigger();
    }
    has_turned = true;
    look(turned);
}

/* A span of the loop with interrupts of the core. Of several bytes, the figure is that of one of them. */
static __attribute__((noinline, noclone)) void note_core(uint16_t span, uint8_t rounds, uint8_t bytes)
{
    if (span <= loops.least) {
        return;
    }
    if (bytes == 0) {
        note(figures[CLOCK], span);
    } else if (rounds == 0) {
        note(figures[BYTE], (uint16_t)(loops.least + (span - loops.least + bytes - 1U) / bytes));
    }
}

/* What a job's unlocking of interrupts does. */
static __attribute__((noinline, noclone)) void watch_port(void)
{
    Look last;
    Look now;
    uint8_t settling = SETTLED;
    for (uint32_t begun = micros(); micros() - begun < PORT_US;) {
        bool settled = settling == 0;
        settling = (uint8_t)(settled ? 0 : settling - 1U);
        look(last);
        pl_port_unlock(pl_port_lock());
        look(now);
        uint16_t span = cycles(last, now);
        if (now.given != last.given) {
            continue;
        }
        if (now.beat != last.beat) {
            /* The beat can also prepare bytes. */
            if (now.alarm == last.alarm) {
                note_rest(figures[BEAT], span, last, now);
            }
        } else if (now.encoded != last.encoded) {
            continue;
        } else if (now.alarm == last.alarm) {
            note_rest(figures[POLL], span, last, now);
        } else if (settled) {
            /* The first looks also do what has waited before. */
            note_rest(figures[RELEASE], span, last, now);
        }
    }
}

/*
 * The core's own interrupts, while Serial sends what it was given. The code between two looks is the same in each pass,
 * unless a span is noted: the next span does not count.
 */
static __attribute__((noinline, noclone)) void watch_core(void)
{
    Look last;
    Look now;
    uint16_t least = loops.count == 0 ? MOST_CYCLES : loops.least;
    bool counts = false;
    look(last);
    for (uint16_t milliseconds_left = CORE_MS; milliseconds_left != 0;) {
        look(now);
        uint16_t span = cycles(last, now);
        uint8_t rounds = rounds_in(last, now);
        uint8_t bytes = bytes_in(last, now);
        if (rounds != 0 || bytes != 0) {
            milliseconds_left = (uint16_t)(milliseconds_left > rounds ? milliseconds_left - rounds : 0);
            if (counts && loops.count != 0 && !is_long(span)) {
                note_core(span, rounds, bytes);
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

/* Records events, prepares their bytes and gives them to Serial. */
static void record(void)
{
    Look from;
    Look to;
    for (uint8_t left = RECORDED_EVENTS; left != 0; left--) {
        pl_tick_t now = pl_port_now();
        pl_irq_t state = pl_port_lock();
        look_locked(from);
        pl_trace_locked(PL_EVENT_CONTROL, PL_CONTROL_IDLE, now);
        look_locked(to);
        pl_port_unlock(state);
        note(figures[EVENT], cycles(from, to));
    }
    look(from);
    pl_trace_service();
    look(to);
    uint8_t prepared = (uint8_t)(to.encoded - from.encoded);
    uint16_t span = cycles(from, to);
    if (prepared >= PREPARED_BYTES && from.given == to.given && !is_long(span)) {
        uint16_t rest = without_core(span, rounds_in(from, to), bytes_in(from, to));
        if (rest > pairs.least) {
            note(figures[PREPARE], (uint16_t)((uint32_t)(rest - pairs.least) * PREPARED_BYTES / prepared));
        }
    }
    for (uint8_t left = 3; left != 0; left--) {
        look(from);
        pl_arduino_send();
        look(to);
        span = cycles(from, to);
        if ((uint8_t)(to.given - from.given) == SENT_AT_ONCE && !is_long(span)) {
            /* The room that is missing was left by the core meanwhile. */
            uint8_t sent = (uint8_t)(to.room - from.room + SENT_AT_ONCE);
            uint16_t rest = without_core(span, rounds_in(from, to), sent);
            if (rest != 0) {
                note(figures[SEND], rest);
            }
        }
    }
}

#define DRAINS 50U
#define DRAIN_US 50U

/* Gives the line what the ring contains, so that there is room for the marks. */
static void drain(void)
{
    for (uint8_t left = DRAINS; left != 0; left--) {
        pl_trace_service();
        pl_arduino_send();
        delayMicroseconds(DRAIN_US);
    }
}

/* Locks and unlocks the resource, and notes each if nothing else came in it. */
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
    if (is_idle(from, between)) {
        note_rest(figures[TAKE], cycles(from, between), from, between);
    }
    if (is_idle(between, to)) {
        note_rest(figures[GIVE], cycles(between, to), between, to);
    }
}

/* What a span of the figure contains beside the work. */
static uint16_t beside(uint8_t figure)
{
    switch (figure) {
    case BYTE:
    case CLOCK:
        return loops.least;
    case DISPATCH:
        return turns.least;
    case PREPARE:
        return 0;
    default:
        return pairs.least;
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
    drain();
    report_next(figures, FIGURE_COUNT, beside);
    drain();
    for (uint8_t left = 4; left != 0; left--) {
        Look from;
        Look to;
        look(from);
        look(to);
        if (rounds_in(from, to) == 0 && bytes_in(from, to) == 0) {
            note(pairs, cycles(from, to));
        }
    }
    record();
    watch_core();
    watch_port();
    for (uint8_t locks = LOCKS; locks != 0; locks--) {
        note_lock(take, give);
    }
    has_turned = false;
    turn(figures[DISPATCH], false);
}
