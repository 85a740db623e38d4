/* RealView PBX-A9: telemetry over the second serial line, and the program's input. */
#include "kernel.h"
#include "pl_realview.h"
#include "polyloop/port.h"
#include "polyloop/sink.h"
#include "realview_pbx_a9.h"

/* Received bytes that were not read. The size is a power of two, and one place stays free. */
#define RECEIVE_BYTES 64U
/* Size of the UART's transmit buffer: so many bytes are sent in one interrupt. */
#define TRANSMIT_BYTES 16U

static volatile uint8_t received[RECEIVE_BYTES];
static volatile uint8_t received_head; /* written by the interrupt */
static volatile uint8_t received_tail; /* written by the reader */

/*
 * Upper bounds of an interrupt of the line and of the kernel's clock, at 16 ns an instruction. Unit: µs, which are
 * ticks of the timer.
 */
#define UART_TICKS 12U
#define CLOCK_TICKS 16U

static volatile uint32_t interrupts;

pl_tick_t pl_port_stolen(void)
{
    static uint32_t told_interrupts;
    static uint32_t told_clock;
    uint32_t new_interrupts = interrupts - told_interrupts;
    uint32_t new_clock = pl_kernel_clock() - told_clock;
    told_interrupts += new_interrupts;
    told_clock += new_clock;
    return new_interrupts * UART_TICKS + new_clock * CLOCK_TICKS;
}

static void receive(void)
{
    while ((UART1_FLAGS & UART_EMPTY) == 0) {
        uint8_t byte = (uint8_t)UART1_DATA;
        uint8_t next = (uint8_t)((received_head + 1U) % RECEIVE_BYTES);
        if (next != received_tail) {
            received[received_head] = byte;
            received_head = next;
        }
    }
}

uint8_t pl_realview_received(void)
{
    return (uint8_t)((uint8_t)(received_head - received_tail) % RECEIVE_BYTES);
}

int pl_realview_receive(bool take)
{
    uint8_t tail = received_tail;
    if (tail == received_head) {
        return -1;
    }
    uint8_t byte = received[tail];
    if (take) {
        received_tail = (uint8_t)((tail + 1U) % RECEIVE_BYTES);
    }
    return byte;
}

#if PL_TELEMETRY

/* Bytes are being sent; the interrupt sends the next ones. */
static volatile bool sending;

static void send(void)
{
    sending = !pl_trace_drained();
    for (uint8_t left = TRANSMIT_BYTES; left != 0 && !pl_trace_drained() && (UART1_FLAGS & UART_FULL) == 0; left--) {
        UART1_DATA = pl_trace_take();
    }
}

void pl_port_sink_start(void)
{
    if (!sending) {
        send();
    }
}

void pl_realview_flush(void)
{
    pl_trace_service();
    while (sending) {
    }
}

#else

static void send(void)
{
}

void pl_realview_flush(void)
{
}

#endif

static void on_uart(void *unused)
{
    (void)unused;
    pl_irq_t state = pl_port_lock();
    uint32_t events = UART1_STATE;
    UART1_CLEAR = events;
    interrupts++;
    receive();
    if ((events & UART_TRANSMIT) != 0) {
        send();
    }
    pl_port_unlock(state);
}

void pl_realview_uart_init(void)
{
    UART1_CONTROL = 0;
    UART1_LINE = UART_FIFOS_8_BITS;
    UART1_MASK = UART_TRANSMIT | UART_RECEIVE | UART_RECEIVE_TIMEOUT;
    UART1_CONTROL = UART_RUN;
    pl_kernel_attach(IRQ_UART1, PRIORITY_RUNTIME, on_uart, 0);
}
