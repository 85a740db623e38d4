/*
 * Handles a stack overflow that the kernel detects at a switch. The memory beside the stack is
 * overwritten, so nothing that followed could be trusted. Telemetry names the thread, and the
 * program stops.
 */
#include <zephyr/fatal.h>
#include <zephyr/kernel.h>

#include "pl_zephyr.h"
#include "polyloop/port.h"
#include "polyloop/telemetry.h"

#if PL_TELEMETRY

static void say(const char *text, uint16_t length)
{
    (void)pl_text(text, length);
}

static void send(void)
{
    while (pl_trace_service_step()) {
    }
    pl_zephyr_drain();
}

/*
 * The number of beats that close the last frame and send the rest of the metadata, without which
 * the frame cannot be read.
 */
#define BEATS (PL_METADATA_BYTES / 20U + 3U)

static void tell(uint8_t thread)
{
    static const char words[] = "Stack overflow in thread ";
    const char number[] = {(char)('0' + thread / 10U), (char)('0' + thread % 10U), '\n'};
    send();
    say(words, sizeof words - 1U);
    if (thread > 9U) {
        say(number, sizeof number);
    } else {
        say(&number[1], sizeof number - 1U);
    }
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
void k_sys_fatal_error_handler(unsigned int reason, const struct arch_esf *frame)
{
    const void *base = (const void *)k_current_get()->stack_info.start;
    (void)frame;
    (void)pl_port_lock();
    for (uint8_t thread = 0; reason == K_ERR_STACK_CHK_FAIL && thread != PL_TASK_COUNT + 2U; thread++) {
        if (pl_stacks[thread].base == base) {
            tell(thread);
        }
    }
    for (;;) {
    }
}
