/*
 * Calibration of interrupts. Timer 2 interrupts the job of `witness`, which looks at the clock in a loop: the longer
 * span is the time of the delivery. The bottom half only counts.
 *
 * A span counts only if no other interrupt came in it, and if telemetry did not record the delivery.
 */
#define ROUNDS 60U
#define WITNESS_LOOKS 600U
#define CYCLES_PER_TICK 8U
/* Timer 2 counts 1,024 cycles a tick meanwhile. So its interrupt comes once. */
#define SLOW_CLOCK (_BV(CS22) | _BV(CS21) | _BV(CS20))
#define LEAST_TICKS 2U
#define MORE_TICKS 5U

/* In the order of generator/calibration/figures.ts. */
enum { DELIVERY, FIGURE_COUNT };

static Range figures[FIGURE_COUNT];
static Range loops;
static volatile uint8_t delivered;

static inline void deliver(void)
{
    delivered++;
}

/* Timer 2 does not count cycles here, so a span is exact to a tick of timer 1. */
static uint16_t ticks(const Look &from, const Look &to)
{
    return (uint16_t)(to.coarse - from.coarse);
}

static void arm(uint8_t after)
{
    uint8_t state = lock();
    TCCR2B = 0;
    GTCCR = _BV(PSRASY);
    TCNT2 = 0;
    OCR2A = after;
    TIFR2 = _BV(OCF2A);
    TIMSK2 = _BV(OCIE2A);
    TCCR2B = SLOW_CLOCK;
    unlock(state);
}

static void disarm(void)
{
    uint8_t state = lock();
    TCCR2B = 0;
    TIMSK2 = 0;
    unlock(state);
}

/*
 * No interrupt but that of timer 2 came between. With threads a delivery itself moves the alarm, because it moves the end
 * of the job's budget.
 */
static bool is_alone(const Look &from, const Look &to)
{
    bool same = to.clock == from.clock && is_silent(from, to) && to.encoded == from.encoded;
#if PL_PREEMPTIVE
    same = same && to.tick == from.tick;
#else
    same = same && to.alarm == from.alarm;
#endif
    return same && !is_long(from, to) && !has_overflow(from, to);
}

/* Two looks apart by more than this are not the loop alone. Unit: ticks. */
#define LOOP_SPREAD 3U

static inline bool is_pass(uint16_t span)
{
    return span <= (uint16_t)(loops.least + LOOP_SPREAD);
}

static __attribute__((noinline, noclone)) void watch(uint8_t after)
{
    Look last;
    Look now;
    uint8_t seen = delivered;
    uint8_t recorded = pl_trace.head;
    arm(after);
    look(last);
    for (uint16_t left = WITNESS_LOOKS; left != 0; left--) {
        look(now);
        uint8_t head = pl_trace.head;
        uint16_t span = ticks(last, now);
        bool came = seen != delivered;
        if (came && is_pass(span)) {
            /* It came after the look, so it is in the next span. */
            last = now;
            look(now);
            head = pl_trace.head;
            span = ticks(last, now);
        }
        if (left != WITNESS_LOOKS && is_alone(last, now)) {
            if (!came && (loops.count == 0 || is_pass(span))) {
                note(loops, span);
            } else if (came && loops.count != 0 && head == recorded) {
                note(figures[DELIVERY], (uint16_t)((span + 1U) * CYCLES_PER_TICK));
            }
        }
        if (came) {
            break;
        }
        recorded = head;
        last = now;
    }
    disarm();
}

/* What a span of a delivery contains beside the work. */
static uint16_t beside(uint8_t)
{
    return (uint16_t)(loops.least * CYCLES_PER_TICK);
}

static void witness_job(void)
{
    for (uint8_t round = 0; round != ROUNDS; round++) {
        watch((uint8_t)(LEAST_TICKS + round % MORE_TICKS));
    }
    report_next(figures, FIGURE_COUNT, beside);
}
