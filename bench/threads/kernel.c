/*
 * The baseline for program.c: FreeRTOS without the runtime, with the same configuration and port. A task
 * `fast` waits for a notification from a timer interrupt and preempts the witness. There are no budgets,
 * release times, deadlines or alarms.
 *
 * YIELD 1: no timer. Two tasks of the same priority yield to each other.
 * WITNESS_FIRST 1: as soon as `fast` waits, the witness becomes the more urgent task. `fast` is notified
 * once and does not run.
 */
#include "FreeRTOS.h"
#include "task.h"

#include "bench.h"
#include "kernel.h"

#define UNITS (BENCH_STACK_BYTES / sizeof(StackType_t))
#define LOW (PL_LEVEL_BACKGROUND + 1U)
#define HIGH (PL_LEVEL_BACKGROUND + 2U)

static StaticTask_t tasks[3];
static StackType_t stacks[3][UNITS];

static void make(TaskFunction_t body, uint8_t index, UBaseType_t priority)
{
    (void)xTaskCreateStatic(body, "", UNITS, 0, priority, stacks[index], &tasks[index]);
}

#if YIELD

static void turns(void *unused)
{
    (void)unused;
    for (;;) {
        bench_fast();
        taskYIELD();
    }
}

static void prepare(void)
{
    make(turns, 0, LOW);
    make(turns, 1, LOW);
}

#else

static void fast(void *unused)
{
    (void)unused;
    for (;;) {
        (void)ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        bench_fast();
    }
}

static void witness(void *unused)
{
    (void)unused;
#if WITNESS_FIRST
    vTaskPrioritySet(0, HIGH + 1U);
#endif
    bench_witness();
}

static void prepare(void)
{
    make(fast, 0, HIGH);
    make(witness, 1, LOW);
    bench_timer_start();
}

#endif

void bench_release(void)
{
    BaseType_t wanted = pdFALSE;
    vTaskNotifyGiveFromISR((TaskHandle_t)&tasks[0], &wanted);
    portYIELD_FROM_ISR(wanted);
}

void bench_run(void)
{
    prepare();
    vTaskStartScheduler();
    for (;;) {
    }
}

/* ---- functions that the kernel requires from the program ---- */

void vApplicationGetIdleTaskMemory(StaticTask_t **task, StackType_t **stack, configSTACK_DEPTH_TYPE *units)
{
    *task = &tasks[2];
    *stack = stacks[2];
    *units = UNITS;
}

void vApplicationIdleHook(void)
{
}

/* The runtime accounts execution times here; the baseline does nothing. */
void pl_freertos_switched(uint8_t number)
{
    (void)number;
}
