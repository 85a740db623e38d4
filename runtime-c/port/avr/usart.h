/* AVR: USART0 as the byte sink of telemetry. */
#ifndef POLYLOOP_USART_H
#define POLYLOOP_USART_H

/* Initializes the line: PL_TELEMETRY_BAUD, 8 data bits, no parity, 1 stop bit; receiver and transmitter enabled. */
void pl_usart_init(void);

#endif
