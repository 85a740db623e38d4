/*
 * A stack that was too small, as the kernel finds it at a switch. What lies beside it has been overwritten, and nothing
 * that followed could be trusted: telemetry says which thread it was, and the program stands still.
 */
#include "FreeRTOS.h"
#include "task.h"

#include "polyloop/port.h"
#include "polyloop/telemetry.h"

#if PL_TELEMETRY

static const uint8_t words[] PL_FLASH = "Stack overflow in thread ";

static void say(char letter)
{
    (void)pl_text(&letter, 1);
}

static void send(void)
{
    while (pl_trace_service_step()) {
    }
    pl_board_drain();
}

/* So many beats close the last frame, and send what is left of the metadata, without which nobody could read it. */
#define BEATS (PL_METADATA_BYTES / 20U + 3U)

static void tell(uint8_t thread)
{
    send();
    for (const uint8_t *from = words; pl_flash_u8(from) != 0; from++) {
        say((char)pl_flash_u8(from));
    }
    if (thread > 9U) {
        say((char)('0' + thread / 10U));
    }
    say((char)('0' + thread % 10U));
    say('\n');
    for (uint16_t left = BEATS; left != 0; left--) {
        pl_trace_beat();
        send();
    }
}

#else

static void tell(uint8_t thread)
{
    (void)thread;
}

#endif

/* Threads count as pl_stacks[] does: the manager follows upon the tasks, the idle thread upon it. */
void vApplicationStackOverflowHook(TaskHandle_t task, char *name)
{
    uint8_t number = (uint8_t)uxTaskGetTaskNumber(task);
    (void)name;
    (void)pl_port_lock();
    tell(number == 0 ? (uint8_t)(PL_TASK_COUNT + 1U) : (uint8_t)(number - 1U));
    for (;;) {
    }
}
