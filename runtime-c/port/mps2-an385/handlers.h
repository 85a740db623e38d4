/* Cortex-M3: the interrupt handlers of the port, for its vector table. */
#ifndef POLYLOOP_HANDLERS_H
#define POLYLOOP_HANDLERS_H

void pl_m3_reset(void);
void pl_m3_timer_handler(void);
void pl_m3_beat_handler(void);
void pl_m3_service_handler(void);
void pl_m3_receive_handler(void);
void pl_m3_transmit_handler(void);

#endif
