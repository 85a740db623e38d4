/* Cortex-M3: the interrupt handlers of the port, for its vector table. */
#ifndef POLYLOOP_HANDLERS_H
#define POLYLOOP_HANDLERS_H

#include "polyloop/polyloop.h"

void pl_m3_reset(void);
void pl_m3_timer_handler(void);
void pl_m3_beat_handler(void);
void pl_m3_receive_handler(void);
void pl_m3_transmit_handler(void);

#if PL_INTERRUPT_COUNT > 0

/* Of the program's interrupts: lines.c. */
void pl_m3_timer1_handler(void);
void pl_m3_dualtimer_handler(void);

#endif

#if PL_PREEMPTIVE

/*
 * Of the kernel: the start of its first task, its switch, and its tick, which makes the beat, in
 * port/freertos/cortex_m3.c.
 */
void vPortSVCHandler(void);
void xPortPendSVHandler(void);
void pl_m3_tick_handler(void);

#elif PL_ONE_STACK

/* In preempt.c. Frames of telemetry are prepared when no interrupt is in service. */
void pl_m3_pendsv_handler(void);
void pl_m3_return_handler(void);
void pl_m3_request_frames(void);

#else

void pl_m3_service_handler(void);

#endif

#endif
