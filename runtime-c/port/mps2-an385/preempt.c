/*
 * Cortex-M3: jobs on one stack. A job cannot run inside of an interrupt, because others of the same
 * priority would wait for its end. So an interrupt that releases one requests PendSV, below all
 * others, and PendSV leaves the handler mode by a made-up return: to a function that runs the jobs in
 * thread mode, on top of the interrupted job. At its end a supervisor call drops its own frame of
 * registers, and so returns to the interrupted job.
 */
#include "handlers.h"
#include "mps2_an385.h"
#include "pl_m3.h"
#include "polyloop/port.h"

#if PL_ONE_STACK

/* Frames of telemetry wait since the last beat. */
static volatile bool frames_wait;

void pl_m3_request_frames(void)
{
    frames_wait = true;
    SCB_CONTROL = SCB_PEND_PENDSV;
}

void pl_m3_leaving(void)
{
    if (frames_wait) {
        SCB_CONTROL = SCB_PEND_PENDSV;
    }
}

#if PL_TELEMETRY

/* A job that waits to preempt runs in pl_body_resume(). */
static void prepare_frames(void)
{
    pl_irq_t state = pl_port_lock();
    pl_tick_t pause = pl_body_pause();
    pl_port_unlock(state);
    while (!pl_preempts() && pl_trace_service_step()) {
    }
    state = pl_port_lock();
    pl_body_resume(pause);
    pl_port_unlock(state);
}

#else

static void prepare_frames(void)
{
}

#endif

/* In thread mode. */
__attribute__((used)) static void serve_pended(void)
{
    pl_preempt_pended();
    if (frames_wait) {
        frames_wait = false;
        prepare_frames();
    }
}

/*
 * Pushes a frame of registers that returns to serve_pended(), and that to the supervisor call. Eight
 * words: r0 to r3, r12, the return address, the address to continue at, and the status with the Thumb
 * bit.
 */
__attribute__((naked)) void pl_m3_pendsv_handler(void)
{
    __asm__ __volatile__("sub sp, #32\n\t"
                         "ldr r1, =1f + 1\n\t"
                         "ldr r2, =serve_pended\n\t"
                         "bic r2, r2, #1\n\t"
                         "mov r3, #0x01000000\n\t"
                         "add r0, sp, #20\n\t"
                         "stm r0, {r1, r2, r3}\n\t"
                         "mvn r0, #6\n\t"
                         "bx r0\n\t"
                         ".align 2\n"
                         "1: svc 0\n\t"
                         "b .\n\t"
                         ".ltorg");
}

/* The frame below that of the call is the interrupted job's. */
__attribute__((naked)) void pl_m3_return_handler(void)
{
    __asm__ __volatile__("add sp, #32\n\t"
                         "bx lr");
}

#else

/* ISO C requires a declaration in every translation unit. */
typedef int pl_m3_preempt_absent_t;

#endif
