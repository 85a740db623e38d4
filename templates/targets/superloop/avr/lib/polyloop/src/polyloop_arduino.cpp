#include "polyloop_arduino.h"

#if PL_TELEMETRY

#include <avr/interrupt.h>
#include <avr/io.h>

#include "polyloop/telemetry.h"

PolyloopSerial polyloop_serial;

/* One writer, the interrupt, and one reader; indices of one byte are read and written in one go. */
static const uint8_t received_size = 32;
static volatile uint8_t received[received_size];
static volatile uint8_t received_head;
static volatile uint8_t received_tail;

static uint8_t after(uint8_t index)
{
  return (uint8_t)((index + 1) % received_size);
}

/* A byte that finds no room is lost, as with Arduino's own Serial. */
ISR(USART_RX_vect)
{
  const bool intact = (UCSR0A & _BV(UPE0)) == 0;
  const uint8_t byte = UDR0;
  const uint8_t next = after(received_head);
  if (intact && next != received_tail) {
    received[received_head] = byte;
    received_head = next;
  }
}

void PolyloopSerial::begin(unsigned long)
{
  const uint8_t state = SREG;
  cli();
  UCSR0B |= _BV(RXEN0) | _BV(RXCIE0);
  SREG = state;
}

void PolyloopSerial::begin(unsigned long baud, uint8_t)
{
  begin(baud);
}

void PolyloopSerial::end()
{
  const uint8_t state = SREG;
  cli();
  UCSR0B &= (uint8_t)~(_BV(RXEN0) | _BV(RXCIE0));
  SREG = state;
  received_tail = received_head;
}

int PolyloopSerial::available()
{
  return (received_size + received_head - received_tail) % received_size;
}

int PolyloopSerial::peek()
{
  return received_head == received_tail ? -1 : received[received_tail];
}

int PolyloopSerial::read()
{
  const int byte = peek();
  if (byte >= 0) {
    received_tail = after(received_tail);
  }
  return byte;
}

int PolyloopSerial::availableForWrite()
{
  return (int)pl_text_room();
}

void PolyloopSerial::flush()
{
}

size_t PolyloopSerial::write(uint8_t byte)
{
  return write(&byte, 1);
}

size_t PolyloopSerial::write(const uint8_t *bytes, size_t length)
{
  return pl_text((const char *)bytes, (uint16_t)length);
}

#endif
