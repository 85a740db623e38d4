/**
 * The numbers of the event kinds (their index in EVENT_KINDS) as constants, for code that handles events by the million.
 */

export const KIND_BOOT = 0;
export const KIND_RELEASE = 1;
export const KIND_START = 2;
export const KIND_SWITCH_IN = 3;
export const KIND_SWITCH_OUT = 4;
export const KIND_COMPLETE = 5;
export const KIND_DEADLINE_MISS = 6;
export const KIND_BUDGET_EXHAUSTED = 7;
export const KIND_REPLENISH = 8;
export const KIND_INTERRUPT_ENTER = 9;
export const KIND_INTERRUPT_EXIT = 10;
export const KIND_INTERRUPT_MASK = 11;
export const KIND_CHANNEL_WRITE = 12;
export const KIND_CHANNEL_READ = 13;
export const KIND_CHANNEL_OVERFLOW = 14;
export const KIND_LOCK_WAIT = 15;
export const KIND_LOCK_ACQUIRE = 16;
export const KIND_LOCK_RELEASE = 17;
export const KIND_MARK = 18;
export const KIND_TEXT = 19;
export const KIND_IDLE = 20;
export const KIND_DROPPED = 21;
export const KIND_GAP = 22;
export const KIND_SKIP = 23;
export const KIND_STACK = 24;
export const KIND_NOTICE = 25;
export const KIND_LOCK_EXCEEDED = 26;

/** The object of an event whose kind has none. */
export const NO_OBJECT = -1;
