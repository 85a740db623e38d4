/* ATmega328P: USART0 as the byte sink of telemetry. */
#ifndef POLYLOOP_USART_H
#define POLYLOOP_USART_H

/* Sets the line up: PL_TELEMETRY_BAUD, 8 data bits, no parity, 1 stop bit; receiver and transmitter on. */
void pl_usart_init(void);

#endif
