/* Cortex-M3: telemetry over UART0, one byte an interrupt, and the program's input. */
#include "handlers.h"
#include "mps2_an385.h"
#include "pl_m3.h"
#include "polyloop/port.h"
#include "polyloop/sink.h"

#ifndef PL_TELEMETRY_BAUD
#define PL_TELEMETRY_BAUD 500000
#endif

/* Received bytes that were not read. The size is a power of two, and one place stays free. */
#define RECEIVE_BYTES 64U

static volatile uint8_t received[RECEIVE_BYTES];
static volatile uint8_t received_head; /* written by the interrupt */
static volatile uint8_t received_tail; /* written by the reader */

#if PL_PREEMPTIVE || PL_CREDITS
/*
 * Transmit interrupts and ticks of the kernel, counted for pl_port_stolen(). Only interrupts of one
 * priority increment one of them.
 */
static volatile uint32_t transmits;
static volatile uint32_t ticks;

/*
 * At most 24 and 61 instructions of 64 ns (test/conformance/credits.test.ts, accounts.test.ts). Unit: µs, which are ticks of
 * the timer.
 */
#define TRANSMIT_TICKS 2U
#define TICK_TICKS 6U

void pl_board_ticked(void)
{
    ticks++;
}

pl_tick_t pl_port_stolen(void)
{
    static uint32_t told_transmits;
    static uint32_t told_ticks;
    uint32_t new_transmits = transmits - told_transmits;
    uint32_t new_ticks = ticks - told_ticks;
    told_transmits += new_transmits;
    told_ticks += new_ticks;
    return new_transmits * TRANSMIT_TICKS + new_ticks * TICK_TICKS;
}

#define COUNT_TRANSMIT() transmits++

#else

#define COUNT_TRANSMIT() ((void)0)

#endif

void pl_m3_uart_init(void)
{
    UART0_BAUDDIV = MPS2_CLOCK_HZ / PL_TELEMETRY_BAUD;
    UART0_CTRL = UART_TRANSMIT | UART_RECEIVE | UART_TRANSMIT_INTERRUPT | UART_RECEIVE_INTERRUPT;
    NVIC_ENABLE = (UINT32_C(1) << IRQ_UART0_TRANSMIT) | (UINT32_C(1) << IRQ_UART0_RECEIVE);
}

void pl_m3_receive_handler(void)
{
    UART0_INTCLEAR = UART_CLEAR_RECEIVE;
    while ((UART0_STATE & UART_RECEIVED) != 0) {
        uint8_t byte = (uint8_t)UART0_DATA;
        uint8_t next = (uint8_t)((received_head + 1U) % RECEIVE_BYTES);
        if (next != received_tail) {
            received[received_head] = byte;
            received_head = next;
        }
    }
}

uint8_t pl_m3_received(void)
{
    return (uint8_t)((uint8_t)(received_head - received_tail) % RECEIVE_BYTES);
}

int pl_m3_receive(bool take)
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

/* A byte is being sent; its interrupt sends the next one. */
static volatile bool sending;

static void send(void)
{
    sending = !pl_trace_drained();
    if (sending) {
        UART0_DATA = pl_trace_take();
    }
}

void pl_port_sink_start(void)
{
    if (!sending) {
        send();
    }
}

void pl_m3_transmit_handler(void)
{
    UART0_INTCLEAR = UART_CLEAR_TRANSMIT;
    COUNT_TRANSMIT();
    send();
}

void pl_m3_flush(void)
{
    pl_trace_service();
    while (sending) {
    }
}

#if PL_PREEMPTIVE

void pl_board_drain(void)
{
    while (!pl_trace_drained()) {
        while ((UART0_STATE & UART_FULL) != 0) {
        }
        UART0_DATA = pl_trace_take();
    }
}

#endif

#else

void pl_m3_transmit_handler(void)
{
    UART0_INTCLEAR = UART_CLEAR_TRANSMIT;
}

void pl_m3_flush(void)
{
}

#endif
