/**
 * The single table of events. It defines the event kinds (events.ts, kinds.ts), the handling of
 * each first byte by decoder and encoder (wire/protocol.ts), the names (names.ts), the notices
 * (notice.ts), the C header runtime-c/include/polyloop/events.h, and the chapter "Events" of
 * docs/telemetry.md. After a change run `npm run generate:events`, which writes the last two.
 *
 * A new event with one of the encodings below needs only its row. A new encoding needs a
 * case in wire/decoder.ts and one in wire/encoder.ts; neither file compiles without it.
 */

export const PROTOCOL_VERSION = 2;

/** The classes of objects that the metadata names. */
export type ObjectClass = 'task' | 'interrupt' | 'channel' | 'resource' | 'mark';

/**
 * What an event's `object` is an index of. A thread is a task, or one of the kernel's own threads,
 * which come after the tasks (stack.ts).
 */
export type EventObject = ObjectClass | 'thread' | 'notice';

/**
 * The encoding of an event's value, which follows its time. In words for docs/telemetry.md, where
 * `value` is the name of the value.
 */
export const ENCODINGS = {
  none: () => '',
  varint: (value: string) => `varint: ${value}`,
  zigzag: (value: string) => `varint: ${value}, zigzag-coded signed 32 bits`,
  /** The 32 bits of a number in a trace: see number.ts. */
  single: (value: string) => `varint: ${value}, 32 bits of IEEE 754 with their bytes in the opposite order`,
  /** A number of ticks on the line, and of nanoseconds in a trace. */
  ticks: (value: string) => `varint: ${value}, in ticks`,
  flag: (value: string) => `1 byte: ${value}`,
  /** Two numbers that are one value in a trace: see stack.ts. */
  stack: () => 'varint: unused bytes; varint: size in bytes, below 2²⁴',
  text: () => 'varint: length; that many bytes of UTF-8',
} as const satisfies Readonly<Record<string, (value: string) => string>>;

export type Encoding = keyof typeof ENCODINGS;

/**
 * The first byte of an event on the line.
 * - `kind`: the high four bits are the event's code, the low four the index of its object.
 * - `lock`: the same with the code LOCK_CODE. A separate byte, the operation, follows the time.
 * - `control`: the high four bits are 0, the low four the `id`. The index of the object, if there
 *   is one, follows the time.
 */
export type FirstByte =
  | { readonly form: 'kind' }
  | { readonly form: 'lock'; readonly operation: number }
  | { readonly form: 'control'; readonly id: number };

/** The point in time of an event's time stamp, in words for docs/telemetry.md. */
export const STAMPS = {
  recorded: 'Its time is when it was recorded.',
  start: 'Its time is 0.',
  release: 'Its time is when the timer reached the release.',
  next: 'Its time is the time of the next event.',
  loss: 'Its time is the time of the last event before the loss.',
} as const;

export interface EventRow {
  /** The number of the kind in a trace. Codes count up from 0. */
  readonly code: number;
  readonly object: EventObject | null;
  /**
   * The meaning of the event's value. Undefined: the event has none. The runtime need not send the
   * value; then `encoding` is `none`.
   */
  readonly value?: string;
  /** null: never on the line. */
  readonly wire: (FirstByte & { readonly encoding: Encoding }) | null;
  /**
   * Control id of a second form on the line, which also has the value. It is sent if the value is not 0: only programs
   * for several cores use it. Undefined: there is no such form.
   */
  readonly withValue?: number;
  /** Default: `recorded`. */
  readonly stamp?: keyof typeof STAMPS;
  /** The first version of the protocol that has the event. Default: 1. */
  readonly since?: number;
  readonly doc: string;
}

/** The code that all lock events share on the line. */
export const LOCK_CODE = 15;

const KIND = { form: 'kind', encoding: 'none' } as const;
const lock = <const Operation extends number>(operation: Operation) =>
  ({ form: 'lock', operation, encoding: 'varint' }) as const;
const control = <const Id extends number, const E extends Encoding>(id: Id, encoding: E) =>
  ({ form: 'control', id, encoding }) as const;

export const EVENTS = {
  boot: {
    code: 0,
    object: null,
    wire: control(0x06, 'none'),
    stamp: 'start',
    doc: 'The program has started. Always the first event of a run.',
  },
  release: { code: 1, object: 'task', wire: KIND, stamp: 'release', doc: 'A job is released.' },
  start: {
    code: 2,
    object: 'task',
    value: 'core',
    wire: KIND,
    withValue: 0x0b,
    doc: 'A job runs for the first time.',
  },
  'switch-in': {
    code: 3,
    object: 'task',
    value: 'core',
    wire: KIND,
    withValue: 0x0c,
    doc: 'A job that was switched out runs again.',
  },
  'switch-out': { code: 4, object: 'task', wire: KIND, doc: 'A job is preempted or blocked.' },
  complete: { code: 5, object: 'task', wire: KIND, doc: 'A job ends.' },
  'deadline-miss': {
    code: 6,
    object: 'task',
    wire: KIND,
    doc: 'The runtime detects that a job has missed its deadline.',
  },
  'budget-exhausted': {
    code: 7,
    object: 'task',
    wire: KIND,
    doc: 'A job has exhausted the budget of its task or of its server.',
  },
  replenish: {
    code: 8,
    object: 'task',
    value: 'amount',
    wire: { form: 'kind', encoding: 'ticks' },
    doc: 'A server is replenished.',
  },
  'interrupt-enter': { code: 9, object: 'interrupt', wire: KIND, doc: 'The handler of an interrupt begins.' },
  'interrupt-exit': { code: 10, object: 'interrupt', wire: KIND, doc: 'The handler of an interrupt ends.' },
  'interrupt-mask': {
    code: 11,
    object: 'interrupt',
    value: '1 masked, 0 unmasked',
    wire: { form: 'kind', encoding: 'flag' },
    doc: 'An interrupt is masked or unmasked.',
  },
  'channel-write': { code: 12, object: 'channel', wire: KIND, doc: 'An item is written to a channel.' },
  'channel-read': { code: 13, object: 'channel', wire: KIND, doc: 'An item is read from a channel.' },
  'channel-overflow': { code: 14, object: 'channel', wire: KIND, doc: 'A channel is full: an item is lost.' },
  'lock-wait': { code: 15, object: 'resource', value: 'task', wire: lock(0), doc: 'A task waits for a resource.' },
  'lock-acquire': { code: 16, object: 'resource', value: 'task', wire: lock(1), doc: 'A task acquires a resource.' },
  'lock-release': { code: 17, object: 'resource', value: 'task', wire: lock(2), doc: 'A task releases a resource.' },
  mark: {
    code: 18,
    object: 'mark',
    value: 'number',
    wire: control(0x04, 'zigzag'),
    doc: 'The program records a number of its own.',
  },
  text: {
    code: 19,
    object: null,
    value: 'number of the text in the trace',
    wire: control(0x05, 'text'),
    doc: 'The program prints text.',
  },
  idle: {
    code: 20,
    object: null,
    value: 'core',
    wire: control(0x03, 'none'),
    // Only a simulation sends it: the recorder of boards writes 15 as the mark of a larger number.
    withValue: 0x0f,
    doc: 'A core has no job.',
  },
  'events-dropped': {
    code: 21,
    object: null,
    value: 'how many events',
    wire: control(0x02, 'varint'),
    stamp: 'next',
    doc: "Events are missing: the board's ring was full.",
  },
  gap: {
    code: 22,
    object: null,
    value: 'length of the loss in ns, or -1 where it is not known',
    wire: null,
    stamp: 'loss',
    doc: 'Bytes were lost here.',
  },
  'release-dropped': {
    code: 23,
    object: 'task',
    value: 'how many releases',
    wire: control(0x07, 'varint'),
    doc: 'The overrun policy drops releases.',
  },
  stack: {
    code: 24,
    object: 'thread',
    value: 'size and unused bytes',
    wire: control(0x08, 'stack'),
    doc: 'How much of its stack a thread never used.',
  },
  notice: {
    code: 25,
    object: 'notice',
    value: 'number',
    wire: control(0x09, 'varint'),
    doc: 'The runtime noticed something that the program cannot see.',
  },
  'lock-exceeded': {
    code: 26,
    object: 'resource',
    value: 'task',
    wire: lock(3),
    since: 2,
    doc: 'A task releases a resource later than declared, or the runtime releases it.',
  },
  plot: {
    code: 27,
    object: 'mark',
    value: 'number',
    wire: control(0x0a, 'single'),
    since: 2,
    doc: 'The program records a number that is not whole.',
  },
  stopped: {
    code: 28,
    object: 'task',
    wire: control(0x0d, 'none'),
    since: 2,
    doc: 'The runtime stops a job with an exhausted budget.',
  },
} as const satisfies Readonly<Record<string, EventRow>>;

/**
 * A part of the protocol that is sent like an event but is not one: it gives the time and the run
 * of the events around it.
 */
export const SYNC = {
  id: 0x01,
  arguments: '6 bytes: ticks since start, 48 bits; 4 bytes: run number, since version 2',
  doc: 'The absolute time of this event, and the run.',
} as const;

export interface NoticeRow {
  /** The `object` of a notice event. Codes count up from 1. */
  readonly code: number;
  readonly value: string;
  /** Whether the runtime sends it once per run. */
  readonly once: boolean;
  readonly doc: string;
}

/** The `notice` events: effects of the program that the program itself cannot see. */
export const NOTICES = {
  'text-cut': {
    code: 1,
    value: 'characters since the notice before it',
    once: false,
    doc: 'Printed text did not fit into the send buffer and was cut.',
  },
  'heap-exhausted': {
    code: 2,
    value: 'requested bytes; the largest request, at most 65535',
    once: false,
    doc: 'An allocation failed.',
  },
  'timer-changed': { code: 3, value: '1', once: true, doc: 'The program changed the mode of the release timer.' },
  'interrupts-off': {
    code: 4,
    value: 'ticks at least, modulo 65536; the largest',
    once: false,
    doc: 'Interrupts were off for more than a millisecond.',
  },
  'release-timer-pwm': {
    code: 5,
    value: 'the pin',
    once: true,
    doc: 'The program used PWM on a pin of the release timer.',
  },
} as const satisfies Readonly<Record<string, NoticeRow>>;
