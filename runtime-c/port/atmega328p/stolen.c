/*
 * ATmega328P: the interrupts that are too short or too frequent to be measured, counted for the accounts of bodies:
 * the kernel's tick, a byte sent, Arduino's clock, without telemetry an overflow of timer 1, and with threads an alarm
 * that an old match has brought.
 */
#include "polyloop/port.h"
#include "polyloop/sink.h"

#if PL_PREEMPTIVE || PL_CREDITS

/*
 * Each with the processor's entry and return, rounded up. Held against what each interrupt takes by
 * test/conformance/accounts.test.ts.
 */
#define TICK_CYCLES 304U
#define BYTE_CYCLES 54U
#define CLOCK_CYCLES 112U
#define OVERFLOW_CYCLES 160U
#define REARMED_CYCLES 240U
#define CYCLES_PER_TICK 8U

/* Arduino's count of timer 0's overflows, in programs that have it. */
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

#if PL_PREEMPTIVE

/* Not told yet. */
static uint16_t cycles;

/* At each tick, so that the counts of eight bits do not go round unseen. */
static void count(void)
{
    cycles = (uint16_t)(cycles + bytes_sent() * BYTE_CYCLES + clock_overflows() * CLOCK_CYCLES);
}

void pl_board_ticked(void)
{
    count();
    cycles = (uint16_t)(cycles + TICK_CYCLES);
}

void pl_board_overflowed(void)
{
    cycles = (uint16_t)(cycles + OVERFLOW_CYCLES);
}

void pl_board_rearmed(void)
{
    cycles = (uint16_t)(cycles + REARMED_CYCLES);
}

pl_tick_t pl_port_stolen(void)
{
    count();
    uint16_t ticks = (uint16_t)(cycles / CYCLES_PER_TICK);
    cycles = (uint16_t)(cycles % CYCLES_PER_TICK);
    return ticks;
}

#else

/* Called at least at each overflow of timer 1, so that no count of eight bits goes round, and the sum has 16 bits. */
pl_tick_t pl_port_stolen(void)
{
    uint16_t cycles = (uint16_t)(bytes_sent() * BYTE_CYCLES + clock_overflows() * CLOCK_CYCLES);
    return (uint16_t)(cycles + CYCLES_PER_TICK - 1U) / CYCLES_PER_TICK;
}

#endif

#else

/* ISO C wants a declaration in every file. */
typedef int pl_stolen_absent_t;

#endif
