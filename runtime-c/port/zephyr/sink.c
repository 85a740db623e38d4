/* Zephyr: telemetry and the program's input over the console's UART, by the driver's interrupts. */
#include <zephyr/device.h>
#include <zephyr/drivers/uart.h>
#include <zephyr/kernel.h>

#include "pl_zephyr.h"
#include "polyloop/port.h"
#include "polyloop/sink.h"

/* Received bytes that were not read. The size is a power of two, and one place stays free. */
#define RECEIVE_BYTES 64U

static const struct device *const uart = DEVICE_DT_GET(DT_CHOSEN(zephyr_console));

static volatile uint8_t received[RECEIVE_BYTES];
static volatile uint8_t received_head; /* written by the interrupt */
static volatile uint8_t received_tail; /* written by the reader */

static void receive(void)
{
    uint8_t byte;
    while (uart_fifo_read(uart, &byte, 1) == 1) {
        uint8_t next = (uint8_t)((received_head + 1U) % RECEIVE_BYTES);
        if (next != received_tail) {
            received[received_head] = byte;
            received_head = next;
        }
    }
}

uint8_t pl_zephyr_received(void)
{
    return (uint8_t)((uint8_t)(received_head - received_tail) % RECEIVE_BYTES);
}

int pl_zephyr_receive(bool take)
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

/* The driver's transmit interrupt is enabled, or the driver is about to enable it. */
static volatile bool sending;
/* A byte that the driver did not take. */
static uint8_t waiting;
static bool has_waiting;

/* False: there is nothing left. Locked. */
static bool put(void)
{
    if (!has_waiting && !pl_trace_drained()) {
        waiting = pl_trace_take();
        has_waiting = true;
    }
    if (!has_waiting) {
        return false;
    }
    has_waiting = uart_fifo_fill(uart, &waiting, 1) != 1;
    return true;
}

static void transmit(void)
{
    pl_irq_t state = pl_port_lock();
    if (sending && !put()) {
        sending = false;
        uart_irq_tx_disable(uart);
    }
    pl_port_unlock(state);
}

void pl_port_sink_start(void)
{
    if (!sending) {
        sending = true;
        uart_irq_tx_enable(uart);
    }
}

void pl_zephyr_flush(void)
{
    pl_trace_service();
    while (sending) {
    }
}

void pl_zephyr_drain(void)
{
    uart_irq_tx_disable(uart);
    if (has_waiting) {
        uart_poll_out(uart, waiting);
    }
    while (!pl_trace_drained()) {
        uart_poll_out(uart, pl_trace_take());
    }
}

#else

static void transmit(void)
{
}

void pl_zephyr_flush(void)
{
}

#endif

void pl_zephyr_write(uint8_t byte)
{
    uart_poll_out(uart, byte);
}

static void interrupt(const struct device *device, void *unused)
{
    (void)unused;
    (void)uart_irq_update(device);
    if (uart_irq_rx_ready(device) > 0) {
        receive();
    }
    if (uart_irq_tx_ready(device) > 0) {
        transmit();
    }
}

void pl_zephyr_sink_init(void)
{
    (void)uart_irq_callback_set(uart, interrupt);
    uart_irq_rx_enable(uart);
}
