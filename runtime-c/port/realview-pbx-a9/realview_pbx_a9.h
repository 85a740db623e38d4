/*
 * Arm RealView PBX-A9: the registers that the port uses. Sources: Arm DUI 0440 "RealView Platform Baseboard Explore for
 * Cortex-A9", Arm DDI 0271 "ARM Dual-Timer Module (SP804)", Arm DDI 0183 "PrimeCell UART (PL011)".
 */
#ifndef POLYLOOP_REALVIEW_PBX_A9_H
#define POLYLOOP_REALVIEW_PBX_A9_H

#include <stdint.h>

#define RV_REGISTER(address) (*(volatile uint32_t *)(address))

/* Timers count down once a microsecond. */
#define RV_TIMER_0 0x10011000U
#define RV_TIMER_1 0x10011020U
#define RV_TIMER_2 0x10012000U
#define TIMER_LOAD(timer) RV_REGISTER((timer) + 0x00U)
#define TIMER_VALUE(timer) RV_REGISTER((timer) + 0x04U)
#define TIMER_CONTROL(timer) RV_REGISTER((timer) + 0x08U)
#define TIMER_CLEAR(timer) RV_REGISTER((timer) + 0x0CU)
#define TIMER_ENABLE 0x80U
#define TIMER_PERIODIC 0x40U
#define TIMER_INTERRUPT 0x20U
#define TIMER_32_BITS 0x02U
#define TIMER_ONE_SHOT 0x01U

/* The second serial line. The first is the kernel's console. */
#define UART1_DATA RV_REGISTER(0x1000A000U)
#define UART1_FLAGS RV_REGISTER(0x1000A018U)
#define UART1_LINE RV_REGISTER(0x1000A02CU)
#define UART1_CONTROL RV_REGISTER(0x1000A030U)
#define UART1_MASK RV_REGISTER(0x1000A038U)
#define UART1_STATE RV_REGISTER(0x1000A040U)
#define UART1_CLEAR RV_REGISTER(0x1000A044U)
#define UART_FULL 0x20U
#define UART_EMPTY 0x10U
#define UART_FIFOS_8_BITS 0x70U
#define UART_RUN 0x301U
#define UART_RECEIVE 0x10U
#define UART_RECEIVE_TIMEOUT 0x40U
#define UART_TRANSMIT 0x20U

/* Eight lights and eight switches. */
#define RV_SWITCHES RV_REGISTER(0x10000004U)
#define RV_LEDS RV_REGISTER(0x10000008U)

/* Numbers of interrupts. */
#define IRQ_SOFTWARE 33U
#define IRQ_TIMER_0_1 36U
#define IRQ_TIMER_2_3 37U
#define IRQ_UART1 45U

/*
 * Priorities in the interrupt controller; a smaller number is more urgent. The kernel's interrupts have 127. The runtime's
 * timer can interrupt them, and they can interrupt a bottom half of the program.
 */
#define PRIORITY_RUNTIME 96U
#define PRIORITY_LINE 160U

#endif
