/* AVR: sends telemetry over USART0, one byte for each interrupt. The frames are already encoded. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "polyloop/port.h"
#include "polyloop/sink.h"
#include "usart.h"

#if PL_TELEMETRY

#ifndef PL_TELEMETRY_BAUD
#define PL_TELEMETRY_BAUD 500000
#endif

/* Double speed: eight clock cycles a bit, rounded to the nearest rate. */
#define DIVISOR ((F_CPU / 4 / PL_TELEMETRY_BAUD - 1) / 2)

void pl_usart_init(void)
{
    UBRR0 = DIVISOR;
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0);
}

void pl_port_sink_start(void)
{
    UCSR0B |= _BV(UDRIE0);
}

#if PL_PREEMPTIVE

void pl_board_drain(void)
{
    while (!pl_trace_drained()) {
        while ((UCSR0A & _BV(UDRE0)) == 0) {
        }
        UDR0 = pl_trace_take();
    }
}

#endif

/*
 * Sends the bytes of pl_trace_take(). The interrupt is enabled only while there is a byte: the last
 * byte disables it at once, which saves one more interrupt.
 *
 * The interrupt is assembly, because every byte of telemetry pays for it: 47 cycles instead of the
 * compiler's 63, which saves unused registers.
 */
ISR(PL_USART_UDRE_vect, ISR_NAKED)
{
    __asm__ __volatile__(
        "push r24\n\t"
        "in r24, __SREG__\n\t"
        "push r24\n\t"
        "push r30\n\t"
        "push r31\n\t"
        "lds r24, %[tail]\n\t"
        "mov r30, r24\n\t"
        "andi r30, %[mask]\n\t"
        "ldi r31, 0\n\t"
        "subi r30, lo8(-(%[ring]))\n\t"
        "sbci r31, hi8(-(%[ring]))\n\t"
        "ld r30, Z\n\t"
        "sts %[data], r30\n\t"
        "inc r24\n\t"
        "sts %[tail], r24\n\t"
        "lds r30, %[encoded]\n\t"
        "cpse r24, r30\n\t"
        "rjmp 1f\n\t"
        "lds r24, %[control]\n\t"
        "andi r24, %[off]\n\t"
        "sts %[control], r24\n\t"
        "1: pop r31\n\t"
        "pop r30\n\t"
        "pop r24\n\t"
        "out __SREG__, r24\n\t"
        "pop r24\n\t"
        "reti" ::[tail] "i"(&pl_trace.tail),
        [encoded] "i"(&pl_trace.encoded), [ring] "i"(pl_trace.ring), [mask] "n"(PL_TRACE_RING_BYTES - 1),
        [data] "n"(_SFR_MEM_ADDR(UDR0)), [control] "n"(_SFR_MEM_ADDR(UCSR0B)), [off] "n"(0xFF & ~_BV(UDRIE0)));
}

#else

/* ISO C requires a declaration in every translation unit. */
typedef int pl_usart_absent_t;

#endif
