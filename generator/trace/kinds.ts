/** The codes of the event kinds as constants, for code that processes millions of events. */
import { EVENTS } from './event-table.ts';

export const KIND_BOOT = EVENTS.boot.code;
export const KIND_RELEASE = EVENTS.release.code;
export const KIND_START = EVENTS.start.code;
export const KIND_SWITCH_IN = EVENTS['switch-in'].code;
export const KIND_SWITCH_OUT = EVENTS['switch-out'].code;
export const KIND_COMPLETE = EVENTS.complete.code;
export const KIND_DEADLINE_MISS = EVENTS['deadline-miss'].code;
export const KIND_BUDGET_EXHAUSTED = EVENTS['budget-exhausted'].code;
export const KIND_REPLENISH = EVENTS.replenish.code;
export const KIND_INTERRUPT_ENTER = EVENTS['interrupt-enter'].code;
export const KIND_INTERRUPT_EXIT = EVENTS['interrupt-exit'].code;
export const KIND_INTERRUPT_MASK = EVENTS['interrupt-mask'].code;
export const KIND_CHANNEL_WRITE = EVENTS['channel-write'].code;
export const KIND_CHANNEL_READ = EVENTS['channel-read'].code;
export const KIND_CHANNEL_OVERFLOW = EVENTS['channel-overflow'].code;
export const KIND_LOCK_WAIT = EVENTS['lock-wait'].code;
export const KIND_LOCK_ACQUIRE = EVENTS['lock-acquire'].code;
export const KIND_LOCK_RELEASE = EVENTS['lock-release'].code;
export const KIND_MARK = EVENTS.mark.code;
export const KIND_TEXT = EVENTS.text.code;
export const KIND_IDLE = EVENTS.idle.code;
export const KIND_EVENTS_DROPPED = EVENTS['events-dropped'].code;
export const KIND_GAP = EVENTS.gap.code;
export const KIND_RELEASE_DROPPED = EVENTS['release-dropped'].code;
export const KIND_STACK = EVENTS.stack.code;
export const KIND_NOTICE = EVENTS.notice.code;
export const KIND_LOCK_EXCEEDED = EVENTS['lock-exceeded'].code;
export const KIND_PLOT = EVENTS.plot.code;
export const KIND_STOPPED = EVENTS.stopped.code;

/** The object of an event of a kind without objects. */
export const NO_OBJECT = -1;
