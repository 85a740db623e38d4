/*
 * AVR: the lines of pin changes. See lines.h.
 *
 * The pins of a group, at most eight, share one interrupt and one flag, and each has an enable bit.
 * The driver compares levels to find the pin and the edge. A line that is alone in its group is
 * masked by the bit of the group, and the flag remembers changes meanwhile: both edges if the level
 * is unchanged, otherwise the edge that the level shows. If a group has several lines, each is
 * masked by the bit of its pin, and the flag does not see the pin. Then the level decides when the
 * line is unmasked, and a whole pulse in between is lost. The interrupt of the EEPROM, which can be
 * triggered at any time, replaces the missing interrupt.
 */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "isr.h"
#include "lines.h"
#include "polyloop/port.h"

#if PL_INTERRUPT_COUNT > 0 && (PL_LINES & PL_LINES_PIN) != 0

#define GROUPS 3U

/* One bit for each pin of the group. */
typedef struct {
    uint8_t attached;
    uint8_t rising;
    uint8_t falling;
    uint8_t masked;
    uint8_t level;   /* at the last comparison */
    uint8_t pending; /* pending: came, and was not served */
} pins_t;

/* As PCIE0 to PCIE2 and PCMSK0 to PCMSK2 stand. */
static pins_t groups[GROUPS];

static uint8_t group_of(uint8_t line)
{
    return PL_GROUP_OF_LINE(line);
}

static uint8_t first_line_of(uint8_t group)
{
    return PL_FIRST_LINE_OF(group);
}

static uint8_t bit_of(uint8_t line)
{
    return (uint8_t)(1U << (line - first_line_of(group_of(line))));
}

static uint8_t levels_of(uint8_t group)
{
    return PL_LEVELS_OF(group);
}

static bool alone(const pins_t *pins)
{
    return (pins->attached & (uint8_t)(pins->attached - 1U)) == 0;
}

/* The interrupts that the present levels imply. */
static void compare(pins_t *pins, uint8_t level)
{
    uint8_t changed = (uint8_t)(level ^ pins->level);
    pins->level = level;
    pins->pending |= (uint8_t)(changed & ((pins->rising & level) | (pins->falling & (uint8_t)~level)));
}

static void serve(uint8_t group)
{
    pins_t *pins = &groups[group];
    uint8_t line = first_line_of(group);
    for (uint8_t bit = 1; bit != 0; bit = (uint8_t)(bit << 1), line++) {
        if ((pins->pending & bit & (uint8_t)~pins->masked) != 0) {
            pins->pending &= (uint8_t)~bit;
            pl_interrupt(pl_line_positions[line]);
        }
    }
}

/* Bodies are credited for the time that finding the changed pins takes. */
#if PL_PREEMPTIVE

static pl_tick_t begin(void)
{
    pl_thread_pause(pl_port_now());
    return 0;
}

static void end(pl_tick_t pause)
{
    (void)pause;
    pl_thread_resume(pl_port_now());
}

#else

static pl_tick_t begin(void)
{
    return pl_body_pause();
}

static void end(pl_tick_t pause)
{
    pl_body_resume(pause);
}

#endif

/*
 * Reads the levels until the flag shows no further change. If the only pin of a group has its
 * old level, a pulse has occurred: both edges.
 */
static void change(uint8_t group)
{
    pins_t *pins = &groups[group];
    uint8_t flag = (uint8_t)(1U << group);
    uint8_t level;
    pl_tick_t pause = begin();
    do {
        PCIFR = flag;
        level = levels_of(group);
    } while ((PCIFR & flag) != 0);
    if (alone(pins) && ((level ^ pins->level) & pins->attached) == 0) {
        pins->pending |= pins->attached;
    }
    compare(pins, level);
    serve(group);
    end(pause);
}

void pl_pin_mask(uint8_t line, bool masked)
{
    uint8_t group = group_of(line);
    uint8_t bit = bit_of(line);
    pins_t *pins = &groups[group];
    pl_line_set_bit(&pins->masked, bit, masked);
    if (alone(pins)) {
        pl_line_set_bit(&PCICR, (uint8_t)(1U << group), !masked);
        return;
    }
    pl_line_set_bit(&(&PCMSK0)[group], bit, !masked);
    if (!masked) {
        uint8_t others = (uint8_t)~bit;
        compare(pins, (uint8_t)((levels_of(group) & bit) | (pins->level & others)));
        if ((pins->pending & bit) != 0) {
            EECR |= _BV(EERIE);
        }
    }
}

void pl_pin_attach(uint8_t line, uint8_t mode)
{
    uint8_t group = group_of(line);
    uint8_t bit = bit_of(line);
    pins_t *pins = &groups[group];
    pins->attached |= bit;
    pins->masked |= bit;
    pl_line_set_bit(&pins->rising, bit, mode == PL_RISING || mode == PL_CHANGE);
    pl_line_set_bit(&pins->falling, bit, mode != PL_RISING);
    pins->level = levels_of(group);
    /* While the line is alone in its group, the bit of the group masks it. */
    (&PCMSK0)[group] = alone(pins) ? bit : 0;
    pl_line_set_bit(&PCICR, (uint8_t)(1U << group), !alone(pins));
    PCIFR = (uint8_t)(1U << group);
}

PL_ISR(EE_READY_vect)
{
    EECR &= (uint8_t)~_BV(EERIE);
    pl_tick_t pause = begin();
    for (uint8_t group = 0; group != GROUPS; group++) {
        serve(group);
    }
    end(pause);
}

#if (PL_LINES & PL_LINES_GROUP_0) != 0
PL_ISR(PCINT0_vect)
{
    change(0);
}
#endif

#if (PL_LINES & PL_LINES_GROUP_1) != 0
PL_ISR(PCINT1_vect)
{
    change(1);
}
#endif

#if (PL_LINES & PL_LINES_GROUP_2) != 0
PL_ISR(PCINT2_vect)
{
    change(2);
}
#endif

#else

/* ISO C requires a declaration in every translation unit. */
typedef int pl_pin_change_absent_t;

#endif
