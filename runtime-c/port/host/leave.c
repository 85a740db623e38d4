/*
 * Host: how a job is stopped. Interrupts are calls, so their frames are dropped with those of the job.
 */
#include "polyloop/plain_leave.h"
