/*
 * The kernel's interface to the processor. This is Polyloop's own port for AVR chips, because the
 * kernel's port ticks from the watchdog, which is neither exact nor fast enough. On other
 * processors the kernel's header replaces this one.
 *
 * See atmega.c.
 */
#ifndef __AVR__

#include_next <portmacro.h>

/* The processor switches as soon as interrupts are enabled. */
#define portTAKE_SWITCH()

#else

#ifndef PORTMACRO_H
#define PORTMACRO_H

#include <avr/interrupt.h>
#include <stdbool.h>
#include <stdint.h>

#define portCHAR char
#define portFLOAT float
#define portDOUBLE double
#define portLONG long
#define portSHORT int
#define portSTACK_TYPE uint8_t
#define portBASE_TYPE int8_t
#define portPOINTER_SIZE_TYPE uint16_t

typedef uint8_t StackType_t;
typedef int8_t BaseType_t;
typedef uint8_t UBaseType_t;
typedef uint16_t TickType_t;

#define portMAX_DELAY ((TickType_t)0xFFFF)
#define portSTACK_GROWTH (-1)
#define portTICK_PERIOD_MS ((TickType_t)1000 / configTICK_RATE_HZ)
#define portBYTE_ALIGNMENT 1
#define portNOP() __asm__ __volatile__("nop")

/*
 * A switch is requested. It happens at the end of the interrupt or of the critical section, or in
 * pl_port_reschedule().
 */
extern volatile uint8_t pl_kernel_wanted;
/* The depth of nested critical sections. It is 0 when the kernel switches. */
extern volatile uint8_t pl_kernel_nesting;

/* Switches now; returns with interrupts enabled. */
void pl_kernel_yield(void);

#define portDISABLE_INTERRUPTS() cli()
#define portENABLE_INTERRUPTS() sei()

static inline void pl_kernel_enter(void)
{
    cli();
    pl_kernel_nesting++;
}

static inline void pl_kernel_leave(void)
{
    uint8_t nesting = (uint8_t)(pl_kernel_nesting - 1U);
    pl_kernel_nesting = nesting;
    if (nesting == 0) {
        if (pl_kernel_wanted != 0) {
            pl_kernel_yield();
        }
        sei();
    }
}

#define portENTER_CRITICAL() pl_kernel_enter()
#define portEXIT_CRITICAL() pl_kernel_leave()

/* The kernel may request a switch in a critical section, and continues there. */
static inline void pl_kernel_ask(void)
{
    if (pl_kernel_nesting == 0) {
        pl_kernel_yield();
    } else {
        pl_kernel_wanted = 1;
    }
}

#define portYIELD() pl_kernel_ask()
#define portYIELD_FROM_ISR(wanted)                                                                                     \
    do {                                                                                                               \
        if (wanted) {                                                                                                  \
            pl_kernel_wanted = 1;                                                                                      \
        }                                                                                                              \
    } while (0)

/* A switch that was requested while locked happens at the end of an interrupt that calls the runtime, or here. */
static inline void pl_kernel_take(void)
{
    if (pl_kernel_wanted != 0) {
        pl_kernel_yield();
    }
}

#define portTAKE_SWITCH() pl_kernel_take()

#define portTASK_FUNCTION_PROTO(function, parameters) void function(void *parameters)
#define portTASK_FUNCTION(function, parameters) void function(void *parameters)

#endif

#endif
