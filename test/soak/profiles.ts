/**
 * The properties of a board for soak runs: code with an exact execution time, the longest times of
 * calls of the runtime, and the sources of interrupts. They come from data sheets and the sketch
 * format, not from the analysis.
 */
import type { TargetName } from '../../generator/sketch/model.ts';
import type { Storm } from './draft.ts';

/** The part of a budget that is reserved for each call. Unit: µs. */
export interface CallTimes {
  /** Updating a job's counters, with a division on some. */
  readonly job: number;
  readonly channel: number;
  readonly channelPerByte: number;
  readonly lock: number;
  readonly trigger: number;
  /**
   * One report of the first task, in three calls: a name, a number of up to five digits, and a
   * punctuation mark. After an event of an interrupt or of another task a call cannot join the text
   * before it, and pays five bytes more (docs/sketch-file.md).
   */
  readonly print: number;
}

/** A source of an interrupt. */
export interface Origin {
  /** The interrupt's members that select this source in the sketch file. */
  readonly member: Readonly<Record<string, string>>;
  /** Code for a task's set-up that starts the source. Empty: the source is outside of the board. */
  readonly start: (storm: Storm) => string;
  /** The pin that the test drives. Null: none. */
  readonly pin: string | null;
}

export interface Profile {
  readonly prelude: string;
  /** Code that uses this much processor time. Unit: µs. */
  readonly burn: (us: number) => string;
  readonly calls: CallTimes;
  readonly origins: readonly Origin[];
  /** Periods and budgets are multiples of this. Default: 1. Unit: µs. */
  readonly unitUs?: number;
  readonly leastPeriodUs: number;
  readonly mostPeriodUs: number;
  readonly mostTasks: number;
  /**
   * Number of threads that fit into the board's memory, including those of handlers and interrupts.
   * Null: unlimited.
   */
  readonly mostThreads: number | null;
  readonly mostInterrupts: number;
  readonly mostChannels: number;
  readonly leastIoBudgetUs: number;
  /**
   * Stack of a task with calls and of one without calls. Null: the board's default. Unit: bytes.
   */
  readonly stacks: { readonly calls: number; readonly plain: number } | null;
}

/**
 * An iteration of `_delay_loop_2` takes 4 cycles of 62.5 ns (avr-libc). A call has at most 65,535
 * iterations.
 */
function burnOnUno(us: number): string {
  let loops = Math.max(1, Math.floor(us * 4));
  let code = '';
  for (; loops > 65_535; loops -= 65_535) code += '_delay_loop_2(65535); ';
  return loops > 0 ? `${code}_delay_loop_2(${loops});` : code;
}

/** An external signal on a pin. */
const pinOrigin = (pin: string, mode: string): Origin => ({ member: { pin, mode }, start: () => '', pin });

/** Timer 2: clear on compare match, prescaler 32, 2 µs per count (ATmega328P data sheet, 18). */
const timer2: Origin = {
  member: { source: 'timer2' },
  start: ({ gapUs }) =>
    `TCCR2A = _BV(WGM21); TCCR2B = _BV(CS21) | _BV(CS20); OCR2A = ${Math.min(255, Math.max(24, Math.round(gapUs / 2)))};`,
  pin: null,
};

const UNO: Profile = {
  prelude: '#include <util/delay_basic.h>',
  burn: burnOnUno,
  calls: { job: 18, channel: 90, channelPerByte: 2.2, lock: 190, trigger: 90, print: 550 },
  origins: [pinOrigin('2', 'rising'), pinOrigin('3', 'change'), pinOrigin('8', 'falling'), timer2],
  leastPeriodUs: 4000,
  mostPeriodUs: 80_000,
  mostTasks: 7,
  mostThreads: null,
  mostInterrupts: 2,
  mostChannels: 3,
  leastIoBudgetUs: 800,
  stacks: null,
};

/**
 * A lock also looks for the resource among those that the job holds. An unlock and a trigger look for jobs that may now
 * preempt. A lock with its unlock is two calls of 100 µs and 12 bytes of 10 µs, a trigger one call with four bytes, and a
 * report of 10 characters four calls (docs/sketch-file.md).
 */
const UNO_PREEMPTIVE: Profile = { ...UNO, calls: { ...UNO.calls, job: 24, lock: 320, trigger: 180, print: 750 } };

const UNO_THREADS: Profile = {
  ...UNO,
  calls: { job: 18, channel: 150, channelPerByte: 2.2, lock: 600, trigger: 300, print: 750 },
  leastPeriodUs: 8000,
  mostPeriodUs: 120_000,
  mostTasks: 4,
  mostThreads: 4,
  mostInterrupts: 1,
  mostChannels: 1,
  stacks: { calls: 224, plain: 130 },
};

/** Calls and returns take a cycle more than on the Uno, and stacks are deeper. */
const slower = (calls: CallTimes): CallTimes => ({
  job: Math.ceil(calls.job * 1.1),
  channel: Math.ceil(calls.channel * 1.1),
  channelPerByte: calls.channelPerByte * 1.1,
  lock: Math.ceil(calls.lock * 1.1),
  trigger: Math.ceil(calls.trigger * 1.1),
  print: Math.ceil(calls.print * 1.1),
});

/** Pins 2 and 3 have external interrupts, and a change of pin 10 is a PCINT. */
const MEGA: Profile = {
  ...UNO,
  calls: slower(UNO.calls),
  origins: [pinOrigin('2', 'rising'), pinOrigin('3', 'change'), pinOrigin('10', 'falling'), timer2],
};

const MEGA_PREEMPTIVE: Profile = { ...MEGA, calls: slower(UNO_PREEMPTIVE.calls) };

const MEGA_THREADS: Profile = {
  ...UNO_THREADS,
  calls: slower(UNO_THREADS.calls),
  origins: MEGA.origins,
  mostTasks: 7,
  mostThreads: 12,
  mostInterrupts: 2,
  mostChannels: 3,
  stacks: { calls: 256, plain: 160 },
};

/** An iteration takes two instructions of 64 ns in QEMU. */
const burnOnM3 = (us: number): string => `soak_spin(${Math.max(1, Math.floor((us * 1000) / 128))}UL);`;

/** The APB timer of Arm DDI 0479. It counts cycles of 25 MHz. */
const timer1: Origin = {
  member: { source: 'timer1' },
  start: ({ gapUs }) =>
    `SOAK_REGISTER(0x40001008U) = ${gapUs * 25}U; SOAK_REGISTER(0x40001004U) = ${gapUs * 25}U; ` +
    'SOAK_REGISTER(0x40001000U) = 9U;',
  pin: null,
};

/** The dual timer of Arm DDI 0479, periodic, with 32 bits and its interrupt enabled. */
const dualTimer: Origin = {
  member: { source: 'dualtimer' },
  start: ({ gapUs }) => `SOAK_REGISTER(0x40002000U) = ${gapUs * 25}U; SOAK_REGISTER(0x40002008U) = 0xE2U;`,
  pin: null,
};

const M3: Profile = {
  prelude: [
    '#define SOAK_REGISTER(address) (*(volatile uint32_t *)(address))',
    'static void soak_spin(uint32_t turns) { __asm__ volatile("1: subs %0, #1\\n\\tbne 1b" : "+r"(turns) : : "cc"); }',
  ].join('\n'),
  burn: burnOnM3,
  calls: { job: 8, channel: 90, channelPerByte: 1.5, lock: 200, trigger: 60, print: 270 },
  origins: [timer1, dualTimer],
  leastPeriodUs: 3000,
  mostPeriodUs: 80_000,
  mostTasks: 9,
  mostThreads: null,
  mostInterrupts: 2,
  mostChannels: 3,
  leastIoBudgetUs: 400,
  stacks: null,
};

/** A lock with its unlock, and a trigger, look for jobs that may now preempt. Bytes are encoded in steps. */
const M3_PREEMPTIVE: Profile = { ...M3, calls: { ...M3.calls, job: 10, lock: 250, trigger: 120, print: 330 } };

const M3_THREADS: Profile = { ...M3, calls: { ...M3.calls, channel: 75, lock: 400, trigger: 200, print: 300 } };

/** An iteration takes two instructions of 16 ns in QEMU. */
const burnOnA9 = (us: number): string => `soak_spin(${Math.max(1, Math.floor((us * 1000) / 32))}UL);`;

/** Timers 2 and 3 of Arm DDI 0271, periodic, with 32 bits and their interrupt enabled. They count microseconds. */
const timerOnA9: Origin = {
  member: { source: 'timer2' },
  start: ({ gapUs }) => `SOAK_REGISTER(0x10012000U) = ${gapUs}U; SOAK_REGISTER(0x10012008U) = 0xE2U;`,
  pin: null,
};

const A9_THREADS: Profile = {
  ...M3_THREADS,
  burn: burnOnA9,
  calls: { job: 4, channel: 40, channelPerByte: 1, lock: 200, trigger: 100, print: 150 },
  origins: [timerOnA9],
  mostInterrupts: 1,
};

/** 32 ns an instruction, and two instructions a loop. */
const burnOnPc = (us: number): string => `soak_spin(${Math.max(1, Math.floor((us * 1000) / 64))}UL);`;

/** Tasks are the only elements that its target generates. */
const QUEST: Profile = {
  prelude:
    'static inline void soak_spin(unsigned long loops) ' +
    '{ __asm__ __volatile__("1: decl %0\\n\\tjnz 1b" : "+r"(loops) : : "cc"); }',
  burn: burnOnPc,
  calls: { job: 10, channel: 40, channelPerByte: 1, lock: 0, trigger: 0, print: 200 },
  origins: [],
  unitUs: 1000,
  leastPeriodUs: 10_000,
  mostPeriodUs: 400_000,
  mostTasks: 9,
  mostThreads: null,
  mostInterrupts: 0,
  mostChannels: 3,
  leastIoBudgetUs: 0,
  stacks: null,
};

/** Interrupt lines of the host port have the numbers of its pins. */
const hostLine = (line: number): Origin => ({
  member: { pin: String(line), mode: 'rising' },
  start: ({ fromUs, gapUs }) => `pl_host_raise_every(${line}, ${fromUs}, ${gapUs});`,
  pin: null,
});

const HOST: Profile = {
  prelude: 'extern "C" void pl_host_raise_every(uint8_t line, uint64_t from_us, uint32_t every_us);',
  burn: (us) => `delayMicroseconds(${Math.max(1, Math.floor(us))});`,
  calls: { job: 0, channel: 0, channelPerByte: 0, lock: 0, trigger: 0, print: 0 },
  origins: [hostLine(2), hostLine(3), hostLine(8)],
  leastPeriodUs: 1000,
  mostPeriodUs: 60_000,
  mostTasks: 8,
  mostThreads: null,
  mostInterrupts: 3,
  mostChannels: 3,
  leastIoBudgetUs: 200,
  stacks: null,
};

export interface Platform {
  readonly board: string;
  readonly target: TargetName;
  readonly profile: Profile;
}

/** Every board and target for which code is generated. */
export const PLATFORMS: readonly Platform[] = [
  { board: 'host', target: 'superloop', profile: HOST },
  { board: 'host', target: 'preemptive', profile: HOST },
  { board: 'uno', target: 'superloop', profile: UNO },
  { board: 'uno', target: 'preemptive', profile: UNO_PREEMPTIVE },
  { board: 'uno', target: 'freertos', profile: UNO_THREADS },
  { board: 'mega', target: 'superloop', profile: MEGA },
  { board: 'mega', target: 'preemptive', profile: MEGA_PREEMPTIVE },
  { board: 'mega', target: 'freertos', profile: MEGA_THREADS },
  { board: 'mps2-an385', target: 'superloop', profile: M3 },
  { board: 'mps2-an385', target: 'preemptive', profile: M3_PREEMPTIVE },
  { board: 'mps2-an385', target: 'freertos', profile: M3_THREADS },
  { board: 'realview-pbx-a9', target: 'rtems', profile: A9_THREADS },
  { board: 'quest-pc', target: 'quest', profile: QUEST },
];

/** Throws if no code is generated for the target on this board. */
export function platformOf({ board, target }: { readonly board: string; readonly target: string }): Platform {
  const found = PLATFORMS.find((platform) => platform.board === board && platform.target === target);
  if (found === undefined) throw new Error(`No soak runs on the board "${board}" with the target "${target}".`);
  return found;
}
