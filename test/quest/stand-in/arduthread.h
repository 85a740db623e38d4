/* The stand-in's loops: `void loop(1, C, T) { ... }` defines a loop, which main.c starts. */
#ifndef STAND_IN_ARDUTHREAD_H
#define STAND_IN_ARDUTHREAD_H

#include "vcpu.h"

void stand_in_start(int number, void (*body)(void), int budget_ms, int period_ms);

#define loop(number, budget, period)                                                                                   \
    stand_in_body_##number(void);                                                                                      \
    void loop##number##_init(void);                                                                                    \
    void loop##number##_init(void)                                                                                     \
    {                                                                                                                  \
        stand_in_start(number, stand_in_body_##number, budget, period);                                                \
    }                                                                                                                  \
    void stand_in_body_##number(void)

#endif
