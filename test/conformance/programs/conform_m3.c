/*
 * Conformance on the Cortex-M3: the result is a line on the board's second serial line. The
 * telemetry is complete by then, because the beats send the newest events and all metadata.
 *
 * START_TICKS, optional: value of the board's counter at the start, e.g. shortly before its wrap.
 */
#include "conform.h"
#include "mps2_an385.h"
#include "pl_m3.h"
#include "polyloop/port.h"

#define UART1(offset) MPS2_REGISTER(0x40005000U + (offset))

const uint8_t conform_loss = 5;

#if PL_PREEMPTIVE
/* 1 ms: a few switches with their accounting, and ticks of the kernel, at 64 ns an instruction. */
const pl_tick_t conform_slack = US(1000);
#elif PL_ONE_STACK
/* 600 µs: some preemptions with their telemetry, each on top of the other. */
const pl_tick_t conform_slack = US(600);
#else
/* 200 µs: the telemetry of a few jobs and the interrupts in between, at 64 ns an instruction. */
const pl_tick_t conform_slack = US(200);
#endif

#if CONFORM_PREEMPTS

#define TRIAL_TURNS UINT32_C(100000)

/* Iterations of the loop in 1024 µs. */
static uint32_t turns_per_1024us;

static void turn(uint32_t turns)
{
    __asm__ __volatile__("1: subs %0, #1\n\tbne 1b" : "+r"(turns)::"cc");
}

/*
 * Measures the time of an iteration once. Later, other jobs may run in between, so the clock
 * cannot measure it.
 */
static void calibrate(void)
{
    FPGAIO_PRESCALE = MPS2_CLOCK_HZ / PL_TICK_HZ - 1U;
    pl_tick_t from = FPGAIO_COUNTER;
    turn(TRIAL_TURNS);
    turns_per_1024us = TRIAL_TURNS * 1024U / (FPGAIO_COUNTER - from);
}

void conform_consume(uint32_t us)
{
    for (; us > 10000U; us -= 10000U) {
        turn(10000U * turns_per_1024us / 1024U);
    }
    if (us != 0) {
        turn(us * turns_per_1024us / 1024U);
    }
}

#else

static void calibrate(void)
{
}

void conform_consume(uint32_t us)
{
    pl_tick_t from = pl_now();
    while (pl_now() - from < US(us)) {
    }
}

#endif

static void say(const char *text)
{
    for (; *text != 0; text++) {
        UART1(0U) = (uint8_t)*text;
    }
}

static void say_number(uint16_t number)
{
    char digits[6] = "00000";
    for (uint8_t at = 5; at != 0; at--) {
        digits[at - 1U] = (char)('0' + number % 10U);
        number = (uint16_t)(number / 10U);
    }
    say(digits);
}

static void end(void)
{
#if PL_TELEMETRY
    for (uint16_t beats = PL_METADATA_BYTES / 20U + 3U; beats != 0; beats--) {
        pl_irq_t state = pl_port_lock();
        pl_trace_beat();
        pl_port_unlock(state);
        pl_m3_flush();
    }
#endif
    (void)pl_port_lock();
    UART1(0x10U) = 16;
    UART1(8U) = 1;
}

static void stand_still(void)
{
    say("\n");
    for (;;) {
    }
}

void conform_check(bool holds, uint16_t line)
{
    if (!holds) {
        end();
        say("failed in line ");
        say_number(line);
        stand_still();
    }
}

void conform_pass(void)
{
    end();
    say("passed");
    stand_still();
}

#if PL_PREEMPTIVE

/* An invalid request to the kernel. */
void pl_freertos_assert(const char *file, int line)
{
    (void)file;
    conform_check(false, (uint16_t)line);
}

#endif

int main(void)
{
    calibrate();
#ifdef START_TICKS
    FPGAIO_PRESCALE = MPS2_CLOCK_HZ / PL_TICK_HZ - 1U;
    FPGAIO_COUNTER = START_TICKS;
#endif
    pl_start();
    pl_run();
}
