/* See arduino_board.h. */
#include "Arduino.h"

#include "pl_realview.h"
#include "realview_pbx_a9.h"

#define LIGHTS RV_LEDS
#define LIGHT_COUNT 8
#define INPUTS RV_SWITCHES
#define LINE_STATE UART1_FLAGS
#define LINE_DATA UART1_DATA
#define PORT(name) pl_realview_##name
#include "arduino_lights.h"
