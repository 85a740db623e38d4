/*
 * The numbers of telemetry's events; docs/telemetry.md specifies them. Made by `npm run generate:events` from
 * generator/trace/event-table.ts: change that file, not this one.
 */
#ifndef POLYLOOP_EVENTS_H
#define POLYLOOP_EVENTS_H

#define PL_TELEMETRY_VERSION 2U

/* An event's first byte, without the index of its object, which is in the low four bits. */
enum {
    PL_EVENT_CONTROL = 0x00,          /* The low four bits are one of PL_CONTROL_…. */
    PL_EVENT_RELEASE = 0x10,          /* A job is released. */
    PL_EVENT_START = 0x20,            /* A job runs for the first time. */
    PL_EVENT_SWITCH_IN = 0x30,        /* A job that was switched out runs again. */
    PL_EVENT_SWITCH_OUT = 0x40,       /* A job is preempted or blocked. */
    PL_EVENT_COMPLETE = 0x50,         /* A job ends. */
    PL_EVENT_DEADLINE_MISS = 0x60,    /* The runtime detects that a job has missed its deadline. */
    PL_EVENT_BUDGET_EXHAUSTED = 0x70, /* A job has exhausted the budget of its task or of its server. */
    PL_EVENT_REPLENISH = 0x80,        /* A server is replenished. Value: amount, in ticks. */
    PL_EVENT_INTERRUPT_ENTER = 0x90,  /* The handler of an interrupt begins. */
    PL_EVENT_INTERRUPT_EXIT = 0xA0,   /* The handler of an interrupt ends. */
    PL_EVENT_INTERRUPT_MASK = 0xB0,   /* An interrupt is masked or unmasked. Value: 1 masked, 0 unmasked. */
    PL_EVENT_CHANNEL_WRITE = 0xC0,    /* An item is written to a channel. */
    PL_EVENT_CHANNEL_READ = 0xD0,     /* An item is read from a channel. */
    PL_EVENT_CHANNEL_OVERFLOW = 0xE0, /* A channel is full: an item is lost. */
    PL_EVENT_LOCK = 0xF0              /* Two values: one of PL_LOCK_…, and the task. */
};

/* The low four bits of PL_EVENT_CONTROL. */
enum {
    PL_CONTROL_SYNC = 0x01,            /* The absolute time of this event, and the run. */
    PL_CONTROL_EVENTS_DROPPED = 0x02,  /* Events are missing: the board's ring was full. Value: how many events. */
    PL_CONTROL_IDLE = 0x03,            /* A core has no job. */
    PL_CONTROL_MARK = 0x04,            /* The program records a number of its own. Value: number. */
    PL_CONTROL_TEXT = 0x05,            /* The program prints text. */
    PL_CONTROL_BOOT = 0x06,            /* The program has started. Always the first event of a run. */
    PL_CONTROL_RELEASE_DROPPED = 0x07, /* The overrun policy drops releases. Value: how many releases. */
    PL_CONTROL_STACK = 0x08,           /* How much of its stack a thread never used. Value: size and unused bytes. */
    PL_CONTROL_NOTICE = 0x09,          /* The runtime noticed something that the program cannot see. Value: number. */
    PL_CONTROL_PLOT = 0x0A,            /* The program records a number that is not whole. Value: number. */
    PL_CONTROL_START_ON = 0x0B,        /* A job runs for the first time. With the core, if it is not 0. */
    PL_CONTROL_SWITCH_IN_ON = 0x0C,    /* A job that was switched out runs again. With the core, if it is not 0. */
    PL_CONTROL_STOPPED = 0x0D,         /* The runtime stops a job with an exhausted budget. */
    PL_CONTROL_IDLE_ON = 0x0F          /* A core has no job. With the core, if it is not 0. */
};

/* The first value of PL_EVENT_LOCK. */
enum {
    PL_LOCK_WAIT = 0,    /* A task waits for a resource. */
    PL_LOCK_ACQUIRE = 1, /* A task acquires a resource. */
    PL_LOCK_RELEASE = 2, /* A task releases a resource. */
    PL_LOCK_EXCEEDED = 3 /* A task releases a resource later than declared, or the runtime releases it. */
};

/* What the program does and cannot see: the object of PL_CONTROL_NOTICE. */
enum {
    /* Printed text did not fit into the send buffer and was cut. Value: characters since the notice before it. */
    PL_NOTICE_TEXT_CUT = 1,
    /* An allocation failed. Value: requested bytes; the largest request, at most 65535. */
    PL_NOTICE_HEAP_EXHAUSTED = 2,
    /* The program changed the mode of the release timer. Value: 1. */
    PL_NOTICE_TIMER_CHANGED = 3,
    /* Interrupts were off for more than a millisecond. Value: ticks at least, modulo 65536; the largest. */
    PL_NOTICE_INTERRUPTS_OFF = 4,
    /* The program used PWM on a pin of the release timer. Value: the pin. */
    PL_NOTICE_RELEASE_TIMER_PWM = 5,
    /* How many notices there are. */
    PL_NOTICE_COUNT = 5
};

/* The notices that are sent once in a run; bit 0 is the first notice. */
#define PL_NOTICES_ONCE 0x14U

#endif
