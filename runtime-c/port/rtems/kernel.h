/*
 * RTEMS: what the board's part of the port uses of the kernel. The board's files do not include the kernel's headers.
 */
#ifndef POLYLOOP_KERNEL_H
#define POLYLOOP_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Calls `handler` at each interrupt of this number. `priority` is that of the interrupt controller; a smaller number is
 * more urgent. Called by tasks, unlocked.
 */
void pl_kernel_attach(uint32_t vector, uint32_t priority, void (*handler)(void *), void *argument);

/* Masks or unmasks an interrupt. From any context. */
void pl_kernel_mask(uint32_t vector, bool masked);

/* Forgets that the interrupt is pending. */
void pl_kernel_forget(uint32_t vector);

/* Interrupts of the kernel's clock since boot. Wraps. */
uint32_t pl_kernel_clock(void);

/* Makes the beats of telemetry, by a timer of the kernel. */
void pl_kernel_begin_beats(void);

#endif
