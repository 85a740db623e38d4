/* RealView PBX-A9: its pins have no interrupts. A program names one of these sources instead of a pin. */
#ifndef POLYLOOP_PINS_OF_BOARD_H
#define POLYLOOP_PINS_OF_BOARD_H

#define PL_LINE_TIMER2 0
#define PL_LINE_SOFTWARE 1

#define PL_LINE_OF_PIN(source) (source)

#endif
