/*
 * pl_port_call() and pl_port_leave() of port.h by the C library: for processors on which an interrupt
 * that is in the middle of its work needs nothing but the stack. A part of one file of such a port.
 */
#ifndef POLYLOOP_PLAIN_LEAVE_H
#define POLYLOOP_PLAIN_LEAVE_H

#include <setjmp.h>

#include "polyloop/port.h"

#if PL_USES_EXHAUSTION_STOP

/* Of the innermost call: the registers that a call preserves, and the stack pointer. */
static jmp_buf *innermost;

bool pl_port_call(void (*run)(void (*body)(void)), void (*body)(void))
{
    jmp_buf here;
    jmp_buf *volatile outer = innermost;
    innermost = &here;
    bool left = setjmp(here) != 0;
    if (!left) {
        run(body);
    }
    innermost = outer;
    return left;
}

/* What the port does before an interrupt that is left. Default: nothing. */
#ifndef PL_PORT_LEAVING
#define PL_PORT_LEAVING() ((void)0)
#endif

void pl_port_leave(void)
{
    PL_PORT_LEAVING();
    longjmp(*innermost, 1);
}

#else

/* ISO C requires a declaration in every file. */
typedef int pl_leave_absent_t;

#endif

#endif
