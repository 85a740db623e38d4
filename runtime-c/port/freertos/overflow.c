/*
 * Handles a stack overflow that the kernel detects at a switch. The memory beside the stack is
 * overwritten, so nothing that followed could be trusted. Telemetry names the thread, and the
 * program stops.
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

/*
 * The number of beats that close the last frame and send the rest of the metadata, without which
 * the frame cannot be read.
 */
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

/* Thread indices as in pl_stacks[]: after the tasks come the manager and the idle thread. */
void vApplicationStackOverflowHook(TaskHandle_t task, char *name)
{
    uint8_t number = (uint8_t)uxTaskGetTaskNumber(task);
    (void)name;
    (void)pl_port_lock();
    tell(number == 0 ? (uint8_t)(PL_TASK_COUNT + 1U) : (uint8_t)(number - 1U));
    for (;;) {
    }
}
