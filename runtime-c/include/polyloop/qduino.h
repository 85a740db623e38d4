/*
 * Qduino's extensions of Arduino's functions (Z. Cheng, Y. Li, R. West, "Qduino: a multithreaded
 * Arduino system for embedded computing", RTSS 2015, table II), for sketches written by hand in C
 * or C++. See docs/qduino.md.
 *
 *   #include <polyloop/qduino.h>
 *
 *   loop(1, 2, 20) { … }     a loop: its number, its budget C and its period T
 *
 * On Quest T is the period of the budget, and the body starts again as soon as it has ended. Here T
 * is also the period of the loop: the body is called once in every T, without drift, and must end
 * before the next call. A call that is due while the previous one still runs is dropped. Priorities
 * are rate monotonic, as on Quest: the shorter T, the more urgent.
 *
 * C and T, here and below, are milliseconds. If QDUINO_UNIT_US is defined before this header, they
 * are multiples of that many microseconds.
 */
#ifndef POLYLOOP_QDUINO_H
#define POLYLOOP_QDUINO_H

#if defined(__has_include)
#if __has_include(<Arduino.h>)
#include <Arduino.h>
#endif
#endif

#include <stddef.h>

#include "polyloop/channel.h"
#include "polyloop/polyloop.h"
#include "polyloop/resource.h"
#include "pl_pins.h"

#ifndef QDUINO_UNIT_US
#define QDUINO_UNIT_US 1000
#endif
#define PL_QDUINO_UNIT_TICKS ((pl_tick_t)(UINT32_C(1) * QDUINO_UNIT_US * (PL_TICK_HZ / 1000) / 1000))
#define PL_QDUINO_TICKS(time) ((pl_tick_t)(time)*PL_QDUINO_UNIT_TICKS)

#ifdef __cplusplus
extern "C" {
#endif

/* The times and the body of a loop. */
typedef struct {
    pl_tick_t period;
    pl_tick_t budget;
    void (*body)(void);
} pl_qduino_loop_t;

/* The sketch's setup(), and its loop() without arguments if it has one. */
void pl_qduino_setup(void);
void pl_qduino_background(void);

#define setup pl_qduino_setup

#include "polyloop/qduino_loop.h"

/* ---- interrupts ---- */

/* Arduino's names for the modes of an interrupt, if no Arduino.h defines them. */
#ifndef CHANGE
#define CHANGE 1
#define FALLING 2
#define RISING 3
#endif
#ifndef LOW
#define LOW 0
#endif

#if PL_QDUINO_INTERRUPTS > 0

/*
 * interruptsVcpu(C, T): all interrupts of the sketch take at most C in any T; a budget of 0 masks
 * them. Before the first call the budget is PL_QDUINO_IO_BUDGET_US in PL_QDUINO_IO_PERIOD_US of
 * polyloop_config.h.
 */
#define interruptsVcpu(C, T) pl_qduino_io_server(PL_QDUINO_TICKS(C), PL_QDUINO_TICKS(T))
void pl_qduino_io_server(pl_tick_t budget, pl_tick_t period);

/*
 * Unmask and mask the interrupts of the sketch. The runtime's own interrupts, such as the timer's,
 * stay enabled.
 */
#undef interrupts
#undef noInterrupts
#define interrupts() pl_interrupts_on()
#define noInterrupts() pl_interrupts_off()

/*
 * attachInterruptVcpu(pin, ISR, mode, C, T), for setup(): from then on calls ISR when the pin
 * changes as `mode` says (CHANGE, RISING, FALLING, LOW). ISR is a task with budget C and minimum
 * inter-arrival time T, which is ordered among the loops by T. On a board without interrupts of
 * pins, `pin` is the source: see pl_pins.h of its port. False: setup() has ended, or
 * PL_QDUINO_INTERRUPTS are attached already.
 */
#define attachInterruptVcpu(pin, isr, mode, C, T)                                                                      \
    pl_qduino_attach((uint8_t)PL_LINE_OF_PIN(pin), (isr), (uint8_t)(mode), PL_QDUINO_TICKS(C), PL_QDUINO_TICKS(T))
bool pl_qduino_attach(uint8_t line, void (*isr)(void), uint8_t mode, pl_tick_t budget, pl_tick_t period);

/* Arduino's own functions would use the same vectors, and have no budget. */
#undef attachInterrupt
#undef detachInterrupt
#define attachInterrupt(...) pl_qduino_no_attach()
#define detachInterrupt(...) pl_qduino_no_attach()
void pl_qduino_no_attach(void)
    __attribute__((error("attachInterrupt() and detachInterrupt() cannot be combined with the interrupts of "
                         "qduino.h: use attachInterruptVcpu(), or build with -DPL_QDUINO_INTERRUPTS=0")));

/* The name in Qduino's own library. */
#define attachInterrupt_vcpu attachInterruptVcpu

#endif

/* ---- spinlocks ---- */

/*
 * For a few microseconds: nothing else runs while a spinlock is held. spinlockInit(lock),
 * spinlockLock(lock), …
 */
typedef pl_spinlock_t spinlock_t;

void pl_qduino_spinlock_init(spinlock_t *lock);
#define spinlockInit(lock) pl_qduino_spinlock_init(&(lock))
#define spinlockLock(lock) pl_spinlock_lock(&(lock))
#define spinlockUnlock(lock) pl_spinlock_unlock(&(lock))

/* ---- four-slot channels: the newest complete item, without waiting ---- */

/* Defines a channel for items of `type`, from one loop to one other. */
#define CHANNEL(channel, type)                                                                                         \
    static struct {                                                                                                    \
        type sent;                                                                                                     \
        type taken;                                                                                                    \
    } channel;                                                                                                         \
    PL_FOUR_SLOT(channel##_four_slot, type, 0)

#define channelWrite(channel, item) (channel.sent = (item), pl_four_slot_write(&channel##_four_slot, &channel.sent))

/* The newest item; zeros until an item has been written. */
#define channelRead(channel) ((void)pl_four_slot_read(&channel##_four_slot, &channel.taken), channel.taken)

/* ---- ring buffers: every item, in order ---- */

/* Defines a ring buffer for at most `places` items of `type`, from one loop to one other. */
#define RINGBUF(buffer, type, places)                                                                                  \
    static struct {                                                                                                    \
        type sent;                                                                                                     \
    } buffer;                                                                                                          \
    PL_RING_BUFFER(buffer##_ring, type, places, 0)

/*
 * Empties the buffer and limits it to `size` items, at most those of RINGBUF(). Call it before
 * loops use the buffer.
 */
#define ringbufInit(buffer, size)                                                                                      \
    ((__builtin_constant_p(size) && (size_t)(size) > PL_QDUINO_PLACES(buffer)) ? pl_qduino_ringbuf_too_large()         \
                                                                               : (void)0,                              \
     pl_qduino_ringbuf_init(&buffer##_ring, PL_QDUINO_PLACES(buffer), (size_t)(size)))
#define PL_QDUINO_PLACES(buffer) (sizeof buffer##_ring_items / sizeof buffer.sent - 1U)
void pl_qduino_ringbuf_too_large(void)
    __attribute__((error("ringbufInit(buffer, size): RINGBUF() declares the buffer with fewer places than that")));
/* False: `size` is 0 or more than `declared`, and the buffer is unchanged. */
bool pl_qduino_ringbuf_init(pl_ring_buffer_t *ring, size_t declared, size_t size);

/* False: the buffer was full, and the item was not appended. */
#define ringbufWrite(buffer, item) (buffer.sent = (item), pl_ring_buffer_write(&buffer##_ring, &buffer.sent))

/* Moves the oldest item into the variable `item`. False: the buffer was empty. */
#define ringbufRead(buffer, item) pl_ring_buffer_read(&buffer##_ring, 1 ? &(item) : &buffer.sent)

#ifdef __cplusplus
}
#endif

#endif
