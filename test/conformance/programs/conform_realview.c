/*
 * Conformance on the RealView PBX-A9 with a kernel: the result is a line on the kernel's console. The telemetry is
 * complete by then, because the beats send the newest events and all metadata.
 *
 * START_TICKS, optional: value of the board's counter at the start, e.g. shortly before its wrap.
 */
#include "conform.h"
#include "pl_realview.h"
#include "polyloop/port.h"
#include "realview_pbx_a9.h"

#define CONSOLE_DATA RV_REGISTER(0x10009000U)

const uint8_t conform_loss = 5;

/* 500 µs: a few switches with their accounting, and ticks of the kernel, at 16 ns an instruction. */
const pl_tick_t conform_slack = US(500);

#define TRIAL_TURNS UINT32_C(100000)

/* Iterations of the loop in 1024 µs. */
static uint32_t turns_per_1024us;

static void turn(uint32_t turns)
{
    __asm__ __volatile__("1: subs %0, #1\n\tbne 1b" : "+r"(turns)::"cc");
}

/*
 * Measures the time of an iteration once. Later, other threads may run in between, so the clock
 * cannot measure it.
 */
static void calibrate(void)
{
    pl_tick_t from = pl_now();
    turn(TRIAL_TURNS);
    turns_per_1024us = TRIAL_TURNS * 1024U / (pl_now() - from);
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

static void say(const char *text)
{
    for (; *text != 0; text++) {
        CONSOLE_DATA = (uint8_t)*text;
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
        pl_realview_flush();
    }
#endif
    (void)pl_port_lock();
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

#ifndef START_TICKS
#define START_TICKS 0
#endif

int main(void)
{
    TIMER_LOAD(RV_TIMER_0) = UINT32_MAX - START_TICKS;
    TIMER_CONTROL(RV_TIMER_0) = TIMER_ENABLE | TIMER_32_BITS;
    calibrate();
    pl_start();
    pl_run();
}
