/**
 * Each constant that a port credits to budgets is at least the time that it represents. The credit
 * of a body for an interruption is at most the time that the analysis charges for it. Programs are
 * traced instruction by instruction.
 */
import path from 'node:path';
import { portBConfig } from 'avr8js';
import { describe, expect, it } from 'vitest';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { ATMEGA2560 } from '../../app/host/devices/avr/atmega2560.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { mega } from '../../generator/boards/mega/index.ts';
import { mps2An385 } from '../../generator/boards/mps2-an385/index.ts';
import { uno } from '../../generator/boards/uno/index.ts';
import type { Board } from '../../generator/platform/board.ts';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { usually } from '../every-case.ts';
import { buildCortex } from './cortex.ts';
import {
  gapsOf,
  type KernelSpan,
  longestOf,
  momentsOf,
  NS_PER_INSTRUCTION,
  ROUNDED_NS,
  spansAroundBody,
  spansOfGap,
} from './cortex-accounts.ts';
import { freertosCortexMissing, freertosOnCortexUnchecked, freertosOnUno, freertosUnoMissing } from './freertos.ts';
import { TIMER0_OVF, TIMER1_COMPA, TIMER1_COMPB, USART_UDRE } from './interrupt-witness.ts';
import { CORTEX_FILES, constantsOf } from './port-constants.ts';
import { buildUno, type Config, PROGRAMS, withScratch } from './toolchain.ts';
import type { VirtualUno } from './uno.ts';
import { followUno, type Gap, type Span } from './uno-accounts.ts';
import { type Credits, creditsOf, grantedCycles } from './uno-credits.ts';

const NS_PER_CYCLE = 62.5;
const RUN_MS = 700;
const TASKS = 4;
/** Link-time optimization, as in a user's program, and none, as in the conformance tests. */
const BUILDS = [
  { build: 'with link-time optimization', flags: ['-flto', '-fuse-linker-plugin'] },
  { build: 'without', flags: [] },
];

const BASE: Config = {
  PL_PREEMPTIVE: 1,
  PL_TASK_COUNT: TASKS,
  PL_INTERRUPT_COUNT: 0,
  CONFORM_STACK_BYTES: 140,
  STORM_US: 0,
  LOOPS: '60000U',
  BUDGET: 'US(50000)',
  MORE_ROWS: 'WAITING(3),',
};
const LINES: Config = { PL_INTERRUPT_COUNT: 1, PL_IO_SERVER_COUNT: 1 };

interface Load {
  readonly config: Config;
  readonly seen: readonly Span[];
  /** Whether the board's overheads contain separate terms for the interruptions in a gap. */
  readonly counted: (gap: Gap) => boolean;
  readonly raise?: (board: VirtualUno) => void;
}

/** Line 10: a change of pin 8 of the Uno, bit 0 of port B, and of pin 10 of the Mega, bit 4 of port B. */
function togglePin(board: VirtualUno): void {
  const { PORT } = portBConfig;
  const port = board.chip.ports.findIndex((each) => each.PORT === PORT);
  const bit = board.chip === ATMEGA328P ? 0 : 4;
  board.ports[port]?.setPin(bit, (Math.floor(board.cpu.cycles / 16_000) & 1) === 1);
}

const PREEMPTED: readonly Span[] = ['entry', 'exit', 'leaving', 'return', 'start', 'end', 'tick', 'clock'];
const TRACED = { PL_TELEMETRY: 1 };
/**
 * With several jobs in a gap, one job can prepare the telemetry of another. No term of the analysis
 * counts that time.
 */
const alone = ({ jobs }: Gap) => jobs === 0;
const LOADS: Readonly<Record<string, Load>> = {
  'jobs that preempt, untraced': {
    config: { PL_TELEMETRY: 0 },
    seen: [...PREEMPTED, 'overflow'],
    counted: () => true,
  },
  // The loops take 480,000 cycles, so the runtime checks the end of the budget while the body runs.
  'a budget that is just enough': {
    config: { ...TRACED, BUDGET: '60030U' },
    seen: [...PREEMPTED, 'byte'],
    counted: alone,
  },
  // The alarms of the I/O budget are charged to that budget.
  'a timer’s interrupts': {
    config: { ...TRACED, ...LINES, LINE: 'LINE_TIMER', STORM_US: 1000 },
    // Whether a job starts so soon after an interrupt depends on a few cycles.
    seen: PREEMPTED.filter((span) => span !== 'start'),
    counted: () => false,
  },
  'a pin’s interrupts': {
    config: { ...TRACED, ...LINES, LINE: 10 },
    seen: PREEMPTED,
    counted: () => false,
    raise: togglePin,
  },
  // The section is longer than the deadlines of the tasks that wait for it, so they miss their
  // deadlines.
  'a critical section': {
    config: { ...TRACED, PL_USES_RESOURCES: 1, SECTION: 'US(45000)' },
    seen: ['entry', 'exit', 'yield', 'start', 'section', 'tick', 'clock', 'byte'],
    counted: () => false,
  },
};

/** The chip of a board: the credit of each span, and what the analysis counts. */
class Chip {
  readonly #record: Overheads | undefined;
  readonly #counted: ReadonlyMap<number, number>;
  /** Unit: cycles. */
  readonly credited: Credits;

  constructor(board: Board, chip: AvrConfig) {
    this.#record = board.targets.freertos?.overheads ?? undefined;
    const loadNs = (name: string) => this.#record?.loads?.find((load) => load.name === name)?.costNs ?? 0;
    this.#counted = new Map([
      [TIMER1_COMPB, this.#record?.tickNs ?? 0],
      [USART_UDRE, loadNs('telemetry left over')],
      [TIMER0_OVF, loadNs('Arduino clock')],
    ]);
    this.credited = creditsOf(chip);
  }

  /** The time of a gap, as the analysis counts it. Unit: ns. */
  countedNs({ vectors, releases, jobs }: Gap, edf: boolean): number {
    return vectors.reduce(
      (sum, vector) => sum + (this.#counted.get(vector) ?? 0),
      releases * releaseNs(this.#record, edf, TASKS) + jobs * preemptionNs(this.#record, edf),
    );
  }

  /**
   * Length of a gap, plus the excess of the body's credits over the measured spans. Null if an
   * interrupt without a term of its own occurred in the gap. Unit: ns.
   */
  grantedNs(gap: Gap): number | null {
    if (!gap.vectors.every((vector) => vector === TIMER1_COMPA || this.#counted.has(vector))) return null;
    return grantedCycles(gap, this.credited) * NS_PER_CYCLE;
  }
}

/** Two switches, as the analysis counts them. Unit: ns. */
function preemptionNs(measured: Overheads | undefined, edf: boolean): number {
  const { contextSwitchNs = 0, contextSwitchPerTaskNs = 0, edfSwitchNs = 0, edfSwitchPerTaskNs = 0 } = measured ?? {};
  return 2 * (edf ? edfSwitchNs + TASKS * edfSwitchPerTaskNs : contextSwitchNs + TASKS * contextSwitchPerTaskNs);
}

/** One release, as the analysis counts it. Unit: ns. */
function releaseNs(measured: Overheads | undefined, edf: boolean, tasks: number): number {
  const { releaseNs: baseNs = 0, releasePerTaskNs = 0 } = measured ?? {};
  const { edfReleaseNs = baseNs, edfReleasePerTaskNs = releasePerTaskNs } = measured ?? {};
  return edf ? edfReleaseNs + tasks * edfReleasePerTaskNs : baseNs + tasks * releasePerTaskNs;
}

const variants = (['FIXED', 'EDF'] as const).flatMap((policy) =>
  Object.entries(LOADS).flatMap(([title, load]) => BUILDS.map((build) => ({ policy, title, load, ...build }))),
);

const CHIPS = [
  { board: uno, config: ATMEGA328P, tried: variants },
  // The same code: some of the variants are enough, in `npm test`.
  { board: mega, config: ATMEGA2560, tried: variants.filter((_, at) => at % usually(7, 1) === 0) },
];

describe.skipIf(freertosUnoMissing !== null).each(CHIPS)(
  'accounts of the $board.label with FreeRTOS',
  ({ board, config: avr, tried }) => {
    const chip = new Chip(board, avr);

    it.each(tried)('$policy: $title, $build', async ({ policy, load, flags }) => {
      const edf = policy === 'EDF';
      const config = { ...BASE, PL_POLICY: `PL_POLICY_${policy}`, ...load.config };
      const image = await buildUno(config, [path.join(PROGRAMS, 'accounts.c')], flags, freertosOnUno, avr);
      const { longest, gaps } = followUno(image, RUN_MS, load.raise, avr);
      expect([...longest.keys()]).toEqual(expect.arrayContaining([...load.seen]));
      for (const [span, cycles] of longest) expect(cycles, span).toBeLessThanOrEqual(chip.credited[span]);
      for (const gap of gaps) {
        const granted = chip.grantedNs(gap);
        // The board's overheads are those of programs with link-time optimization.
        if (granted === null || flags.length === 0 || gap.releases === 0 || !load.counted(gap)) continue;
        expect(granted, `${gap.vectors.join()} with ${gap.releases} releases and ${gap.jobs} jobs`).toBeLessThanOrEqual(
          chip.countedNs(gap, edf),
        );
      }
    });
  },
);

const m3Constant = constantsOf(...CORTEX_FILES);
const m3Ns = (...names: readonly string[]) => names.reduce((sum, name) => sum + m3Constant(name) * 1000, 0);
/**
 * The credit of each span, and the rounding of the clock reading at its start, or 0 without one.
 * Unit: ns.
 */
const M3_CREDITED: Readonly<Record<KernelSpan, readonly [creditedNs: number, roundedNs: number]>> = {
  entry: [m3Ns('PL_ENTRY_TICKS'), 0],
  exit: [m3Ns('PL_EXIT_TICKS'), ROUNDED_NS],
  leaving: [m3Ns('PL_EXIT_TICKS', 'PL_SWITCH_OUT_TICKS'), ROUNDED_NS],
  return: [m3Ns('PL_SWITCH_IN_TICKS'), ROUNDED_NS],
  start: [m3Ns('PL_START_TICKS'), ROUNDED_NS],
  end: [m3Ns('PL_END_TICKS'), 0],
  section: [m3Ns('PL_SECTION_TICKS'), ROUNDED_NS],
  tick: [m3Ns('TICK_TICKS'), 0],
  transmit: [m3Ns('TRANSMIT_TICKS'), 0],
};
/** Preparing and sending the event of a release. This happens outside of the gap. */
const EVENT_INSTRUCTIONS = 250;
const M3_PREEMPTED: readonly KernelSpan[] = ['entry', 'exit', 'leaving', 'return', 'start', 'end', 'tick'];

const M3_LOADS = [
  { title: 'nine tasks', policy: 'FIXED', tasks: 9, config: {}, seen: M3_PREEMPTED },
  { title: 'sixteen tasks', policy: 'FIXED', tasks: 16, config: {}, seen: M3_PREEMPTED },
  { title: 'nine tasks', policy: 'EDF', tasks: 9, config: {}, seen: M3_PREEMPTED },
  { title: 'sixteen tasks', policy: 'EDF', tasks: 16, config: {}, seen: M3_PREEMPTED },
  {
    title: 'a timer’s interrupts',
    policy: 'EDF',
    tasks: 4,
    config: { ...LINES, LINE: 'LINE_TIMER', STORM_US: 1000 },
    seen: M3_PREEMPTED,
  },
  {
    title: 'a critical section',
    policy: 'FIXED',
    tasks: 4,
    config: { PL_USES_RESOURCES: 1, SECTION: 'US(45000)' },
    seen: ['entry', 'exit', 'start', 'end', 'section', 'tick'],
  },
] as const;

describe.skipIf(freertosCortexMissing !== null)('accounts of the Cortex-M3 with FreeRTOS', () => {
  it.each(M3_LOADS)('$policy: $title', async ({ policy, tasks, config, seen }) => {
    const more = Array.from({ length: tasks - 3 }, (_, index) => `WAITING(${index + 3}),`).join(' ');
    const all = {
      ...BASE,
      ...{ PL_TASK_COUNT: tasks, MORE_ROWS: more, CONFORM_STACK_BYTES: 1024, PL_POLICY: `PL_POLICY_${policy}` },
      ...config,
    };
    const moments = await withScratch(async (directory) => {
      const file = path.join(PROGRAMS, 'accounts.c');
      const elf = await buildCortex(directory, all, [file], freertosOnCortexUnchecked);
      return momentsOf(elf, M3_INSTRUCTIONS);
    });
    const gaps = gapsOf(moments, 'accounts_inside').map((gap) => ({ ...gap, spans: spansOfGap(gap) }));
    const longest = longestOf([...gaps.flatMap(({ spans }) => spans), ...spansAroundBody(moments)]);
    expect([...longest.keys()]).toEqual(expect.arrayContaining([...seen]));
    for (const [span, instructions] of longest) {
      const [creditedNs, roundedNs] = M3_CREDITED[span];
      expect(instructions * NS_PER_INSTRUCTION + roundedNs, span).toBeLessThanOrEqual(creditedNs);
    }
    // Other terms count the alarms of I/O budgets and of deadline misses.
    const releases = Object.keys(config).length > 0 ? [] : gaps.filter(isRelease);
    for (const { from, to, spans } of releases) {
      const beyondNs = spans.reduce((sum, [span, took]) => sum + M3_CREDITED[span][0] - took * NS_PER_INSTRUCTION, 0);
      const grantedNs = (to - from + EVENT_INSTRUCTIONS) * NS_PER_INSTRUCTION + beyondNs;
      expect(grantedNs).toBeLessThanOrEqual(
        releaseNs(mps2An385.targets.freertos?.overheads ?? undefined, policy === 'EDF', tasks),
      );
    }
  });
});

/** Whether the gap contains only the timer's interrupt and no preemption. */
const isRelease = ({ handlers }: { readonly handlers: readonly string[] }) =>
  handlers.length === 1 && handlers[0] === 'pl_m3_timer_handler';

/** 26 ms. */
const M3_INSTRUCTIONS = 400_000;
