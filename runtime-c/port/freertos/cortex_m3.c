/*
 * FreeRTOS on the Cortex-M3: the kernel's own port, plus time slices for background threads and the
 * beat at its tick.
 */
#ifdef __ARM_ARCH_7M__

#include "FreeRTOS.h"
#include "task.h"

#include "handlers.h"
#include "polyloop/polyloop.h"

#if configMAX_SYSCALL_INTERRUPT_PRIORITY != PL_M3_IRQ_PRIORITY
#error "The kernel does not mask the interrupts that call the runtime"
#endif

/* Ticks in a beat of at most 32 ms. */
#define BEAT_TICKS (PL_KERNEL_TICK_HZ < 63 ? 1U : PL_KERNEL_TICK_HZ * 32U / 1000U)

/* In the kernel's port, which does not declare it. */
void xPortSysTickHandler(void);

void pl_m3_tick_handler(void)
{
    static uint16_t ticks;
    pl_board_ticked();
    xPortSysTickHandler();
    BaseType_t wanted = uxTaskPriorityGetFromISR(0) == PL_LEVEL_BACKGROUND;
    portYIELD_FROM_ISR(wanted);
    ticks++;
    if (ticks >= BEAT_TICKS) {
        ticks = 0;
        pl_m3_beat_handler();
    }
}

#else

/* ISO C requires a declaration in every translation unit. */
typedef int pl_cortex_m3_absent_t;

#endif
