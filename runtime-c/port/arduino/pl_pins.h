/* Arduino: a pin is a line of the same number. */
#ifndef POLYLOOP_PINS_OF_BOARD_H
#define POLYLOOP_PINS_OF_BOARD_H

#define PL_LINE_OF_PIN(pin) (pin)

#endif
