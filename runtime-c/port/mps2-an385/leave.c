/*
 * Cortex-M3: how a job is stopped. Jobs and the dispatcher that stops them run in thread mode, above
 * the frame of registers that an interrupt has pushed: no interrupt is in service.
 */
#include "pl_m3.h"

#define PL_PORT_LEAVING() pl_m3_leaving()
#include "polyloop/plain_leave.h"
