/**
 * Properties of the FreeRTOS port that the suite's programs do not test, on the Cortex-M3 and the
 * ATmega328P: exact releases, complete and consistent telemetry, stacks, and builds with Arduino's
 * options.
 */
import { describe, expect, it } from 'vitest';
import {
  KIND_COMPLETE,
  KIND_EVENTS_DROPPED,
  KIND_GAP,
  KIND_IDLE,
  KIND_START,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
} from '../../generator/trace/kinds.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import { runOnCortex } from './cortex.ts';
import { freertosCortexMissing, freertosOnCortex, freertosOnUno, freertosUnoMissing } from './freertos.ts';
import { threaded } from './programs.ts';
import { expectExact } from './release-times.ts';
import { type Config, loadOnUno, type ProgramSource } from './toolchain.ts';

const PERIODS = [2002, 2675, 14_000];
/** SLOWNESS of programs/releases.c on the Uno. */
const SLOWNESS = 4;
const UNO_PERIODS = PERIODS.map((period) => period * SLOWNESS);
/** The run starts in this round of 65,536 ticks, shortly before the Uno's 32-bit time wraps. */
const ROUND_NEAR_WRAP = 0xfffa;
const JOBS = 500;

const program = (name: string, tasks: number, config: Config = {}): ProgramSource =>
  threaded({ name, config: { PL_TASK_COUNT: tasks, ...config } });

const RELEASES = program('releases', 3, { JOBS });
const PREEMPT = program('nested_jobs', 3);
const PREEMPT_EDF = program('nested_jobs', 3, { PL_POLICY: 'PL_POLICY_EDF' });

const withStacks = ({ name, config }: ProgramSource, bytes: number): ProgramSource => ({
  name,
  config: { CONFORM_STACK_BYTES: bytes, ...config },
});

const onCortex = (source: ProgramSource, until?: (telemetry: Uint8Array) => boolean) =>
  runOnCortex(withStacks(source, 1024), freertosOnCortex, until);

const onUno = (source: ProgramSource, flags: readonly string[] = [], stackBytes = 128) =>
  loadOnUno(withStacks(source, stackBytes), freertosOnUno, flags);

/**
 * Fails if two jobs run at once, if a job runs outside of its start and end, or if telemetry lost
 * events.
 */
function expectConsistent(bytes: Uint8Array): void {
  let running: number | null = null;
  let jobs = 0;
  const preempted = new Set<number>();
  const faults: string[] = [];
  const decoder = new TelemetryDecoder({
    metadata() {},
    segment() {},
    text() {},
    event(timeNs, kind, object) {
      const fails = (condition: boolean, what: string) => {
        if (condition) faults.push(`${what} of ${object} at ${timeNs} ns, running: ${running}`);
      };
      if (kind === KIND_EVENTS_DROPPED || kind === KIND_GAP) faults.push(`lost events at ${timeNs} ns`);
      if (kind === KIND_START) fails(running !== null || preempted.has(object), 'start');
      if (kind === KIND_SWITCH_IN) fails(running !== null || !preempted.delete(object), 'switch-in');
      if (kind === KIND_START || kind === KIND_SWITCH_IN) running = object;
      if (kind === KIND_SWITCH_OUT || kind === KIND_COMPLETE) {
        fails(running !== object, 'end');
        running = null;
      }
      if (kind === KIND_SWITCH_OUT) preempted.add(object);
      if (kind === KIND_COMPLETE) jobs++;
      if (kind === KIND_IDLE) fails(running !== null || preempted.size > 0, 'idleness');
    },
  });
  decoder.push(bytes);
  decoder.end();
  expect(faults).toEqual([]);
  expect(jobs).toBeGreaterThan(20);
}

/** The texts of the program, and the time of its last mark. */
function lastWords(bytes: Uint8Array): string {
  const texts: string[] = [];
  const decoder = new TelemetryDecoder({
    metadata() {},
    segment() {},
    event() {},
    text: (_, text) => texts.push(text),
  });
  decoder.push(bytes);
  decoder.end();
  return texts.join('');
}

describe('FreeRTOS on the Cortex-M3', () => {
  if (freertosCortexMissing !== null) console.warn(`FreeRTOS is not tried on the Cortex-M3: ${freertosCortexMissing}`);

  it.skipIf(freertosCortexMissing !== null)(
    'releases k periods after the first, the same bytes each time',
    async () => {
      const [first, second] = [await onCortex(RELEASES), await onCortex(RELEASES)];
      expect(first.verdict).toBe('passed');
      expectExact(first.telemetry, PERIODS, JOBS);
      expect(second.telemetry).toEqual(first.telemetry);
    },
  );

  it.skipIf(freertosCortexMissing !== null)('releases across the wrap of 32 bits', async () => {
    const config = { ...RELEASES.config, START_TICKS: '(UINT32_MAX - 300000U)' };
    const run = await onCortex({ ...RELEASES, config });
    expect(run.verdict).toBe('passed');
    expectExact(run.telemetry, PERIODS, JOBS);
  });

  it.skipIf(freertosCortexMissing !== null).each([PREEMPT, PREEMPT_EDF])('telemetry: %j', async (source) => {
    const run = await onCortex(source);
    expect(run.verdict).toBe('passed');
    expectConsistent(run.telemetry);
  });

  it.skipIf(freertosCortexMissing !== null)('stacks', async () => {
    expect((await onCortex(program('stacks', 3))).verdict).toBe('passed');
  });

  it.skipIf(freertosCortexMissing !== null)('reports a stack that overflowed', async () => {
    const words = 'Stack overflow in thread 1\n';
    const { telemetry } = await onCortex(program('overflow', 2), (bytes) => lastWords(bytes) === words);
    expect(lastWords(telemetry)).toBe(words);
  });
});

describe('FreeRTOS on the virtual Uno', () => {
  if (freertosUnoMissing !== null) console.warn(`FreeRTOS is not tried on the Uno: ${freertosUnoMissing}`);

  it.skipIf(freertosUnoMissing !== null)('releases k periods after the first', async () => {
    const { uno } = await onUno(RELEASES);
    expect(uno.runUntilResult(6000)).toBe('passed');
    expectExact(uno.serial, UNO_PERIODS, JOBS - 50);
  });

  it.skipIf(freertosUnoMissing !== null)('releases across the wrap of 32 bits', async () => {
    const { uno, image } = await onUno(RELEASES);
    const main = (image.symbols.get('main') ?? 0) / 2;
    while (uno.cpu.pc !== main) uno.step();
    uno.cpu.dataView.setUint16(image.symbols.get('timer_round') ?? 0, ROUND_NEAR_WRAP, true);
    expect(uno.runUntilResult(6000)).toBe('passed');
    expectExact(uno.serial, UNO_PERIODS, JOBS - 50);
  });

  it.skipIf(freertosUnoMissing !== null).each([PREEMPT, PREEMPT_EDF])('telemetry: %j', async (source) => {
    const { uno } = await onUno(source);
    expect(uno.runUntilResult(3000)).toBe('passed');
    expectConsistent(uno.serial);
  });

  it.skipIf(freertosUnoMissing !== null).each([PREEMPT, RELEASES])('optimized at link time: %j', async (source) => {
    const { uno } = await onUno(source, ['-flto']);
    expect(uno.runUntilResult(6000)).toBe('passed');
    expectConsistent(uno.serial);
  });

  it.skipIf(freertosUnoMissing !== null)('registers of preempted tasks', async () => {
    const { uno } = await onUno(program('registers', 3));
    expect(uno.runUntilResult(4000)).toBe('passed');
  });

  it.skipIf(freertosUnoMissing !== null)('stacks', async () => {
    const { uno } = await onUno(program('stacks', 3), [], 160);
    expect(uno.runUntilResult(3000)).toBe('passed');
  });

  it.skipIf(freertosUnoMissing !== null)('reports a stack that overflowed', async () => {
    const { uno } = await onUno(program('overflow', 2));
    uno.run(1000);
    expect(lastWords(uno.serial)).toBe('Stack overflow in thread 1\n');
  });
});
