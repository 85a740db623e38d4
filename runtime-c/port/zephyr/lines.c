/*
 * Zephyr: the lines of the program's interrupts, if the board has none of its own. Line n is entry n of
 * `polyloop-line-gpios` in the node `zephyr,user` of app.overlay, and its interrupt is a GPIO callback.
 *
 * GPIO drivers do not remember an edge of a pin without interrupts. So a masked line stays connected and
 * remembers its first edge here; a storm then costs the callbacks. A level is not remembered: it is
 * disconnected while the line is masked.
 */
#include <zephyr/drivers/gpio.h>
#include <zephyr/kernel.h>

#include "pl_zephyr.h"
#include "polyloop/port.h"

#if PL_INTERRUPT_COUNT > 0 && !PL_BOARD_HAS_LINES

#define USER DT_PATH(zephyr_user)
#define LINE(node, property, index) GPIO_DT_SPEC_GET_BY_IDX(node, property, index),

static const struct gpio_dt_spec pins[] = {DT_FOREACH_PROP_ELEM(USER, polyloop_line_gpios, LINE)};
#define LINES ARRAY_SIZE(pins)

typedef struct {
    struct gpio_callback callback;
    gpio_flags_t trigger;
    uint8_t position;
    bool masked;
    bool pending;
} line_t;

static line_t lines[LINES];

static gpio_flags_t trigger_of(uint8_t mode)
{
    switch (mode) {
    case PL_RISING:
        return GPIO_INT_EDGE_RISING;
    case PL_FALLING:
        return GPIO_INT_EDGE_FALLING;
    case PL_CHANGE:
        return GPIO_INT_EDGE_BOTH;
    default:
        return GPIO_INT_LEVEL_LOW;
    }
}

/* The line is masked for its bottom half, and edges that come meanwhile are delivered after it. */
static void deliver(line_t *line)
{
    do {
        line->pending = false;
        pl_interrupt(line->position);
    } while (line->pending && !line->masked);
}

static void interrupt(const struct device *port, struct gpio_callback *callback, uint32_t bits)
{
    line_t *line = CONTAINER_OF(callback, line_t, callback);
    (void)port;
    (void)bits;
    pl_irq_t state = pl_port_lock();
    if (line->masked) {
        line->pending = true;
    } else {
        deliver(line);
    }
    pl_port_unlock(state);
}

void pl_port_line_attach(uint8_t number, uint8_t mode, uint8_t position)
{
    if (number >= LINES) {
        return;
    }
    const struct gpio_dt_spec *pin = &pins[number];
    line_t *line = &lines[number];
    line->trigger = trigger_of(mode);
    line->position = position;
    line->masked = true;
    (void)gpio_pin_configure_dt(pin, GPIO_INPUT);
    gpio_init_callback(&line->callback, interrupt, BIT(pin->pin));
    (void)gpio_add_callback(pin->port, &line->callback);
    (void)gpio_pin_interrupt_configure_dt(pin, line->trigger == GPIO_INT_LEVEL_LOW ? GPIO_INT_DISABLE : line->trigger);
}

void pl_port_line_mask(uint8_t number, bool masked)
{
    if (number >= LINES) {
        return;
    }
    line_t *line = &lines[number];
    line->masked = masked;
    if (line->trigger == GPIO_INT_LEVEL_LOW) {
        (void)gpio_pin_interrupt_configure_dt(&pins[number], masked ? GPIO_INT_DISABLE : line->trigger);
    }
    if (!masked && line->pending) {
        deliver(line);
    }
}

pl_irq_t pl_port_line_open(void)
{
    pl_port_unlock(0);
    return 0;
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
