/*
 * Host: lines, raised by the program or a test at times of the clock.
 */
#include "lines.h"
#include "pl_host.h"
#include "polyloop/port.h"

#if PL_INTERRUPT_COUNT > 0

#define LINES 20U
#define RAISES 512U
#define NEVER UINT64_MAX

typedef struct {
    uint8_t position;
    bool attached;
    bool masked;
    bool pending;
    uint64_t next;  /* next periodic raise; NEVER if there is none */
    uint64_t every; /* period of the raises */
} line_t;

/* A pending raise; times are since the start. The place is free if the time is NEVER. */
typedef struct {
    uint64_t at;
    uint8_t line;
} raise_t;

static line_t lines[LINES];
static raise_t raises[RAISES];
static uint16_t raise_count; /* number of places that may be in use */
static uint8_t serving;

static uint64_t ticks_of(uint64_t us)
{
    return us * (PL_TICK_HZ / 1000000U);
}

static bool interrupts(const line_t *line)
{
    return line->pending && line->attached && !line->masked;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t pl_host_line_next(uint64_t now, uint64_t start)
{
    uint64_t next = NEVER;
    for (const line_t *line = lines; line != lines + LINES; line++) {
        if (interrupts(line)) {
            return now;
        }
        next = line->every != 0 ? earlier(line->next, next) : next;
    }
    for (const raise_t *raise = raises; raise != raises + raise_count; raise++) {
        next = earlier(raise->at, next);
    }
    return next == NEVER ? NEVER : start + next;
}

static void raise_due(uint64_t elapsed)
{
    for (line_t *line = lines; line != lines + LINES; line++) {
        for (; line->every != 0 && line->next <= elapsed; line->next += line->every) {
            line->pending = true;
        }
    }
    for (raise_t *raise = raises; raise != raises + raise_count; raise++) {
        if (raise->at <= elapsed) {
            lines[raise->line].pending = true;
            raise->at = NEVER;
        }
    }
}

void pl_host_line_serve(uint64_t now, uint64_t start)
{
    raise_due(now - start);
    for (line_t *line = lines; line != lines + LINES; line++) {
        if (interrupts(line)) {
            line->pending = false;
            serving++;
            pl_interrupt(line->position);
            serving--;
            return;
        }
    }
}

bool pl_host_line_serving(void)
{
    return serving != 0;
}

bool pl_host_raise(uint8_t line, uint64_t us)
{
    uint16_t place = 0;
    while (place != raise_count && raises[place].at != NEVER) {
        place++;
    }
    if (line >= LINES || place == RAISES) {
        return false;
    }
    pl_irq_t state = pl_port_lock();
    raises[place].at = ticks_of(us);
    raises[place].line = line;
    raise_count = place == raise_count ? (uint16_t)(place + 1U) : raise_count;
    pl_port_unlock(state);
    return true;
}

void pl_host_raise_every(uint8_t line, uint64_t from_us, uint32_t every_us)
{
    if (line < LINES) {
        pl_irq_t state = pl_port_lock();
        lines[line].next = ticks_of(from_us);
        lines[line].every = ticks_of(every_us);
        pl_port_unlock(state);
    }
}

void pl_port_line_attach(uint8_t line, uint8_t mode, uint8_t position)
{
    (void)mode;
    if (line < LINES) {
        lines[line].position = position;
        lines[line].attached = true;
        lines[line].masked = true;
        lines[line].pending = false;
    }
}

void pl_port_line_mask(uint8_t line, bool masked)
{
    if (line < LINES) {
        lines[line].masked = masked;
    }
}

pl_irq_t pl_port_line_open(void)
{
    pl_port_unlock(0);
    return 1;
}

void pl_port_line_close(pl_irq_t state)
{
    (void)state;
    (void)pl_port_lock();
}

#else

/* ISO C requires a declaration in every translation unit. */
typedef int pl_lines_absent_t;

#endif
