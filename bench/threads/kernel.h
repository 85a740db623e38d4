/* The kernel alone: its program in kernel.c, its timer by board. */
#ifndef BENCH_KERNEL_H
#define BENCH_KERNEL_H

/* An interrupt every PERIOD_US, which calls bench_release(). Interrupts are let through when the kernel starts. */
void bench_timer_start(void);

/* From that interrupt. */
void bench_release(void);

#endif
