/*
 * The configuration of FreeRTOS that follows from polyloop_config.h. The generated FreeRTOSConfig.h
 * defines configCPU_CLOCK_HZ, and PL_KERNEL_TICK_HZ if it differs from the default, and includes
 * this file.
 *
 * All objects are static, and no heap is linked. Polyloop uses tasks, suspension, priorities and
 * direct-to-task notifications of the kernel; no queues, timers, event groups or stream buffers.
 */
#ifndef POLYLOOP_FREERTOS_CONFIG_H
#define POLYLOOP_FREERTOS_CONFIG_H

#include <stdint.h>

/* Same value as in polyloop.h. The kernel must not include that header. */
#define PL_POLICY_FIXED 0
#define PL_POLICY_EDF 1

#include "polyloop_config.h"

/* The kernel's tick has one purpose: time slices of background threads. Releases have their own timer. */
#ifndef PL_KERNEL_TICK_HZ
#define PL_KERNEL_TICK_HZ 250
#endif
#define configTICK_RATE_HZ PL_KERNEL_TICK_HZ

/*
 * Priorities are the levels of port.h; the idle task's is 0. EDF uses few levels, and a priority
 * costs 13 bytes of RAM on the Uno, so the manager's priority follows the highest level that the
 * core uses.
 */
#if PL_POLICY == PL_POLICY_EDF
#define PL_KERNEL_MANAGER_PRIORITY 4
#else
#define PL_KERNEL_MANAGER_PRIORITY (PL_TASK_COUNT + 2)
#endif
#define configMAX_PRIORITIES (PL_KERNEL_MANAGER_PRIORITY + 1)
#define configUSE_PREEMPTION 1
/* Only level 1 has time slices, and the port makes them. Elsewhere a task keeps the processor until it waits. */
#define configUSE_TIME_SLICING 0
#define configUSE_TICKLESS_IDLE 0
#define configIDLE_SHOULD_YIELD 0

#define configSUPPORT_STATIC_ALLOCATION 1
#define configSUPPORT_DYNAMIC_ALLOCATION 0
#define configSTACK_DEPTH_TYPE uint16_t
/*
 * The end of a list is an item like the others. With another type, the kernel would access it
 * through pointers to items. A compiler may assume that these pointers do not alias it, and GCC
 * does: the kernel then loops without end when two tasks were woken while it was suspended.
 */
#define configUSE_MINI_LIST_ITEM 0
/* Only the end of the name, because no code reads the name. */
#define configMAX_TASK_NAME_LEN 1

#define configUSE_TASK_NOTIFICATIONS 1
#define configUSE_MUTEXES 0
#define configUSE_TIMERS 0
#define configUSE_EVENT_GROUPS 0
#define configUSE_STREAM_BUFFERS 0
#define configUSE_CO_ROUTINES 0
#define configENABLE_BACKWARD_COMPATIBILITY 0

#define configUSE_IDLE_HOOK 1
#define configUSE_TICK_HOOK 0
#define configUSE_MALLOC_FAILED_HOOK 0
/* For the number of each task. */
#define configUSE_TRACE_FACILITY 1

#define INCLUDE_vTaskPrioritySet 1
#define INCLUDE_uxTaskPriorityGet 1
#define INCLUDE_vTaskSuspend 1
#define INCLUDE_uxTaskGetStackHighWaterMark2 1
#define INCLUDE_vTaskDelete 0
#define INCLUDE_vTaskDelay 0

#ifdef __AVR__

/*
 * Each switch checks the stack pointer and the last byte of the stack. The kernel's own check reads
 * 16 bytes, which no stack could then use.
 */
#define configCHECK_FOR_STACK_OVERFLOW 1
#define traceTASK_SWITCHED_OUT()                                                                                       \
    do {                                                                                                               \
        if (*pxCurrentTCB->pxStack != tskSTACK_FILL_BYTE) {                                                            \
            vApplicationStackOverflowHook(pxCurrentTCB, pxCurrentTCB->pcTaskName);                                     \
        }                                                                                                              \
    } while (0)
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_16_BITS
#define configMINIMAL_STACK_SIZE 64
#define configUSE_PORT_OPTIMISED_TASK_SELECTION 0
/*
 * Only assembly names this symbol, so link-time optimization would drop it. The kernel's own ports
 * define it themselves.
 */
#define portDONT_DISCARD __attribute__((used))

#else

#define configCHECK_FOR_STACK_OVERFLOW 2
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configMINIMAL_STACK_SIZE 128
/* Uses a word with one bit for each priority. */
#define configUSE_PORT_OPTIMISED_TASK_SELECTION (configMAX_PRIORITIES <= 32)
/* PL_M3_IRQ_PRIORITY of the board: the kernel masks interrupts of this priority and all less urgent ones. */
#define configMAX_SYSCALL_INTERRUPT_PRIORITY 0x40
/* The types in the vector table check this at compile time. */
#define configCHECK_HANDLER_INSTALLATION 0

#endif

#ifdef PL_KERNEL_ASSERT
void pl_freertos_assert(const char *file, int line);
#define configASSERT(condition)                                                                                        \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            pl_freertos_assert(__FILE__, __LINE__);                                                                    \
        }                                                                                                              \
    } while (0)
#endif

/* The kernel expands this at each switch, locked, where the running task is known. 0 is the idle task. */
#define traceTASK_SWITCHED_IN() pl_freertos_switched((uint8_t)pxCurrentTCB->uxTaskNumber)

#ifdef __cplusplus
extern "C" {
#endif

void pl_freertos_switched(uint8_t number);

#ifdef __cplusplus
}
#endif

#endif
