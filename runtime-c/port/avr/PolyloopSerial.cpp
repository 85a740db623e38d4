/* The serial line of a traced program. See PolyloopSerial.h. */
#include "PolyloopSerial.h"

#if PL_TELEMETRY

#include <avr/interrupt.h>

#include "polyloop/port.h"
#include "polyloop/sink.h"

/* Received bytes that were not read. The size is a power of two, and one place stays free. */
#define RECEIVE_BYTES 32U

static volatile uint8_t received[RECEIVE_BYTES];
static volatile uint8_t receivedHead; /* written by the interrupt */
static volatile uint8_t receivedTail; /* written by the reader */
static bool ended; /* set by end(): a read must not open the line again */

PolyloopSerialPort PolyloopSerial;

ISR(PL_USART_RX_vect)
{
    uint8_t byte = UDR0;
    uint8_t next = (receivedHead + 1U) % RECEIVE_BYTES;
    if (next != receivedTail) {
        received[receivedHead] = byte;
        receivedHead = next;
    }
}

static void setReceiveInterrupt(bool on)
{
    pl_irq_t state = pl_port_lock();
    if (on) {
        UCSR0B |= _BV(RXCIE0);
    } else {
        UCSR0B &= static_cast<uint8_t>(~_BV(RXCIE0));
    }
    pl_port_unlock(state);
}

void PolyloopSerialPort::begin(unsigned long, uint8_t)
{
    ended = false;
    setReceiveInterrupt(true);
}

void PolyloopSerialPort::end()
{
    ended = true;
    setReceiveInterrupt(false);
    receivedTail = receivedHead;
}

/* Telemetry has the line open, so a program can read without begin(). A program that never reads pays nothing. */
static void listen()
{
    if (!ended && (UCSR0B & _BV(RXCIE0)) == 0) {
        setReceiveInterrupt(true);
    }
}

int PolyloopSerialPort::available()
{
    listen();
    return static_cast<uint8_t>(receivedHead - receivedTail) % RECEIVE_BYTES;
}

int PolyloopSerialPort::peek()
{
    listen();
    uint8_t tail = receivedTail;
    return tail == receivedHead ? -1 : received[tail];
}

int PolyloopSerialPort::read()
{
    listen();
    uint8_t tail = receivedTail;
    if (tail == receivedHead) {
        return -1;
    }
    uint8_t byte = received[tail];
    receivedTail = (tail + 1U) % RECEIVE_BYTES;
    return byte;
}

void PolyloopSerialPort::flush()
{
    pl_trace_service();
    while (pl_trace.tail != pl_trace.encoded) {
    }
}

int PolyloopSerialPort::availableForWrite()
{
    return static_cast<int>(pl_text_room());
}

size_t PolyloopSerialPort::write(uint8_t byte)
{
    const char text = static_cast<char>(byte);
    return pl_text(&text, 1);
}

size_t PolyloopSerialPort::write(const uint8_t *bytes, size_t length)
{
    return pl_text(reinterpret_cast<const char *>(bytes), static_cast<uint16_t>(length));
}

#endif
