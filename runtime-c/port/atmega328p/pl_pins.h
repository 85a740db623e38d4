/* ATmega328P on an Uno: the lines of its pins, as lines.c numbers them. */
#ifndef POLYLOOP_PINS_OF_BOARD_H
#define POLYLOOP_PINS_OF_BOARD_H

/* Pins 2 and 3 have interrupts of their own, INT0 and INT1. */
#define PL_LINE_OF_PIN(pin) ((pin) == 2 || (pin) == 3 ? (pin)-2 : (pin) + 2)

#endif
