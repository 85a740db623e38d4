/*
 * Arduino: the lines of the program's interrupts. A line is a pin, with the number that
 * attachInterrupt() expects after digitalPinToInterrupt().
 *
 * Arduino's functions do not mask an interrupt. The first interrupt of a masked line is remembered
 * and detaches the line, so a storm costs one interrupt a masking. The line is attached again when it
 * is unmasked.
 */
#include <Arduino.h>

#include "pl_arduino.h"

#if PL_INTERRUPT_COUNT > 0

struct Line {
    uint8_t pin;
    uint8_t mode;
    volatile bool masked;
    volatile bool held; /* an interrupt came while the line was masked */
    volatile bool detached;
};

static Line lines[PL_INTERRUPT_COUNT];

static bool waits(const Line &line)
{
    return line.held && !line.masked;
}

bool pl_arduino_holds(void)
{
    for (const Line &line : lines) {
        if (waits(line)) {
            return true;
        }
    }
    return false;
}

/*
 * A core may keep an interrupt of its own from the time when the line was detached. That one is delivered in place of
 * the held one where it can interrupt this function.
 */
static void deliver_held()
{
    if (!pl_arduino_holds()) {
        return;
    }
    pl_port_line_close(pl_port_line_open());
    for (uint8_t position = 0; position < PL_INTERRUPT_COUNT; position++) {
        if (waits(lines[position])) {
            lines[position].held = false;
            pl_interrupt(position);
        }
    }
}

void pl_arduino_deliver(void)
{
    pl_irq_t state = pl_arduino_enter();
    deliver_held();
    pl_arduino_leave(state);
}

static void interrupted(uint8_t position)
{
    Line &line = lines[position];
    pl_irq_t state = pl_arduino_enter();
    if (line.masked) {
        line.held = true;
        line.detached = true;
        detachInterrupt(digitalPinToInterrupt(line.pin));
    } else {
        line.held = false;
        pl_interrupt(position);
        deliver_held();
    }
    pl_arduino_leave(state);
}

/* attachInterrupt() takes a function without arguments, so each position has its own. */
template <uint8_t count> struct Handlers {
    static void call()
    {
        interrupted(count - 1U);
    }

    static void (*of(uint8_t position))()
    {
        return position == count - 1U ? call : Handlers<count - 1U>::of(position);
    }
};

template <> struct Handlers<0> {
    static void (*of(uint8_t))()
    {
        return nullptr;
    }
};

/* Cores differ in the type of the mode. */
static void attach(uint8_t position)
{
    const Line &line = lines[position];
    auto source = digitalPinToInterrupt(line.pin);
    auto handler = Handlers<PL_INTERRUPT_COUNT>::of(position);
    switch (line.mode) {
    case PL_RISING:
        attachInterrupt(source, handler, RISING);
        break;
    case PL_FALLING:
        attachInterrupt(source, handler, FALLING);
        break;
    case PL_CHANGE:
        attachInterrupt(source, handler, CHANGE);
        break;
    default:
        attachInterrupt(source, handler, LOW);
        break;
    }
}

void pl_port_line_attach(uint8_t pin, uint8_t mode, uint8_t position)
{
    Line &line = lines[position];
    line.pin = pin;
    line.mode = mode;
    line.masked = true;
    line.held = false;
    line.detached = false;
    attach(position);
}

static void unmask(uint8_t position)
{
    Line &line = lines[position];
    line.masked = false;
    if (line.detached) {
        line.detached = false;
        attach(position);
    }
}

void pl_port_line_mask(uint8_t pin, bool masked)
{
    for (uint8_t position = 0; position < PL_INTERRUPT_COUNT; position++) {
        if (lines[position].pin == pin && masked) {
            lines[position].masked = true;
        } else if (lines[position].pin == pin) {
            unmask(position);
        }
    }
}

#endif
