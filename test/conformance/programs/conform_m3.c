/*
 * Conformance on the Cortex-M3: the result is a line on the board's second serial line. The program's telemetry is whole
 * by then: two beats send even what has only just been recorded.
 *
 * START_TICKS, optional: where the board's counter stands at the start, e.g. shortly before its wrap.
 */
#include "conform.h"
#include "mps2_an385.h"
#include "pl_m3.h"
#include "polyloop/port.h"

#define UART1(offset) MPS2_REGISTER(0x40005000U + (offset))

/* 200 µs: the telemetry of a few jobs and the interrupts in between, at 64 ns an instruction. */
const pl_tick_t conform_slack = US(200);

void conform_consume(uint32_t us)
{
    pl_tick_t from = pl_now();
    while (pl_now() - from < US(us)) {
    }
}

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
    for (uint8_t beats = 2; beats != 0; beats--) {
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

int main(void)
{
#ifdef START_TICKS
    FPGAIO_PRESCALE = MPS2_CLOCK_HZ / PL_TICK_HZ - 1U;
    FPGAIO_COUNTER = START_TICKS;
#endif
    pl_start();
    pl_run();
}
