/*
 * AVR: the fast path of recording an event, which src/recorder.c has in C.
 *
 * The code is assembly, because every event pays for it: from call to return 53 cycles with a delta of
 * one byte, 62 with two and 70 with three. For the same C code the compiler saves eight registers,
 * 32 cycles.
 */
#include <stddef.h>

#include "recorder.h"

#if PL_TELEMETRY

/*
 * avr-gcc's calling convention: kind in r24, object in r22, at in r18 (low) to r21. These registers
 * stay unchanged until the event can no longer take the slow path. The fast path needs a delta of
 * at most 16 bits. If the low half has not wrapped, only the low half of `last` changes.
 *
 * A dollar sign separates two instructions. Registers on the fast path: r23 head, r25 stop, r27:r26
 * delta, Z the place in the ring.
 *
 * The function must not be cloned, and its clobbers are declared, so that the compiler assumes
 * nothing about a body that it cannot see.
 */
__attribute__((naked, used, noinline, noclone)) void pl_trace_locked(uint8_t kind, uint8_t object, pl_tick_t at)
{
    __asm__ __volatile__("lds r23, %[trace]+%[head] $ lds r25, %[recorder]+%[stop]\n\t"
                         "cp r23, r25 $ brpl 1f\n\t"
                         "cpi r22, 15 $ brsh 1f\n\t"
                         "movw r26, r18\n\t"
                         "lds r30, %[recorder]+%[last] $ lds r31, %[recorder]+%[last]+1\n\t"
                         "sub r26, r30 $ sbc r27, r31\n\t"
                         "lds r30, %[recorder]+%[last]+2 $ lds r31, %[recorder]+%[last]+3\n\t"
                         "brlo 5f\n\t"
                         "cp r20, r30 $ cpc r21, r31 $ brne 1f\n\t"
                         "0: sts %[recorder]+%[last], r18 $ sts %[recorder]+%[last]+1, r19\n\t"
                         "mov r30, r23 $ andi r30, %[mask] $ ldi r31, 0\n\t"
                         "subi r30, lo8(-(%[trace])) $ sbci r31, hi8(-(%[trace]))\n\t"
                         "or r24, r22 $ st Z+, r24\n\t"
                         "cpi r26, 0x80 $ cpc r27, __zero_reg__ $ brsh 3f\n\t"
                         "st Z, r26\n\t"
                         "subi r23, -2 $ sts %[trace]+%[head], r23\n\t"
                         "cp r23, r25 $ brpl 2f $ ret\n\t"
                         "1: jmp %x[other]\n\t"
                         "2: mov r24, r23 $ jmp %x[end]\n\t"
                         "3: mov r22, r26 $ ori r22, 0x80 $ st Z+, r22\n\t"
                         "lsl r26 $ rol r27 $ brcs 4f $ brmi 4f\n\t"
                         "st Z, r27\n\t"
                         "subi r23, -3 $ sts %[trace]+%[head], r23\n\t"
                         "cp r23, r25 $ brpl 2b $ ret\n\t"
                         /* Three bytes: bits 15 and 14 of the delta are in the carry and in bit 7 of the middle one. */
                         "4: sbc r22, r22 $ andi r22, 2 $ sbrc r27, 7 $ ori r22, 1\n\t"
                         "ori r27, 0x80 $ st Z+, r27 $ st Z, r22\n\t"
                         "subi r23, -4 $ sts %[trace]+%[head], r23\n\t"
                         "cp r23, r25 $ brpl 2b $ ret\n\t"
                         /* The low half has wrapped: the high half must be the next value, and is stored. */
                         "5: adiw r30, 1 $ cp r20, r30 $ cpc r21, r31 $ brne 1b\n\t"
                         "sts %[recorder]+%[last]+2, r20 $ sts %[recorder]+%[last]+3, r21 $ rjmp 0b" ::[trace] "i"(&pl_trace),
                         [recorder] "i"(&pl_recorder), [head] "n"(offsetof(pl_trace_t, head)),
                         [stop] "n"(offsetof(pl_recorder_t, stop)), [last] "n"(offsetof(pl_recorder_t, last)),
                         [mask] "n"(PL_TRACE_MASK), [other] "i"(pl_trace_long), [end] "i"(pl_event_end)
                         : "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27", "r30", "r31",
                           "memory");
    (void)kind;
    (void)object;
    (void)at;
}

#else

/* ISO C requires a declaration in every translation unit. */
typedef int pl_record_absent_t;

#endif
