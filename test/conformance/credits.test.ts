/**
 * Without a kernel, the runtime compares a body's execution time, without interrupts, with its budget. It never
 * reports a body within C, whatever interrupts it, and always reports a body over C. On the Uno
 * each credit for an interrupt is compared with the cycles of the interrupt.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { portBConfig } from 'avr8js';
import { describe, expect, it } from 'vitest';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { ATMEGA2560 } from '../../app/host/devices/avr/atmega2560.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { alternately, usually } from '../every-case.ts';
import { buildCortex, cortexMissing } from './cortex.ts';
import { longestOf, momentsOf, NS_PER_INSTRUCTION, ROUNDED_NS, spansOfLoop } from './cortex-accounts.ts';
import { creditsOf } from './credits.ts';
import { TIMER0_OVF, TIMER1_COMPA, USART_UDRE } from './interrupt-witness.ts';
import { CORTEX_FILES, constantsOf } from './port-constants.ts';
import { PORTS } from './ports.ts';
import { avrBinDir, buildUno, type Config, PROGRAMS, RUNTIME, withScratch } from './toolchain.ts';
import type { VirtualUno } from './uno.ts';

const JOBS = 20;

interface Body {
  readonly loops: number;
  readonly ticks: number;
  /** Iterations of a bottom half of about 25 µs. */
  readonly bottom: number;
  /** The clock is coarse, so a smaller share of C may be exceeded unreported in every case. */
  readonly uncertain?: number;
  /** The port accounts for its own interrupts only, and not for those of the program. */
  readonly isAlone?: true;
}

/** Iterations of the body and its execution time. */
const BODIES: Readonly<Record<string, Body>> = {
  // An iteration takes 1 µs.
  host: { loops: 5000, ticks: 10_000, bottom: 25 },
  // An iteration takes 4 cycles. The set-up of the loop and the return take one tick.
  ATmega328P: { loops: 20_000, ticks: 10_001, bottom: 100 },
  ATmega2560: { loops: 20_000, ticks: 10_001, bottom: 100 },
  'host, one stack': { loops: 5000, ticks: 10_000, bottom: 25 },
  // The alarm that ends a budget is credited, too.
  'ATmega328P, one stack': { loops: 20_000, ticks: 10_001, bottom: 100, uncertain: 0.005 },
  'ATmega2560, one stack': { loops: 20_000, ticks: 10_001, bottom: 100, uncertain: 0.005 },
  'Cortex-M3, one stack': { loops: 40_000, ticks: 5120, bottom: 200 },
  'Arduino, on the host': { loops: 5000, ticks: 5004, bottom: 25, uncertain: 0.01, isAlone: true },
  // The clock has a resolution of 4 µs.
  'Arduino, on an ATmega328P': { loops: 20_000, ticks: 5004, bottom: 100, uncertain: 0.01, isAlone: true },
  'Arduino, on an ATmega2560': { loops: 20_000, ticks: 5004, bottom: 100, uncertain: 0.01, isAlone: true },
  // An iteration takes 2 instructions of 64 ns.
  'Cortex-M3': { loops: 40_000, ticks: 5120, bottom: 200 },
};

const STORM = { PL_INTERRUPT_COUNT: 1, STORM_US: 300 };
const ALONE = { OTHERS_BUSY: 0 };
/** Without telemetry a program reports overruns through its budget handler. */
const UNTRACED = { PL_TELEMETRY: 0, PL_USES_BUDGET_HANDLER: 1 };

interface Load {
  readonly load: Config;
  readonly uncertain: number;
}

/**
 * The interruptions of a body, and the share of C by which the body may exceed C unreported. The
 * credit for a byte of telemetry is almost a tick too long, that for an interrupt a few ticks. In a
 * storm, 33 deliveries, 16 releases and 250 bytes interrupt a body.
 */
const LOADS: Readonly<Record<string, Load>> = {
  'nothing else, untraced': { load: { ...ALONE, ...UNTRACED }, uncertain: 0.002 },
  'nothing else': { load: ALONE, uncertain: 0.01 },
  'releases, untraced': { load: UNTRACED, uncertain: 0.02 },
  'releases and telemetry': { load: {}, uncertain: 0.05 },
  'a storm': { load: { ...STORM, ...ALONE }, uncertain: 0.1 },
  'a storm, releases and telemetry': { load: STORM, uncertain: 0.1 },
  'a storm on a budget': { load: { ...STORM, PL_IO_SERVER_COUNT: 1 }, uncertain: 0.1 },
  'a storm on a budget, untraced': { load: { ...STORM, ...UNTRACED, PL_IO_SERVER_COUNT: 1 }, uncertain: 0.1 },
};

const configOf = (body: { loops: number; bottom: number }, more: Config): Config => ({
  PL_TASK_COUNT: 4,
  PL_INTERRUPT_COUNT: 0,
  STORM_US: 0,
  OTHERS_BUSY: 1,
  JOBS: `${JOBS}U`,
  LOOPS: `${body.loops}U`,
  BOTTOM_LOOPS: `${body.bottom}U`,
  ...more,
});

/** The ATmega2560 has the code of the ATmega328P. */
const superLoops = PORTS.filter(
  ({ abilities, name }) => abilities.includes('super-loop') && usually(!name.endsWith('ATmega2560'), true),
);
/** Without a kernel, a body's time is compared with its budget and not enforced. */
const monitored = [...superLoops, ...PORTS.filter(({ name }) => name.endsWith(', one stack'))];

describe.each(monitored)('budgets that are monitored: $name', ({ name, missing, run }) => {
  if (missing !== null) it.skip(`not tried: ${missing}`, () => {});
  const body = BODIES[name];
  if (body === undefined) throw new Error(`no body for ${name}`);
  const tried = Object.entries(LOADS)
    .filter(([, { load }]) => !body.isAlone || load.PL_INTERRUPT_COUNT === undefined)
    .map(([title, one]) => ({ title, ...one }));
  // The ports take turns, so each load is tried on some of them.
  const first = monitored.findIndex((port) => port.name === name) % 2;

  it.skipIf(missing !== null).each(alternately(tried, first))(
    'a body of C is not reported beside $title',
    async ({ load }) => {
      const config = { ...configOf(body, load), BUDGET: `UINT32_C(${body.ticks})`, OVERRUNS: 0 };
      expect(await run({ name: 'credits', config })).toBe('passed');
    },
  );

  it.skipIf(missing !== null).each(alternately(tried, 1 - first))(
    'a body over C is reported beside $title',
    async ({ load, uncertain }) => {
      const budget = Math.round(body.ticks * (1 - Math.max(uncertain, body.uncertain ?? 0)));
      const config = { ...configOf(body, load), BUDGET: `UINT32_C(${budget})`, OVERRUNS: `${JOBS}U` };
      expect(await run({ name: 'credits', config })).toBe('passed');
    },
  );
});

/** Longest time that a lock and its unlock add to the section and to the body. Unit: ticks. */
const SLACK: Readonly<Record<string, number>> = { host: 0, ATmega328P: 56, 'Cortex-M3': 16 };

const SECTION_LOADS = ['nothing else, untraced', 'releases and telemetry', 'a storm on a budget'];

const accountable = superLoops.filter(({ name }) => !BODIES[name]?.isAlone);

describe.each(accountable)('critical sections of a super-loop: $name', ({ name, missing, run }) => {
  if (missing !== null) it.skip(`not tried: ${missing}`, () => {});
  const body = BODIES[name];
  if (body === undefined) throw new Error(`no body for ${name}`);
  const tried = SECTION_LOADS.map((title) => ({ title, ...(LOADS[title] as Load) }));
  const configFor = (load: Config, section: number, overruns: number): Config => ({
    ...configOf(body, load),
    ...{ PL_USES_RESOURCES: 1, BUDGET: `UINT32_C(${2 * body.ticks})`, OVERRUNS: `${overruns}U` },
    SECTION: `UINT32_C(${section})`,
  });

  it.skipIf(missing !== null).each(tried)(
    'one of its declared length is not reported beside $title',
    async ({ load }) => {
      expect(await run({ name: 'credits', config: configFor(load, body.ticks, 0) })).toBe('passed');
    },
  );

  // The credit for an interrupt can exceed the execution time of a short section.
  it.skipIf(missing !== null).each(tried)('short ones are not reported beside $title', async ({ load }) => {
    const config = { ...configFor(load, 2, 0), BUDGET: 'PL_NONE', LOOPS: '1U', SECTIONS: '200U' };
    expect(await run({ name: 'credits', config })).toBe('passed');
  });

  it.skipIf(missing !== null).each(tried)('a longer one is reported beside $title', async ({ load, uncertain }) => {
    const section = Math.round(body.ticks * (1 - uncertain)) - (SLACK[name] ?? 0);
    expect(await run({ name: 'credits', config: configFor(load, section, JOBS) })).toBe('passed');
  });

  // Only the first lock and the last unlock count. A job that keeps a resource loses it.
  it.skipIf(missing !== null).each([1, 2])(
    'a longer one is reported as a whole with locks in it: %i',
    async (nested) => {
      const { load, uncertain } = LOADS['releases and telemetry'] as Load;
      const section = Math.round(body.ticks * (1 - uncertain)) - (SLACK[name] ?? 0);
      const config = { ...configFor(load, section, JOBS), NESTED: nested };
      expect(await run({ name: 'credits', config })).toBe('passed');
    },
  );
});

/**
 * Cycles by which a credit may exceed the time of an interrupt. A clock reading has a resolution of
 * 8 cycles, and builds differ.
 */
const MOST_OVER = { alarm: 64, other: 96 };
const RUN_MS = usually(600, 1500);
const TOGGLE_CYCLES = 4000;

function countedCycles(chip: AvrConfig) {
  const text = readFileSync(path.join(RUNTIME, `port/avr/${chip.mcu.toLowerCase()}.h`), 'utf8');
  const cycles = (name: string) => Number(new RegExp(`#define ${name} (\\d+)U`).exec(text)?.[1]);
  return { [USART_UDRE]: cycles('PL_BYTE_CYCLES'), [TIMER0_OVF]: cycles('PL_CLOCK_CYCLES') };
}

/** Interrupts at each change of pin 8 of the Uno, and pin 10 of the Mega. Only every second change is a requested edge. */
const PIN: Config = { ...STORM, STORM_US: 0, LINE: 10 };

function togglePin(uno: VirtualUno): void {
  const port = uno.chip.ports.findIndex(({ PORT }) => PORT === portBConfig.PORT);
  uno.ports[port]?.setPin(uno.chip === ATMEGA328P ? 0 : 4, (Math.floor(uno.cpu.cycles / TOGGLE_CYCLES) & 1) === 1);
}

describe.skipIf(avrBinDir === null)('credits of AVR chips, in cycles', () => {
  const loads: [string, Config][] = Object.entries(LOADS).map(([title, { load }]) => [title, load]);
  loads.push(['a pin that changes', PIN]);
  // Each load without or with optimization at link time, in `npm test`.
  const builds = [[], ['-flto', '-fuse-linker-plugin']].flatMap((flags, first) =>
    alternately(loads, first).map(([title, load]) => ({
      title: `${title} ${flags[0] ?? ''}`,
      load,
      flags,
      chip: ATMEGA328P,
    })),
  );
  // The same code: some of the builds are enough, in `npm test`.
  const others = builds.filter((_, at) => at % usually(4, 1) === 0).map((build) => ({ ...build, chip: ATMEGA2560 }));

  it.each([...builds, ...others])(
    'equal the time of the interrupts or exceed it slightly: $chip.mcu, $title',
    async ({ load, flags, chip }) => {
      const body = { loops: 20_000, bottom: 100 };
      const config = { ...configOf(body, load), BUDGET: '10001U', OVERRUNS: 0 };
      const files = ['credits', 'conform_uno'].map((name) => path.join(PROGRAMS, `${name}.c`));
      const image = await buildUno(config, files, flags, null, chip);
      const credits = creditsOf(image, countedCycles(chip), RUN_MS, load === PIN ? togglePin : undefined, chip);
      expect(credits.length).toBeGreaterThan(0);
      for (const { vector, taken, credited } of credits) {
        const most = vector === TIMER1_COMPA ? MOST_OVER.alarm : MOST_OVER.other;
        expect(credited, `interrupt ${vector}`).toBeGreaterThanOrEqual(taken);
        expect(credited, `interrupt ${vector}`).toBeLessThanOrEqual(taken + most);
      }
    },
  );
});

const m3Constant = constantsOf(...CORTEX_FILES);
/** The credit of each span, and the rounding of its clock readings. Unit: ns. */
const M3_CREDITED = {
  alarm: [m3Constant('PL_ALARM_TICKS') * 1000, ROUNDED_NS],
  pause: [m3Constant('PL_PAUSE_TICKS') * 1000, ROUNDED_NS],
  body: [m3Constant('PL_BODY_TICKS') * 1000, ROUNDED_NS],
  transmit: [m3Constant('TRANSMIT_TICKS') * 1000, 0],
} as const;

describe.skipIf(cortexMissing !== null)('credits of the Cortex-M3, in instructions', () => {
  it.each([
    // A beat comes after 500,000 instructions.
    {
      load: LOADS['releases and telemetry'],
      loops: 255_000,
      run: 560_000,
      seen: ['alarm', 'pause', 'transmit', 'body'],
    },
    { load: LOADS['a storm on a budget'], loops: 40_000, run: 150_000, seen: ['alarm', 'pause', 'body'] },
  ])(
    'are at least the time of the interrupts and of a body’s start and end: $seen',
    async ({ load, loops, run, seen }) => {
      const config = { ...configOf({ loops, bottom: 200 }, load?.load ?? {}), BUDGET: 'UINT32_C(100000)', OVERRUNS: 0 };
      const moments = await withScratch(async (directory) => {
        const files = ['conform_m3', 'credits'].map((name) => path.join(PROGRAMS, `${name}.c`));
        return momentsOf(await buildCortex(directory, config, files, null), run);
      });
      const longest = longestOf(spansOfLoop(moments));
      expect([...longest.keys()]).toEqual(expect.arrayContaining(seen));
      for (const [span, instructions] of longest) {
        const [creditedNs, roundedNs] = M3_CREDITED[span];
        expect(instructions * NS_PER_INSTRUCTION + roundedNs, span).toBeLessThanOrEqual(creditedNs);
      }
    },
  );
});
