/* Prints the vector VECTOR on the Cortex-M3, to the board's second serial
 * line. */
#include "handlers.h"
#include "mps2_an385.h"
#include "polyloop/polyloop.h"
#include "vectors.h"

#define UART1(offset) MPS2_REGISTER(0x40005000U + (offset))

#define TRANSMIT_FULL 1U

void vectors_put(char character)
{
    while ((UART1(4U) & TRANSMIT_FULL) != 0) {
    }
    UART1(0U) = (uint8_t)character;
}

/* No interrupt is allowed. */
#define UNUSED_HANDLER(name)                                                                                           \
    void name(void)                                                                                                    \
    {                                                                                                                  \
    }
UNUSED_HANDLER(pl_m3_timer_handler)
UNUSED_HANDLER(pl_m3_receive_handler)
UNUSED_HANDLER(pl_m3_transmit_handler)
#if PL_PREEMPTIVE
UNUSED_HANDLER(vPortSVCHandler)
UNUSED_HANDLER(xPortPendSVHandler)
UNUSED_HANDLER(pl_m3_tick_handler)
#else
UNUSED_HANDLER(pl_m3_beat_handler)
UNUSED_HANDLER(pl_m3_service_handler)
#endif

int main(void)
{
    UART1(0x10U) = 16;
    UART1(8U) = 1;
    (void)vectors_run(VECTOR);
    for (;;) {
    }
}
