/* See arduino_board.h. */
#include "Arduino.h"

#include "mps2_an385.h"
#include "pl_m3.h"

#define LIGHTS (*(volatile uint32_t *)0x40028000)
#define LIGHT_COUNT 2
#define INPUTS (*(volatile const uint32_t *)0x40028008)
#define LINE_STATE UART0_STATE
#define LINE_DATA UART0_DATA
#define PORT(name) pl_m3_##name
#include "arduino_lights.h"
