/* Cortex-M3: from reset to main(), and the vector table. The symbols are those of mps2_an385.ld. */
#include <stdint.h>

#include "handlers.h"

typedef void (*handler_t)(void);

extern uint32_t pl_m3_stack_top[];
extern uint32_t pl_m3_data_image[];
extern uint32_t pl_m3_data_start[];
extern uint32_t pl_m3_data_end[];
extern uint32_t pl_m3_bss_start[];
extern uint32_t pl_m3_bss_end[];
extern const handler_t pl_m3_init_start[];
extern const handler_t pl_m3_init_end[];

int main(void);

/* A fault, or an unexpected interrupt: stops here, where a debugger finds it. */
static void stand_still(void)
{
    for (;;) {
    }
}

void pl_m3_reset(void)
{
    const uint32_t *from = pl_m3_data_image;
    for (uint32_t *to = pl_m3_data_start; to != pl_m3_data_end; to++) {
        *to = *from;
        from++;
    }
    for (uint32_t *to = pl_m3_bss_start; to != pl_m3_bss_end; to++) {
        *to = 0;
    }
    for (const handler_t *init = pl_m3_init_start; init != pl_m3_init_end; init++) {
        (*init)();
    }
    (void)main();
    stand_still();
}

/* With a kernel, the system call that starts its first task, the switch and the tick belong to the kernel. */
#if PL_PREEMPTIVE
#define SVC vPortSVCHandler
#define PENDSV xPortPendSVHandler
#define SYSTICK pl_m3_tick_handler
#elif PL_ONE_STACK
#define SVC pl_m3_return_handler
#define PENDSV pl_m3_pendsv_handler
#define SYSTICK pl_m3_beat_handler
#else
#define SVC stand_still
#define PENDSV pl_m3_service_handler
#define SYSTICK pl_m3_beat_handler
#endif

#if PL_INTERRUPT_COUNT > 0
#define TIMER1 pl_m3_timer1_handler
#define DUALTIMER pl_m3_dualtimer_handler
#else
#define TIMER1 stand_still
#define DUALTIMER stand_still
#endif

typedef struct {
    uint32_t *stack;
    handler_t exceptions[15];
    handler_t interrupts[32];
} vectors_t;

__attribute__((section(".vectors"), used)) static const vectors_t vectors = {
    pl_m3_stack_top,
    {
        pl_m3_reset, stand_still, stand_still, stand_still, stand_still, stand_still, 0, 0, 0, 0, SVC, stand_still,
        0, PENDSV, SYSTICK
    },
    {
        pl_m3_receive_handler, pl_m3_transmit_handler, stand_still, stand_still, stand_still, stand_still, stand_still,
        stand_still, pl_m3_timer_handler, TIMER1, DUALTIMER
    },
};
