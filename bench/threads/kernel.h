/* The kernel alone: kernel.c is the program, and each board has a file for the timer. */
#ifndef BENCH_KERNEL_H
#define BENCH_KERNEL_H

/* Starts an interrupt every PERIOD_US, which calls bench_release(). The kernel enables interrupts when it starts. */
void bench_timer_start(void);

/* Called from the timer's interrupt. */
void bench_release(void);

#endif
