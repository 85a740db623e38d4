/*
 * Conformance on AVR chips. The result is in the general purpose registers, which the
 * emulator's owner reads: GPIOR2 is 1 for passed and 2 for failed, GPIOR1:GPIOR0 the line of the
 * check.
 */
#include <avr/io.h>
#include <util/delay_basic.h>

#include "conform.h"
#include "polyloop/port.h"

const uint8_t conform_loss = 10;

#if PL_PREEMPTIVE
/* 2 ms: a few switches with their accounting, and ticks of the kernel. Three bytes of return address cost more. */
#ifdef __AVR_3_BYTE_PC__
const pl_tick_t conform_slack = US(2200);
#else
const pl_tick_t conform_slack = US(2000);
#endif
#elif CONFORM_ARDUINO
/* 1900 µs: nothing interrupts the encoding and the sending of telemetry, which a core's Serial takes byte by byte. */
const pl_tick_t conform_slack = US(1900);
#elif PL_ONE_STACK
/* 1 ms: a few preemptions with their telemetry, each on top of the other. */
const pl_tick_t conform_slack = US(1000);
#else
/* 400 µs: the telemetry of a few jobs and the interrupts in between. */
const pl_tick_t conform_slack = US(400);
#endif

#if CONFORM_PREEMPTS

/*
 * An iteration takes four cycles. Other jobs may run in between, so the clock cannot measure it.
 */
#define TURNS_PER_US (F_CPU / 4000000U)
/* The time of the call and of the caller's calculation, in iterations. */
#define CALL_TURNS 10U

void conform_consume(uint32_t us)
{
    for (; us > 10000U; us -= 10000U) {
        _delay_loop_2(10000U * TURNS_PER_US);
    }
    uint16_t turns = (uint16_t)(us * TURNS_PER_US);
    if (turns > CALL_TURNS) {
        _delay_loop_2((uint16_t)(turns - CALL_TURNS));
    }
}

#else

void conform_consume(uint32_t us)
{
    pl_tick_t from = pl_now();
    while (pl_now() - from < US(us)) {
#if CONFORM_ARDUINO && PL_INTERRUPT_COUNT > 0
        /* Budgets of interrupts are replenished when the program calls the runtime. */
        pl_port_unlock(pl_port_lock());
#endif
    }
}

#endif

void conform_check(bool holds, uint16_t line)
{
    if (!holds && GPIOR2 == 0) {
        GPIOR0 = (uint8_t)line;
        GPIOR1 = (uint8_t)(line >> 8);
        GPIOR2 = 2;
    }
}

void conform_pass(void)
{
    if (GPIOR2 == 0) {
        GPIOR2 = 1;
    }
}

#if CONFORM_ARDUINO

void setup(void);
void loop(void);

/* Called by the main() of Arduino's core. */
void setup(void)
{
    pl_start();
}

void loop(void)
{
    pl_run();
}

#else

int main(void)
{
    pl_start();
    pl_run();
}

#endif
