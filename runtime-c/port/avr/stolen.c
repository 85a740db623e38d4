/*
 * AVR: counts interrupts that are too short or too frequent to measure, so that bodies do not
 * pay for them: the kernel's tick, a byte sent, and Arduino's clock. Without telemetry also an
 * overflow of timer 1, and with threads also an alarm by a stale compare match.
 */
#include "polyloop/port.h"
#include "polyloop/sink.h"

#if PL_PREEMPTIVE || PL_CREDITS

#define CYCLES_PER_TICK 8U

/* Arduino's count of overflows of timer 0, in programs that link it. */
extern volatile uint32_t timer0_overflow_count __attribute__((weak));

#if PL_TELEMETRY

static uint8_t bytes_sent(void)
{
    static uint8_t seen;
    uint8_t tail = pl_trace.tail;
    uint8_t sent = (uint8_t)(tail - seen);
    seen = tail;
    return sent;
}

#else

static uint8_t bytes_sent(void)
{
    return 0;
}

#endif

static uint8_t clock_overflows(void)
{
    static uint8_t seen;
    if (&timer0_overflow_count == 0) {
        return 0;
    }
    uint8_t count = *(const volatile uint8_t *)&timer0_overflow_count;
    uint8_t overflows = (uint8_t)(count - seen);
    seen = count;
    return overflows;
}

#if PL_USES_SERVO

/* Interrupts of the Servo library. */
extern volatile uint8_t pl_servo_interrupts;

static uint8_t servo_interrupts(void)
{
    static uint8_t seen;
    uint8_t count = pl_servo_interrupts;
    uint8_t interrupts = (uint8_t)(count - seen);
    seen = count;
    return interrupts;
}

#else

static uint8_t servo_interrupts(void)
{
    return 0;
}

#endif

#if PL_PREEMPTIVE

/* Not reported yet. */
static uint16_t cycles;

/* Called at each tick, so that no 8-bit count wraps unseen. */
static void count(void)
{
    cycles = (uint16_t)(cycles + bytes_sent() * PL_BYTE_CYCLES + clock_overflows() * PL_CLOCK_CYCLES +
                        servo_interrupts() * PL_SERVO_CYCLES);
}

void pl_board_ticked(void)
{
    count();
    cycles = (uint16_t)(cycles + PL_TICK_CYCLES);
}

#if PL_USES_SERVO

void pl_board_rounded(void)
{
    count();
    cycles = (uint16_t)(cycles + PL_ROUND_CYCLES);
}

#endif

void pl_board_overflowed(void)
{
    cycles = (uint16_t)(cycles + PL_OVERFLOW_CYCLES);
}

void pl_board_rearmed(void)
{
    cycles = (uint16_t)(cycles + PL_REARMED_CYCLES);
}

pl_tick_t pl_port_stolen(void)
{
    count();
    uint16_t ticks = (uint16_t)(cycles / CYCLES_PER_TICK);
    cycles = (uint16_t)(cycles % CYCLES_PER_TICK);
    return ticks;
}

#else

/* Called at least at each overflow of timer 1, so that no 8-bit count wraps and the sum fits 16 bits. */
pl_tick_t pl_port_stolen(void)
{
    uint16_t cycles = (uint16_t)(bytes_sent() * PL_BYTE_CYCLES + clock_overflows() * PL_CLOCK_CYCLES + servo_interrupts() * PL_SERVO_CYCLES);
    return (uint16_t)(cycles + CYCLES_PER_TICK - 1U) / CYCLES_PER_TICK;
}

#endif

#else

/* ISO C requires a declaration in every translation unit. */
typedef int pl_stolen_absent_t;

#endif
