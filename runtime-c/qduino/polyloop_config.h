/*
 * The runtime's constants (polyloop/configuration.h) for sketches with polyloop/qduino.h. A sketch changes
 * the first group with flags of the compiler, for the runtime and itself alike, e.g. -DPL_QDUINO_LOOPS=8.
 */
#ifndef POLYLOOP_CONFIG_H
#define POLYLOOP_CONFIG_H

/* The largest number of a loop. Each takes about 45 bytes of RAM on the Uno. */
#ifndef PL_QDUINO_LOOPS
#define PL_QDUINO_LOOPS 5
#endif
/* The number of interrupts that can be attached. 0: none, and their code is not linked. */
#ifndef PL_QDUINO_INTERRUPTS
#define PL_QDUINO_INTERRUPTS 2
#endif
/* The budget until interruptsVcpu() changes it: a tenth of the processor, as for Quest's I/O VCPUs. */
#ifndef PL_QDUINO_IO_BUDGET_US
#define PL_QDUINO_IO_BUDGET_US 1000
#endif
#ifndef PL_QDUINO_IO_PERIOD_US
#define PL_QDUINO_IO_PERIOD_US 10000
#endif
/* The longest time of one interrupt until its handler is released: its top half and the release. */
#ifndef PL_QDUINO_INTERRUPT_COST_US
#define PL_QDUINO_INTERRUPT_COST_US 60
#endif
/* 1 on a port with a kernel: each loop is a thread, and its budget is enforced. */
#ifndef PL_PREEMPTIVE
#define PL_PREEMPTIVE 0
#endif
/* The stack of each thread, with PL_PREEMPTIVE. */
#ifndef PL_QDUINO_STACK_BYTES
#define PL_QDUINO_STACK_BYTES 192
#endif
#ifndef PL_POLICY
#define PL_POLICY PL_POLICY_FIXED
#endif

/* Loops, then handlers of interrupts, then Arduino's own loop(). */
#define PL_TASK_COUNT (PL_QDUINO_LOOPS + PL_QDUINO_INTERRUPTS + 1)
#define PL_INTERRUPT_COUNT PL_QDUINO_INTERRUPTS
#define PL_IO_SERVER_COUNT (PL_QDUINO_INTERRUPTS > 0)
/* The lines of the pins: timer 2 of the Uno belongs to Arduino. */
#define PL_LINES UINT32_C(0x3FFFFF)

#define PL_TABLES_IN_RAM 1
#define PL_TELEMETRY 0
#define PL_USES_SPORADIC (PL_QDUINO_INTERRUPTS > 0)
#define PL_USES_BACKGROUND 1
#define PL_USES_BACKLOG 0
#define PL_USES_DEADLINE_HANDLER 0
#define PL_USES_RESOURCES 1

#endif
