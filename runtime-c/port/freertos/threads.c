/*
 * FreeRTOS: the threads of polyloop/port.h as static tasks. Waiting and waking use direct-to-task
 * notifications, levels are priorities, and level 0 is suspension.
 *
 * The runtime's lock masks all interrupts; the kernel's critical sections may mask fewer. So locked
 * code calls only the kernel's functions for interrupts, which preserve the present mask.
 */
#include "FreeRTOS.h"
#include "task.h"

#include "polyloop/port.h"

/* All threads, including the manager. */
#define THREADS (PL_TASK_COUNT + 1U)

static StaticTask_t tasks[THREADS];
static StaticTask_t idle_task;

static TaskHandle_t task_of(uint8_t thread)
{
    return (TaskHandle_t)&tasks[thread];
}

static UBaseType_t priority_of(uint8_t level)
{
    return (UBaseType_t)(level == PL_LEVEL_MANAGER ? PL_KERNEL_MANAGER_PRIORITY : level);
}

static void run(void *task)
{
    uint8_t thread = (uint8_t)((StaticTask_t *)task - tasks);
    if (thread == PL_THREAD_MANAGER) {
        pl_manager_main();
    }
    pl_thread_main(thread);
}

static void make(uint8_t thread)
{
    const pl_stack_t *stack = &pl_stacks[thread];
    uint8_t level = thread == PL_THREAD_MANAGER ? PL_LEVEL_MANAGER : PL_LEVEL_BACKGROUND;
    (void)xTaskCreateStatic(run, "", stack->units, &tasks[thread], priority_of(level), stack->base, &tasks[thread]);
    vTaskSetTaskNumber(task_of(thread), (UBaseType_t)(thread + 1U));
}

/* Locked until the kernel starts its first task, the manager. */
void pl_port_threads_start(void)
{
    (void)pl_port_lock();
    for (uint8_t thread = 0; thread != THREADS; thread++) {
        make(thread);
    }
    vTaskStartScheduler();
}

void pl_port_thread_wait(void)
{
    while (ulTaskNotifyTake(pdTRUE, portMAX_DELAY) == 0) {
        /* The thread was suspended meanwhile, which ends the wait of the kernel. */
    }
}

void pl_port_thread_wake(uint8_t thread)
{
    BaseType_t wanted = pdFALSE;
    vTaskNotifyGiveFromISR(task_of(thread), &wanted);
    portYIELD_FROM_ISR(wanted);
}

void pl_port_reschedule(void)
{
    portTAKE_SWITCH();
}

void pl_port_thread_level(uint8_t thread, uint8_t level)
{
    if (level == PL_LEVEL_NONE) {
        vTaskSuspend(task_of(thread));
        return;
    }
    vTaskPrioritySet(task_of(thread), priority_of(level));
    vTaskResume(task_of(thread));
}

uint32_t pl_stack_unused(uint8_t thread)
{
    return (uint32_t)uxTaskGetStackHighWaterMark2(task_of(thread)) * sizeof(StackType_t);
}

void pl_freertos_switched(uint8_t number)
{
    pl_irq_t state = pl_port_lock();
    pl_thread_switched(number == 0 ? PL_THREAD_NONE : (uint8_t)(number - 1U));
    pl_port_unlock(state);
}

/* ---- what the kernel asks of the program ---- */

void vApplicationGetIdleTaskMemory(StaticTask_t **task, StackType_t **stack, configSTACK_DEPTH_TYPE *units)
{
    *task = &idle_task;
    *stack = pl_stacks[THREADS].base;
    *units = pl_stacks[THREADS].units;
}

void vApplicationIdleHook(void)
{
    pl_thread_idle();
}
