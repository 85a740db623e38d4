/* The values that a program records for charts. */
#include <string.h>

#include "trace_program.h"

#if PL_TELEMETRY

/* The last bytes of a number are often 0, and a varint omits them if they come first. */
void pl_plot(uint8_t mark, float value)
{
    uint32_t bits;
    (void)memcpy(&bits, &value, sizeof bits);
    bits = (bits & 0xFFU) << 24 | (bits & 0xFF00U) << 8 | (bits >> 8 & 0xFF00U) | bits >> 24;
    pl_trace_pair_now(PL_EVENT_CONTROL, PL_CONTROL_PLOT, mark, bits);
}

void pl_mark(uint8_t mark, int32_t value)
{
    uint32_t zigzag = (uint32_t)value << 1;
    if (value < 0) {
        zigzag = ~zigzag;
    }
    pl_trace_pair_now(PL_EVENT_CONTROL, PL_CONTROL_MARK, mark, zigzag);
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_trace_mark_absent_t;

#endif
