/*
 * AVR: how a job is stopped. The processor keeps no state of an interrupt but on the stack: a masked
 * flag that the locked section restores.
 */
#include "polyloop/plain_leave.h"
