/* Counters that stay at their largest value rather than begin again. */
#include "core.h"

PL_OUTLINE void pl_count(uint16_t *counter)
{
    if (*counter != UINT16_MAX) {
        (*counter)++;
    }
}
