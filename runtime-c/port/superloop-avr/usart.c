/*
 * ATmega328P: telemetry over USART0. One byte an interrupt: the frames come ready made.
 */
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

/*
 * On only while there is a byte: the last one switches it off at once, rather than one more interrupt that finds
 * nothing.
 */
ISR(USART_UDRE_vect)
{
    UDR0 = pl_trace_take();
    if (pl_trace_drained()) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    }
}

#else

/* ISO C wants a declaration in every file. */
typedef int pl_usart_absent_t;

#endif
