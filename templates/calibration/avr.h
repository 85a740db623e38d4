/*
 * Calibration on an AVR with Arduino's core: the clock that counts processor cycles, and what shows
 * which interrupt came between two looks at the clock.
 *
 * Timer 1 counts eight cycles a tick. Timer 2, which the runtime does not use, counts each cycle
 * modulo 256. Together they give the exact number of cycles of a span below 65,536 cycles.
 */
extern "C" volatile unsigned long timer0_overflow_count;

struct Look {
    uint16_t coarse;
    uint8_t fine;
    /* Changes when the interrupt of the alarm has set the next alarm. */
    uint16_t alarm;
#if PL_PREEMPTIVE
    /* Changes in each tick of the kernel. */
    uint16_t tick;
#endif
    /* Counts the interrupts of Arduino's clock. */
    uint8_t clock;
    /* Bytes of telemetry: sent, and prepared for the line. */
    uint8_t sent;
    uint8_t encoded;
    /* Changes when the line's interrupt turns itself off, because nothing is left to send. */
    uint8_t line;
};

/* Interrupts of timer 2 stay off. */
static void begin_looks(void)
{
    TIMSK2 = 0;
    TCCR2A = 0;
    TCCR2B = _BV(CS20);
}

static inline uint8_t lock(void)
{
    uint8_t state = SREG;
    cli();
    return state;
}

static inline void unlock(uint8_t state)
{
    SREG = state;
}

static inline __attribute__((always_inline)) void look(Look &at)
{
    uint8_t state = SREG;
    cli();
    at.coarse = TCNT1;
    at.fine = TCNT2;
    at.alarm = OCR1A;
#if PL_PREEMPTIVE
    at.tick = OCR1B;
#endif
    at.clock = *(const volatile uint8_t *)&timer0_overflow_count;
    at.sent = pl_trace.tail;
    at.encoded = pl_trace.encoded;
    at.line = UCSR0B;
    SREG = state;
}

/* Cycles from one look to the next, below 65,536. Timer 1 is off by less than one tick of eight cycles. */
static inline __attribute__((always_inline)) uint16_t cycles(const Look &from, const Look &to)
{
    uint16_t coarse = (uint16_t)((uint16_t)(to.coarse - from.coarse) << 3);
    uint8_t fine = (uint8_t)(to.fine - from.fine);
    return (uint16_t)(coarse + (int8_t)(uint8_t)(fine - (uint8_t)coarse));
}

/* A longer span is not measured. */
static inline bool is_long(const Look &from, const Look &to)
{
    return (uint16_t)(to.coarse - from.coarse) >= 0x1FF0U;
}

/* No interrupt of the line came between. */
static inline bool is_silent(const Look &from, const Look &to)
{
    return to.sent == from.sent && to.line == from.line;
}

/* In a span without an overflow of timer 1 only the dispatcher prepares bytes. */
static inline bool has_overflow(const Look &from, const Look &to)
{
    return to.coarse < from.coarse;
}
