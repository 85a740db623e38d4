/*
 * FreeRTOS on AVR chips: contexts, switches and the tick.
 *
 * The stack of a stopped task holds, from its top, after the return address: r31, r30, r0, SREG, r1,
 * r18 … r27, as an interrupt pushes them; then r2 … r17, r28, r29, which only a switch pushes. 35
 * bytes in all with a return address of two bytes. On chips with more flash the address has three
 * bytes, and RAMPZ follows r1: 37 bytes. EIND stays 0, as compiled code expects. SREG is stored with
 * interrupts disabled, because RETI resumes every context.
 *
 * Interrupts that may call the runtime (isr.h) move at once from the task's stack to the stack of
 * main(), which is unused once the kernel runs. So a task's stack holds only its own calls
 * and one context.
 */
#ifdef __AVR__

#include <avr/interrupt.h>
#include <avr/io.h>

#include "FreeRTOS.h"
#include "task.h"

#include "isr.h"
#include "polyloop/polyloop.h"
#include "polyloop/port.h"

#if PL_USES_SERVO

/*
 * The Servo library uses compare B of timer 1, so the kernel's tick is compare A of timer 0. It
 * comes once in each round of Arduino's clock, whatever value analogWrite() gives it.
 */
#define ROUND_HZ (F_CPU / (64UL * 256UL))
#define NEAREST ((ROUND_HZ + PL_KERNEL_TICK_HZ / 2UL) / PL_KERNEL_TICK_HZ)
/* Rounds in one tick of the kernel. */
#define ROUNDS ((uint8_t)(NEAREST > 1UL ? NEAREST : 1UL))

#if PL_KERNEL_TICK_HZ < 4
#error "PL_KERNEL_TICK_HZ is too low for the 8-bit count of rounds"
#endif

#else

/* Timer ticks in one tick of the kernel. */
#define TICKS (PL_TICK_HZ / PL_KERNEL_TICK_HZ)

#if TICKS > 65535
#error "PL_KERNEL_TICK_HZ is too low for Timer1"
#endif

#endif

/* Of the kernel; its first field is the stack pointer. */
extern struct tskTaskControlBlock *volatile pxCurrentTCB;

volatile uint8_t pl_kernel_wanted;
/* Before the kernel runs, the end of a critical section must not enable interrupts. */
volatile uint8_t pl_kernel_nesting = 1;
/*
 * Interrupts in service. Before the kernel runs, main() counts as one, because there is no task to
 * leave or to switch to.
 */
static volatile uint8_t depth __attribute__((used)) = 1;

/* Selects the next task, and selects again if accounting at the switch has woken a more urgent one. */
__attribute__((used, noinline)) static void choose(void)
{
    do {
        pl_kernel_wanted = 0;
        vTaskSwitchContext();
    } while (pl_kernel_wanted != 0);
}

/* Ends naked code: resumes the current task. Its whole context is on its stack. */
#define RESUME                                                                                                         \
    "lds r30, %[current] $ lds r31, %[current]+1\n\t"                                                                  \
    "ld r26, Z $ ldd r27, Z+1\n\t"                                                                                     \
    "out __SP_H__, r27 $ out __SP_L__, r26\n\t"                                                                        \
    "pop r29 $ pop r28 $ pop r17 $ pop r16 $ pop r15 $ pop r14 $ pop r13 $ pop r12 $ pop r11\n\t"                      \
    "pop r10 $ pop r9 $ pop r8 $ pop r7 $ pop r6 $ pop r5 $ pop r4 $ pop r3 $ pop r2\n\t"

#ifdef __AVR_HAVE_RAMPZ__
/* RAMPZ is an I/O register. Code that reads flash beyond 64 KiB sets it. */
#define PUSH_RAMPZ "in r0, 0x3b $ push r0\n\t"
#define POP_RAMPZ "pop r0 $ out 0x3b, r0\n\t"
#define RAMPZ_BYTES 1U
#else
#define PUSH_RAMPZ
#define POP_RAMPZ
#define RAMPZ_BYTES 0U
#endif

/* The registers that a called function may change, except r31 and r30; r1 is zero, as compiled code expects. */
#define PUSH                                                                                                           \
    "push r0 $ in r0, __SREG__ $ push r0 $ push r1 $ clr r1\n\t" PUSH_RAMPZ                                            \
    "push r18 $ push r19 $ push r20 $ push r21 $ push r22\n\t"                                                         \
    "push r23 $ push r24 $ push r25 $ push r26 $ push r27\n\t"

#define POP                                                                                                            \
    "pop r27 $ pop r26 $ pop r25 $ pop r24 $ pop r23\n\t"                                                              \
    "pop r22 $ pop r21 $ pop r20 $ pop r19 $ pop r18\n\t" POP_RAMPZ                                                    \
    "pop r1 $ pop r0 $ out __SREG__, r0 $ pop r0 $ pop r30 $ pop r31 $ reti\n\t"

#define INTERRUPT_STACK                                                                                                \
    "ldi r24, lo8(%[end]) $ ldi r25, hi8(%[end])\n\t"                                                                  \
    "out __SP_H__, r25 $ out __SP_L__, r24\n\t"

/* With the short part of the context on the stack: saves the rest and switches to the selected task. */
__attribute__((naked, used, noinline, noclone)) static void change(void)
{
    __asm__ __volatile__("push r2 $ push r3 $ push r4 $ push r5 $ push r6 $ push r7 $ push r8 $ push r9 $ push r10\n\t"
                         "push r11 $ push r12 $ push r13 $ push r14 $ push r15 $ push r16 $ push r17\n\t"
                         "push r28 $ push r29\n\t"
                         "lds r30, %[current] $ lds r31, %[current]+1\n\t"
                         "in r26, __SP_L__ $ in r27, __SP_H__\n\t"
                         "st Z, r26 $ std Z+1, r27\n\t" INTERRUPT_STACK
                         "call %x[choose]\n\t" RESUME POP ::[current] "i"(&pxCurrentTCB),
                         [end] "n"(RAMEND), [choose] "i"(choose));
}

__attribute__((naked, noinline, noclone)) void pl_isr_enter(void)
{
    __asm__ __volatile__(PUSH
                         "lds r18, %[depth] $ subi r18, -1 $ sts %[depth], r18\n\t"
                         "cpi r18, 1 $ brne 1f\n\t"
                         "in r26, __SP_L__ $ in r27, __SP_H__\n\t" INTERRUPT_STACK "push r26 $ push r27\n\t"
                         "icall\n\t"
                         "cli $ clr r1 $ sts %[depth], r1\n\t"
                         "pop r27 $ pop r26\n\t"
                         "out __SP_H__, r27 $ out __SP_L__, r26\n\t"
                         "lds r24, %[wanted] $ cpse r24, r1 $ jmp %x[change]\n\t"
                         "2: " POP "1: icall\n\t"
                         "cli $ lds r18, %[depth] $ subi r18, 1 $ sts %[depth], r18 $ rjmp 2b" ::[depth] "i"(&depth),
                         [end] "n"(RAMEND), [wanted] "i"(&pl_kernel_wanted), [change] "i"(change));
}

__attribute__((naked, noinline, noclone)) void pl_kernel_yield(void)
{
    __asm__ __volatile__("cli $ push r31 $ push r30\n\t" PUSH "jmp %x[change]" ::[change] "i"(change));
}

static void fill(StackType_t **top, uint8_t bytes)
{
    for (; bytes != 0; bytes--) {
        **top = 0;
        (*top)--;
    }
}

static void put_pointer(StackType_t **top, uint16_t value, bool low_first)
{
    **top = (uint8_t)(low_first ? value : value >> 8);
    (*top)--;
    **top = (uint8_t)(low_first ? value >> 8 : value);
    (*top)--;
}

/* A new task looks like a task that was stopped before its first instruction. */
StackType_t *pxPortInitialiseStack(StackType_t *top, TaskFunction_t code, void *parameter)
{
    put_pointer(&top, (uint16_t)code, true);
#ifdef __AVR_3_BYTE_PC__
    /* A pointer has 16 bits. For a function beyond 128 KiB the linker makes it point to a jump. */
    fill(&top, 1);
#endif
    fill(&top, (uint8_t)(11U + RAMPZ_BYTES));     /* r31, r30, r0, SREG, r1, RAMPZ, r18 … r23 */
    put_pointer(&top, (uint16_t)parameter, true); /* r24, r25 */
    fill(&top, 20);
    return top;
}

__attribute__((naked, noinline, noclone)) static void resume(void)
{
    __asm__ __volatile__(RESUME POP ::[current] "i"(&pxCurrentTCB));
}

#if PL_USES_SERVO

static uint8_t rounds_left = ROUNDS;

static void start_tick(void)
{
    TIMSK0 |= _BV(OCIE0A);
}

#else

static void start_tick(void)
{
    OCR1B = (uint16_t)(TCNT1 + TICKS);
    TIFR1 = _BV(OCF1B);
    TIMSK1 |= _BV(OCIE1B);
}

#endif

BaseType_t xPortStartScheduler(void)
{
    cli();
    start_tick();
    depth = 0;
    pl_kernel_nesting = 0;
    if (pl_kernel_wanted != 0) {
        choose();
    }
    resume();
    return pdFALSE;
}

void vPortEndScheduler(void)
{
}

static inline void tick(void)
{
    BaseType_t wanted = xTaskIncrementTick();
    if (uxTaskPriorityGetFromISR(0) == PL_LEVEL_BACKGROUND) {
        wanted = pdTRUE;
    }
    portYIELD_FROM_ISR(wanted);
}

#if PL_USES_SERVO

PL_ISR(TIMER0_COMPA_vect)
{
    rounds_left--;
    if (rounds_left != 0) {
        pl_board_rounded();
        return;
    }
    rounds_left = ROUNDS;
    pl_board_ticked();
    tick();
}

#else

PL_ISR(TIMER1_COMPB_vect)
{
    OCR1B = (uint16_t)(OCR1B + TICKS);
    pl_board_ticked();
    tick();
}

#endif

#else

/* ISO C requires a declaration in every translation unit. */
typedef int pl_atmega_absent_t;

#endif
