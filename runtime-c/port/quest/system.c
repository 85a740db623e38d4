/*
 * The system calls of Quest that the runtime uses. Only this file, and the Qduino sketch, include the kernel's headers,
 * which contain definitions.
 */
#include <ardutime.h>
#include <vcpu.h>

#include "pl_quest.h"

int vcpu_create(struct sched_param *parameters);

/* How long the clock is measured. Unit: us of the kernel's clock. */
#define MEASURED_US 20000

static uint64_t first;
/* Microseconds of one cycle, in units of 2^-32. */
static uint32_t us_per_cycle;

static uint64_t cycles(void)
{
    return __builtin_ia32_rdtsc();
}

static int64_t kernel_us(void)
{
    struct timeval time;
    (void)gettimeofday(&time, 0);
    return (int64_t)time.tv_sec * 1000000 + time.tv_usec;
}

/*
 * The kernel's clock divides the processor's cycles by its frequency in whole MHz, rounded down. So that frequency is
 * known, and the exact one is less than 1 MHz higher. One more is taken: then this clock is never faster than that of
 * the VCPUs, and no job is released before its budget is replenished.
 */
void pl_quest_clock_init(void)
{
    (void)kernel_us(); /* the first call gives the time since the kernel's start */
    int64_t from_us = kernel_us();
    uint64_t from = cycles();
    int64_t us = 0;
    while (us < MEASURED_US) {
        us = kernel_us() - from_us;
    }
    uint64_t megahertz = (cycles() - from + (uint64_t)us / 2U) / (uint64_t)us;
    us_per_cycle = (uint32_t)((UINT64_C(1) << 32) / (megahertz + 1U));
    first = cycles();
}

uint64_t pl_quest_clock(void)
{
    uint64_t passed = cycles() - first;
    return (passed >> 32) * us_per_cycle + (((passed & UINT32_MAX) * us_per_cycle) >> 32);
}

/* The kernel's default for a main program, a tenth of the processor, takes seconds to make the loops. */
void pl_quest_hurry(void)
{
    struct sched_param most = {.type = MAIN_VCPU, .C = 90, .T = 100};
    int vcpu = vcpu_create(&most);
    if (vcpu >= 0) {
        (void)vcpu_bind_task(vcpu);
    }
}

void pl_quest_sleep(uint32_t us)
{
    delayMicroseconds(us);
}

void pl_quest_write(const uint8_t *bytes, uint32_t count)
{
    (void)write(1, (void *)bytes, count);
}
