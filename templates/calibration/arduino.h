/*
 * Calibration through Arduino's functions: the clock that counts processor cycles, and what shows which work came
 * between two looks at the clock.
 *
 * On AVR chips with a timer 1, which the port does not use, that timer counts each cycle. Elsewhere micros() is the
 * clock: a span is exact to its resolution, by which it is then too long.
 */
#include "pl_arduino.h"

#if defined __AVR__ && defined TCNT1 && defined TCCR1B
#define COUNTS_CYCLES 1
typedef uint16_t instant_t;
#else
#define COUNTS_CYCLES 0
typedef uint32_t instant_t;
#endif

struct Look {
    instant_t at;
    /* Change when the alarm and the beat were served. */
    uint16_t alarm;
    uint16_t beat;
    /* Milliseconds of Arduino's clock, modulo 256. */
    uint8_t clock;
    /* Bytes of telemetry: given to Serial, prepared for the line, and room in Serial's buffer. */
    uint8_t given;
    uint8_t encoded;
    uint8_t room;
};

static void begin_looks(void)
{
#if COUNTS_CYCLES
    TIMSK1 = 0;
    TCCR1A = 0;
    TCCR1B = _BV(CS10);
#endif
}

static inline __attribute__((always_inline)) instant_t instant(void)
{
#if COUNTS_CYCLES
    return TCNT1;
#else
    return micros();
#endif
}

#if defined __AVR__
extern "C" volatile unsigned long timer0_millis;
#endif

/* Programs print through the runtime. The room is that of the core's own Serial. */
#pragma push_macro("Serial")
#undef Serial
static inline __attribute__((always_inline)) uint8_t serial_room(void)
{
    return (uint8_t)Serial.availableForWrite();
}
#pragma pop_macro("Serial")

static inline __attribute__((always_inline)) uint8_t milliseconds(void)
{
#if defined __AVR__
    return *(const volatile uint8_t *)&timer0_millis;
#else
    return (uint8_t)millis();
#endif
}

/* Locked. */
static inline __attribute__((always_inline)) void look_locked(Look &at)
{
    at.at = instant();
    at.alarm = (uint16_t)pl_arduino_alarm_at;
    at.beat = (uint16_t)pl_arduino_beat_at;
    at.clock = milliseconds();
    at.given = pl_trace.tail;
    at.encoded = pl_trace.encoded;
    at.room = serial_room();
}

static __attribute__((noinline, noclone)) void look(Look &at)
{
    noInterrupts();
    look_locked(at);
    interrupts();
}

/* Longer spans are not measured. Unit: cycles. */
#define MOST_CYCLES 0xF000U

#if COUNTS_CYCLES

static inline uint16_t cycles(const Look &from, const Look &to)
{
    return (uint16_t)(to.at - from.at);
}

#else

static uint16_t cycles(const Look &from, const Look &to)
{
    uint32_t span = (to.at - from.at) * CLOCK_MHZ;
    return span < MOST_CYCLES ? (uint16_t)span : (uint16_t)MOST_CYCLES;
}

#endif
