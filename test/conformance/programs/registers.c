/*
 * A preempted task finds every register unchanged. Three tasks keep different numbers in their
 * registers while they preempt each other at any instruction. Only for the ATmega328P, where
 * the context switch is part of the port.
 */
#include "conform.h"

CONFORM_METADATA

#define JOBS 400

/* Loads the next number into a register, or compares the register with it. */
#define SET(n) "inc r18 $ mov r" #n ", r18\n\t"
#define SAME(n) "inc r18 $ cpse r" #n ", r18 $ rjmp 9f\n\t"
#define ALL(each)                                                                                                      \
    each(2) each(3) each(4) each(5) each(6) each(7) each(8) each(9) each(10) each(11) each(12) each(13) each(14)       \
        each(15) each(16) each(17) each(19) each(20) each(21) each(25) each(28) each(29) each(30) each(31)
#define PUSH(n) "push r" #n "\n\t"
#define POP(n) "pop r" #n "\n\t"
#define SAVED(each)                                                                                                    \
    each(2) each(3) each(4) each(5) each(6) each(7) each(8) each(9) each(10) each(11) each(12) each(13) each(14)       \
        each(15) each(16) each(17) each(28) each(29)
#define RESTORED(each)                                                                                                 \
    each(29) each(28) each(17) each(16) each(15) each(14) each(13) each(12) each(11) each(10) each(9) each(8) each(7)  \
        each(6) each(5) each(4) each(3) each(2)

static volatile bool lost;

/*
 * Keeps the numbers after `base` in the registers, and the T flag, for `turns` of 5 cycles; sets
 * `lost` if one has changed.
 */
__attribute__((naked, noinline)) static void keep(uint8_t base, uint16_t turns)
{
    __asm__ __volatile__(SAVED(PUSH) "movw r26, r22 $ mov r18, r24 $ set\n\t" ALL(
                             SET) "1: sbiw r26, 1 $ nop $ brne 1b\n\t"
                                  "mov r18, r24 $ brts 2f $ rjmp 9f\n\t"
                                  "2: " ALL(SAME) "rjmp 8f\n\t"
                                                  "9: ldi r24, 1 $ sts %[lost], r24\n\t"
                                                  "8: " RESTORED(POP) "ret" ::[lost] "i"(&lost)
                         : "memory");
    (void)base;
    (void)turns;
}

static void low(void)
{
    keep(0x10, 3000);
    CHECK(!lost);
}

static void other(void)
{
    keep(0x50, 2000);
    CHECK(!lost);
}

static void urgent(void)
{
    static uint16_t jobs;
    jobs++;
    keep(0xA0, (uint16_t)(jobs % 97U + 1U));
    CHECK(!lost);
    if (jobs == JOBS) {
        conform_pass();
    }
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {
    TASK(urgent, PL_PERIODIC, 3001, 0, 3001, 2000, 0),
    BACKGROUND(low, 1),
    BACKGROUND(other, 2),
};
