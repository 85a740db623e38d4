/*
 * Notices: effects of the program on the runtime or on its own output that the program cannot see.
 * Notices are rare and not urgent. So each notice is kept as one number until a beat records it. A
 * beat records at most one notice, and none if it sends metadata: that bounds the cost of a beat.
 */
#include "recorder.h"

#if PL_TELEMETRY

/* The value of each notice, from PL_NOTICE_TEXT_CUT on; 0: the notice is not pending. */
static uint16_t pending[PL_NOTICE_COUNT];
/* One bit for each notice that is recorded only once and has been. */
static uint8_t sent;

/* Counts of characters are added up; of other values the largest is kept. */
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

/* ISO C requires a declaration in every file. */
typedef int pl_trace_notice_absent_t;

#endif
