/*
 * AVR: defines an interrupt that may call the runtime. Like ISR() of avr-libc, but with a
 * kernel its body runs on the interrupt stack, and at its end the kernel switches to the task that
 * the interrupt has woken.
 */
#ifndef POLYLOOP_ISR_H
#define POLYLOOP_ISR_H

#include <avr/interrupt.h>

#include "polyloop/polyloop.h"

#if PL_PREEMPTIVE

/* Continues at the function that Z points to; r31 and r30 are on the stack. In port/freertos/atmega.c. */
void pl_isr_enter(void);

/* True if the kernel must switch to a woken task when the interrupt ends. */
extern volatile uint8_t pl_kernel_wanted;

#define PL_ISR(vector)                                                                                                 \
    static void vector##_body(void) __attribute__((used, noinline));                                                   \
    ISR(vector, ISR_NAKED)                                                                                             \
    {                                                                                                                  \
        __asm__ __volatile__("push r31\n\t"                                                                            \
                             "push r30\n\t"                                                                            \
                             "ldi r30, lo8(gs(%x[body]))\n\t"                                                          \
                             "ldi r31, hi8(gs(%x[body]))\n\t"                                                          \
                             "jmp %x[enter]" ::[body] "i"(vector##_body),                                              \
                             [enter] "i"(pl_isr_enter));                                                               \
    }                                                                                                                  \
    static void vector##_body(void)

#else

#define PL_ISR(vector) ISR(vector)

#endif

#endif
