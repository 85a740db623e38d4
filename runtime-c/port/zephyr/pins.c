/*
 * Zephyr: the pins of Arduino's functions. Pin n is entry n of `polyloop-pin-gpios` in the node
 * `zephyr,user` of app.overlay.
 */
#include <zephyr/drivers/gpio.h>
#include <zephyr/kernel.h>

#include "pl_zephyr.h"

#define USER DT_PATH(zephyr_user)

#if DT_NODE_HAS_PROP(USER, polyloop_pin_gpios)

#define PIN(node, property, index) GPIO_DT_SPEC_GET_BY_IDX(node, property, index),
static const struct gpio_dt_spec pins[] = {DT_FOREACH_PROP_ELEM(USER, polyloop_pin_gpios, PIN)};

static const struct gpio_dt_spec *pin_of(uint8_t pin)
{
    return pin < ARRAY_SIZE(pins) ? &pins[pin] : NULL;
}

#else

static const struct gpio_dt_spec *pin_of(uint8_t pin)
{
    (void)pin;
    return NULL;
}

#endif

/* A port whose pins have a fixed direction refuses another one, and keeps its own. */
void pl_zephyr_pin_mode(uint8_t number, bool output, bool pull_up)
{
    const struct gpio_dt_spec *pin = pin_of(number);
    if (pin != NULL) {
        gpio_flags_t input = GPIO_INPUT | (pull_up ? GPIO_PULL_UP : 0);
        (void)gpio_pin_configure_dt(pin, output ? GPIO_OUTPUT : input);
    }
}

void pl_zephyr_pin_write(uint8_t number, bool high)
{
    const struct gpio_dt_spec *pin = pin_of(number);
    if (pin != NULL) {
        (void)gpio_pin_set_dt(pin, high ? 1 : 0);
    }
}

bool pl_zephyr_pin_read(uint8_t number)
{
    const struct gpio_dt_spec *pin = pin_of(number);
    return pin != NULL && gpio_pin_get_dt(pin) > 0;
}
