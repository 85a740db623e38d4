/*
 * Notices: what the program does to the runtime or to its own output, and cannot see itself. They are rare and not
 * urgent, so each is kept as one number until a beat has time for it: one notice a beat, and none in a beat that sends
 * metadata, which is what the cost of a beat allows for.
 */
#include "recorder.h"

#if PL_TELEMETRY

/* By notice, from PL_NOTICE_TEXT_CUT on; 0: there is none. */
static uint16_t pending[PL_NOTICE_COUNT];
/* A bit for each that has been sent and is sent only once. */
static uint8_t sent;

/* Characters add up; of other numbers the largest counts. */
void pl_notice(uint8_t notice, uint16_t value)
{
    uint8_t at = (uint8_t)(notice - 1U);
    pl_irq_t state = pl_port_lock();
    uint16_t before = pending[at];
    uint16_t sum = (uint16_t)(before + value);
    if (notice != PL_NOTICE_TEXT_CUT) {
        sum = value;
    } else if (sum < value) {
        sum = UINT16_MAX;
    }
    if (sum > before && (sent & (1U << at)) == 0) {
        pending[at] = sum;
    }
    pl_port_unlock(state);
}

void pl_trace_notice(pl_tick_t now)
{
    uint8_t at = 0;
    while (at != PL_NOTICE_COUNT && pending[at] == 0) {
        at++;
    }
    if (at == PL_NOTICE_COUNT || !pl_has_room(PL_EVENT_BYTES + PL_PAIR_BYTES) ||
        !pl_control_begin(PL_CONTROL_NOTICE, now, PL_PAIR_BYTES)) {
        return;
    }
    uint8_t head = pl_put_varint(pl_trace.head, at + 1U);
    pl_event_end(pl_put_varint(head, pending[at]));
    pending[at] = 0;
    sent = (uint8_t)(sent | ((1U << at) & PL_NOTICES_ONCE));
}

#else

/* ISO C wants a declaration in every file. */
typedef int pl_trace_notice_absent_t;

#endif
