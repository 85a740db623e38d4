/* Host: writes telemetry to a file without delay. */
#include <stdio.h>
#include <stdlib.h>

#include "pl_host.h"
#include "polyloop/port.h"
#include "polyloop/sink.h"
#include "sink.h"

#if PL_TELEMETRY

static FILE *line;
static bool line_held;

static void send(void)
{
    while (!line_held && !pl_trace_drained()) {
        (void)putc(pl_trace_take(), line);
        pl_host_take(PL_HOST_BYTE_TICKS);
    }
}

bool pl_host_sink_open(void)
{
    const char *path = getenv("PL_HOST_TELEMETRY");
    line = path == NULL ? stdout : fopen(path, "wb");
    if (line == NULL) {
        (void)fprintf(stderr, "PL_HOST_TELEMETRY: cannot write %s\n", path);
        exit(EXIT_FAILURE);
    }
    return true;
}

void pl_port_sink_start(void)
{
    send();
}

#if PL_PREEMPTIVE

/* Not charged to a thread. */
static void begin(void)
{
    pl_thread_pause(pl_port_now());
}

static void end(void)
{
    pl_thread_resume(pl_port_now());
}

#elif PL_ONE_STACK

static pl_tick_t pause;

static void begin(void)
{
    pause = pl_body_pause();
}

/* Jobs that preempt run here. */
static void end(void)
{
    pl_body_resume(pause);
}

#else

static void begin(void)
{
}

static void end(void)
{
}

#endif

void pl_host_beat(void)
{
    pl_irq_t state = pl_port_lock();
    begin();
    pl_trace_beat();
    pl_port_unlock(state);
    pl_trace_service();
    state = pl_port_lock();
    end();
    pl_port_unlock(state);
}

void pl_host_hold_line(bool held)
{
    pl_irq_t state = pl_port_lock();
    line_held = held;
    send();
    pl_port_unlock(state);
}

/* Two beats send even the newest events. */
void pl_host_exit(int status)
{
    line_held = false;
    if (line != NULL) {
        pl_host_beat();
        pl_host_beat();
        (void)fflush(line);
    }
    exit(status);
}

#else

bool pl_host_sink_open(void)
{
    return false;
}

void pl_host_beat(void)
{
}

void pl_host_hold_line(bool held)
{
    (void)held;
}

void pl_host_exit(int status)
{
    exit(status);
}

#endif
