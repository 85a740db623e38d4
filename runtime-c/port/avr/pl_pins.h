/* AVR: the lines of the pins of an Arduino board, as lines.c numbers them. PL_LINE_OF_PIN() is in the chip's header. */
#ifndef POLYLOOP_PINS_OF_BOARD_H
#define POLYLOOP_PINS_OF_BOARD_H

#include "polyloop_target.h"

#endif
