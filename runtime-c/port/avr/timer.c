/*
 * AVR: the release timer and sleep.
 *
 * Timer 1 counts F_CPU/8 and is never written, so it does not drift. Its overflow interrupt extends
 * it to 32 bits. Compare A makes the alarm if the alarm is in the current round of 65536 ticks.
 * Until then the alarm waits for overflows.
 */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "heap.h"
#include "isr.h"
#include "polyloop/port.h"
#include "polyloop/telemetry.h"
#include "usart.h"

#if PL_PREEMPTIVE || PL_USES_SERVO
/* Compare B belongs to the Servo library if the program uses it, else to the kernel. */
#define OTHERS ((uint8_t)(TIMSK1 & _BV(OCIE1B)))
#else
#define OTHERS 0U
#endif

/* High half of the time: rounds of the timer. */
static volatile uint16_t timer_round;
/* The round of the alarm. */
static uint16_t alarm_round;

static inline pl_tick_t join(uint16_t high, uint16_t low)
{
    union {
        uint16_t half[2];
        pl_tick_t whole;
    } time;
    time.half[0] = low;
    time.half[1] = high;
    return time.whole;
}

/* Adds an overflow that is not yet served, if the counter was read after the overflow. */
PL_OUTLINE pl_tick_t pl_port_now(void)
{
    pl_irq_t state = pl_port_lock();
    uint16_t low = TCNT1;
    uint16_t high = timer_round;
    if ((TIFR1 & _BV(TOV1)) != 0 && (low & 0x8000U) == 0) {
        high++;
    }
    pl_port_unlock(state);
    return join(high, low);
}

/*
 * Enables the compare match if the alarm comes in this round. Returns whether its time is still to
 * come. Call it with the alarm set, so that no match is missed. It does not clear the match flag.
 * The flag may be left from an earlier round, or from a time that had passed, and then the
 * interrupt must check. Clearing it would write TIFR1, and some emulators then lose a pending
 * overflow.
 */
static bool arm(void)
{
    pl_tick_t now = pl_port_now();
    uint16_t rounds = (uint16_t)((uint16_t)(now >> 16) - alarm_round);
    uint8_t enabled = (uint8_t)(OTHERS | _BV(TOIE1));
    if (rounds == 0) {
        if ((uint16_t)now >= OCR1A) {
            return false;
        }
        enabled |= _BV(OCIE1A);
    } else if (rounds <= 0x7FFFU) {
        return false;
    }
    TIMSK1 = enabled;
    return true;
}

bool pl_port_alarm(pl_tick_t when)
{
    alarm_round = (uint16_t)(when >> 16);
    OCR1A = (uint16_t)when;
    return arm();
}

#if PL_CREDITS

/*
 * The interrupt of the alarm is short, and no interrupt interrupts it, so the low half of the
 * counter measures it. It is in assembly, because the compiler saves a register for every byte of
 * the sum.
 */
static void credit_alarm(uint16_t ticks)
{
    __asm__ __volatile__("lds r0, %[begun] $ add r0, %A[ticks] $ sts %[begun], r0\n\t"
                         "lds r0, %[begun]+1 $ adc r0, %B[ticks] $ sts %[begun]+1, r0\n\t"
                         "brcc 1f\n\t"
                         "lds r0, %[begun]+2 $ adc r0, r1 $ sts %[begun]+2, r0\n\t"
                         "lds r0, %[begun]+3 $ adc r0, r1 $ sts %[begun]+3, r0\n"
                         "1:" ::[ticks] "r"(ticks),
                         [begun] "i"(&pl_begun)
                         : "memory");
}

#define ALARM_BEGINS() uint16_t begins = TCNT1
#define ALARM_CREDITED() credit_alarm((uint16_t)(TCNT1 - begins + PL_ALARM_TICKS))
#if PL_ONE_STACK
/* Jobs run in pl_alarm_due(), which pauses the body itself. */
#define ALARM_REARMED() ALARM_CREDITED()
#define ALARM_ENDS() ((void)0)
#else
#define ALARM_REARMED() ((void)0)
#define ALARM_ENDS() ALARM_CREDITED()
#endif

#else

#define ALARM_BEGINS() ((void)0)
#if PL_PREEMPTIVE
#define ALARM_REARMED() pl_board_rearmed()
#else
#define ALARM_REARMED() ((void)0)
#endif
#define ALARM_ENDS() ((void)0)

#endif

/* Where jobs preempt, reading the two halves of the time is enough if the alarm has come as usual. */
#if PL_ONE_STACK
#define IS_STALE() ((alarm_round != timer_round || TCNT1 < OCR1A) && arm())
#else
#define IS_STALE() arm()
#endif

/* A stale compare match may have caused this interrupt. Then the alarm is set again. */
PL_ISR(TIMER1_COMPA_vect)
{
    ALARM_BEGINS();
    if (IS_STALE()) {
        ALARM_REARMED();
    } else {
        pl_alarm_due();
    }
    ALARM_ENDS();
}

/* The mode of the timer: it counts all 65536 values at F_CPU/8. */
#define MODE_A 0U
#define MODE_B ((uint8_t)_BV(CS11))

#if PL_TELEMETRY

#if PL_INTERRUPT_COUNT == 0

/*
 * One millisecond: in this time Arduino's clock loses a count. It is longer than any locked section of the runtime, except
 * for the releases of many threads at once: 1.55 ms for seven on the Mega under EDF.
 */
#if PL_PREEMPTIVE && PL_TASK_COUNT > 4
#define LATE_TICKS (PL_TICK_HZ / 4000U * PL_TASK_COUNT)
#else
#define LATE_TICKS (PL_TICK_HZ / 1000U)
#endif

/* Delay from the overflow to its interrupt. Bottom halves of the program can delay it too. */
static void watch_delay(void)
{
    uint16_t late = TCNT1;
    if (late > LATE_TICKS) {
        pl_notice(PL_NOTICE_INTERRUPTS_OFF, late);
    }
}

#else

static void watch_delay(void)
{
}

#endif

/* True if the program has changed the timer. */
static void watch_timer(void)
{
    if (TCCR1A != MODE_A || TCCR1B != MODE_B) {
        pl_notice(PL_NOTICE_TIMER_CHANGED, 1);
    }
}

#if PL_PREEMPTIVE

/* The kernel's switch follows. No thread pays for it. */
static void beat(void)
{
    watch_delay();
    watch_timer();
    pl_thread_pause(pl_port_now());
    pl_trace_beat();
    sei();
    while (pl_kernel_wanted == 0 && pl_trace_service_step()) {
    }
    cli();
    pl_thread_resume(pl_port_now());
}

#else

#if PL_ONE_STACK

/* A job that waits to preempt does so when the interrupt ends. */
static void prepare_frames(void)
{
    while (!pl_preempts() && pl_trace_service_step()) {
    }
}

#else

static void prepare_frames(void)
{
    pl_trace_service();
}

#endif

static void beat(void)
{
    pl_tick_t pause = pl_body_pause();
    watch_delay();
    watch_timer();
    pl_trace_beat();
    sei();
    prepare_frames();
    cli();
    pl_body_resume(pause);
}

#endif
#endif

/* A match since the overflow has set its flag. */
PL_ISR(TIMER1_OVF_vect)
{
    uint16_t round = (uint16_t)(timer_round + 1U);
    timer_round = round;
    if (round == alarm_round) {
        TIMSK1 = (uint8_t)(OTHERS | _BV(TOIE1) | _BV(OCIE1A));
    }
#if PL_TELEMETRY
    beat();
#elif PL_PREEMPTIVE
    pl_board_overflowed();
#elif PL_CREDITS
    pl_begun += pl_port_stolen() + PL_OVERFLOW_TICKS;
#endif
}

void pl_port_init(void)
{
    PL_HEAP_LINK();
#if PL_TELEMETRY
    pl_usart_init();
#endif
    cli();
    TCCR1A = MODE_A;
    TCCR1B = MODE_B;
    TIFR1 = _BV(TOV1) | _BV(OCF1A);
    TIMSK1 = _BV(TOIE1);
    sei();
}

/*
 * The processor takes no interrupt between SEI and the next instruction, so a pending interrupt
 * ends the sleep at once.
 */
void pl_port_idle(void)
{
    SMCR = _BV(SE);
    __asm__ __volatile__("sei\n\tsleep" ::: "memory");
}
