/**
 * What a soak run knows of a board: how code takes an exact processor time there, what a call of the runtime may take of a
 * budget, and how interrupts are raised. From data sheets and the sketch format; nothing from the analysis.
 */
import type { TargetName } from '../../generator/sketch/model.ts';
import type { Storm } from './draft.ts';

/** Time to be left in a budget for each call. Unit: µs. */
export interface CallTimes {
  /** A job's own counters. */
  readonly job: number;
  readonly channel: number;
  readonly channelPerByte: number;
  readonly lock: number;
  readonly trigger: number;
  /** A report that the first task prints: a name, a number of up to five digits and a sign, in three calls. */
  readonly print: number;
}

/** A way in which an interrupt comes. */
export interface Origin {
  /** Members of the interrupt in the sketch file. */
  readonly member: Readonly<Record<string, string>>;
  /** Code that starts it, for the set-up of a task; empty: it comes from outside. */
  readonly start: (storm: Storm) => string;
  /** The pin whose level is changed from outside; null: none. */
  readonly pin: string | null;
}

export interface Profile {
  readonly prelude: string;
  /** Code that uses this much processor time. Unit: µs. */
  readonly burn: (us: number) => string;
  readonly calls: CallTimes;
  readonly origins: readonly Origin[];
  readonly leastPeriodUs: number;
  readonly mostPeriodUs: number;
  readonly mostTasks: number;
  /** Threads that fit into its memory: of tasks, and of handlers and interrupts; null: any number. */
  readonly mostThreads: number | null;
  readonly mostInterrupts: number;
  readonly mostChannels: number;
  readonly leastIoBudgetUs: number;
  /** Stack of a task with calls, and of one without; null: as the board's record says. Unit: bytes. */
  readonly stacks: { readonly calls: number; readonly plain: number } | null;
}

/** `_delay_loop_2` takes 4 cycles of 62.5 ns an iteration (avr-libc), at most 65,535 of them. */
function burnOnUno(us: number): string {
  let loops = Math.max(1, Math.floor(us * 4));
  let code = '';
  for (; loops > 65_535; loops -= 65_535) code += '_delay_loop_2(65535); ';
  return loops > 0 ? `${code}_delay_loop_2(${loops});` : code;
}

/** Edges of a pin from outside. */
const pinOrigin = (pin: string, mode: string): Origin => ({ member: { pin, mode }, start: () => '', pin });

/** ATmega328P data sheet, 18: clear on compare match, prescaler 32, 2 µs a count. */
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

/** Two instructions of 64 ns a turn, as QEMU counts them. */
const burnOnM3 = (us: number): string => `soak_spin(${Math.max(1, Math.floor((us * 1000) / 128))}UL);`;

/** Arm DDI 0479, APB timer: control, value and reload count cycles of 25 MHz. */
const timer1: Origin = {
  member: { source: 'timer1' },
  start: ({ gapUs }) =>
    `SOAK_REGISTER(0x40001008U) = ${gapUs * 25}U; SOAK_REGISTER(0x40001004U) = ${gapUs * 25}U; ` +
    'SOAK_REGISTER(0x40001000U) = 9U;',
  pin: null,
};

/** Arm DDI 0479, dual timer: periodic, 32 bits, with its interrupt. */
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

const M3_THREADS: Profile = { ...M3, calls: { ...M3.calls, channel: 75, lock: 400, trigger: 200, print: 300 } };

/** Lines of the host port are numbered as its pins. */
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
  { board: 'uno', target: 'superloop', profile: UNO },
  { board: 'uno', target: 'freertos', profile: UNO_THREADS },
  { board: 'mps2-an385', target: 'superloop', profile: M3 },
  { board: 'mps2-an385', target: 'freertos', profile: M3_THREADS },
];

/** Throws where no code is generated for the target on this board. */
export function platformOf({ board, target }: { readonly board: string; readonly target: string }): Platform {
  const found = PLATFORMS.find((platform) => platform.board === board && platform.target === target);
  if (found === undefined) throw new Error(`No soak runs on the board "${board}" with the target "${target}".`);
  return found;
}
