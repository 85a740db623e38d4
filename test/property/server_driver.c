/*
 * Lets another process control a sporadic server: reads a command per line and answers with a line.
 * See server.ts.
 *
 *   i now budget period   a new server
 *   w now                 wake
 *   c now used            charge
 *   s now                 sleep
 *   t now                 tend
 * Answer: the capacity now, the time of the refill, the used part of the first piece, time and
 * amount of each piece.
 *
 *   r start budget period demands blocked
 * Runs a server tick by tick for the length of the two texts. demands: the work in ticks that
 * arrives before each tick, in base 36. blocked: x if another task runs, else a dot. Answer: 1 for
 * each tick in which the server ran, else 0.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

#define LINE_BYTES 4096
#define BASE_36 36

static pl_server_t server;
static pl_tick_t period;

static void answer(pl_tick_t now)
{
    printf("%lu %lu %lu", (unsigned long)pl_server_capacity(&server, now),
           (unsigned long)pl_server_refill_time(&server), (unsigned long)server.usage);
    for (uint8_t place = 0; place < server.count; place++) {
        printf(" %lu %lu", (unsigned long)server.refills[place].time, (unsigned long)server.refills[place].amount);
    }
    printf("\n");
}

static void operate(const char *line)
{
    char operation = line[0];
    unsigned long now = 0;
    unsigned long value = 0;
    unsigned long other = 0;
    if (sscanf(line + 1, "%lu %lu %lu", &now, &value, &other) < 1) {
        exit(EXIT_FAILURE);
    }
    if (operation == 'i') {
        period = (pl_tick_t)other;
        pl_server_init(&server, (pl_tick_t)value, (pl_tick_t)now);
    } else if (operation == 'w') {
        pl_server_wake(&server, (pl_tick_t)now);
    } else if (operation == 'c') {
        pl_server_charge(&server, period, (pl_tick_t)value, (pl_tick_t)now);
    } else if (operation == 's') {
        pl_server_sleep(&server, period);
    } else {
        pl_server_tend(&server, (pl_tick_t)now);
    }
    answer((pl_tick_t)now);
}

static unsigned long digit(char text)
{
    const char one[2] = {text, 0};
    return strtoul(one, NULL, BASE_36);
}

/* Simulates one tick. Returns whether the server ran. */
static bool tick(unsigned long *backlog, unsigned long demand, bool blocked, pl_tick_t now)
{
    if (*backlog == 0 && demand != 0) {
        pl_server_wake(&server, now);
    }
    *backlog += demand;
    if (*backlog == 0 || blocked || pl_server_capacity(&server, now) == 0) {
        return false;
    }
    pl_server_charge(&server, period, 1, now + 1U);
    --*backlog;
    if (*backlog == 0) {
        pl_server_sleep(&server, period);
    }
    return true;
}

static void run(const char *line)
{
    static char demands[LINE_BYTES];
    static char blocked[LINE_BYTES];
    unsigned long start = 0;
    unsigned long budget = 0;
    unsigned long every = 0;
    unsigned long backlog = 0;
    if (sscanf(line + 1, "%lu %lu %lu %4095s %4095s", &start, &budget, &every, demands, blocked) != 5) {
        exit(EXIT_FAILURE);
    }
    period = (pl_tick_t)every;
    pl_server_init(&server, (pl_tick_t)budget, (pl_tick_t)start);
    for (size_t at = 0; demands[at] != 0; at++) {
        bool ran = tick(&backlog, digit(demands[at]), blocked[at] == 'x', (pl_tick_t)(start + at));
        putchar(ran ? '1' : '0');
    }
    putchar('\n');
}

int main(void)
{
    static char line[LINE_BYTES];
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (line[0] == 'r') {
            run(line);
        } else {
            operate(line);
        }
        fflush(stdout);
    }
    return EXIT_SUCCESS;
}
