/* Prints the vector VECTOR on the ATmega328P, to the serial line at its highest
 * speed. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "polyloop/polyloop.h"
#include "vectors.h"

void vectors_put(char character)
{
    while ((UCSR0A & _BV(UDRE0)) == 0) {
    }
    UDR0 = (uint8_t)character;
}

int main(void)
{
    UCSR0A = _BV(U2X0);
    UCSR0B = _BV(TXEN0);
    sei();
    (void)vectors_run(VECTOR);
    for (;;) {
    }
}
