/*
 * Uno only: external signals on pins. The test drives the pins and reads the counts of the bottom
 * halves: INT0 on a rising edge, pins 8 and 9 on the I/O port that they share, A0 alone on its
 * port. Each has room for one delivery in 20 ms, except pin 9, which has no budget.
 */
#include "conform_line.h"

CONFORM_METADATA

#define LINE_8 10
#define LINE_9 11
#define LINE_A0 16
#define COST US(2000)
#define PERIOD US(20000)

volatile uint8_t counts[4];

static void bottom_2(void)
{
    counts[0]++;
    conform_consume(1900);
}

static void bottom_8(void)
{
    counts[1]++;
    conform_consume(1900);
}

static void bottom_9(void)
{
    counts[2]++;
}

static void bottom_a0(void)
{
    counts[3]++;
    conform_consume(1900);
}

static void nothing(void)
{
}

const pl_task_config_t pl_tasks[PL_TASK_COUNT] PL_FLASH = {TASK(nothing, PL_PERIODIC, 5000, 0, 5000, 5000, 0)};

const pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH = {
    {COST, bottom_2, 0, PL_NO_HANDLER, LINE_A, PL_RISING, 0},
    {COST, bottom_8, 1, PL_NO_HANDLER, LINE_8, PL_CHANGE, 1},
    {0, bottom_9, PL_NO_SERVER, PL_NO_HANDLER, LINE_9, PL_FALLING, 0},
    {COST, bottom_a0, 2, PL_NO_HANDLER, LINE_A0, PL_RISING, 1},
};

const pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] PL_FLASH = {
    {COST, PERIOD},
    {COST, PERIOD},
    {COST, PERIOD},
};
