/* Counters that stay at their largest value rather than begin again. */
#include "core.h"

PL_OUTLINE void pl_count(uint16_t *counter)
{
    uint16_t next = (uint16_t)(*counter + 1U);
    if (next != 0) {
        *counter = next;
    }
}
