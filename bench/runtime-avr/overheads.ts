/** Overheads of the super-loop on an AVR chip, in cycles, by number of tasks. */
import path from 'node:path';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { InterruptWitness } from '../../test/conformance/interrupt-witness.ts';
import { buildUno, type Config } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';
import { metadata } from './metadata.ts';
import { Profile, type Range } from './profile.ts';

const FLAGS = ['-flto', '-fuse-linker-plugin'];
const START_MS = 5;
const RUN_MS = 1500;
const CYCLES_PER_MS = 16_000;
/** PL_TRACE_RING_BYTES: the ring is the first member of pl_trace, `tail` the second, `encoded` the third. */
const RING_BYTES = 128;
/** Reports an exceeded budget in a program without telemetry. */
const HANDLER = { PL_USES_BUDGET_HANDLER: 1 };

const rows = (tasks: number, first: string) =>
  Array.from({ length: tasks }, (_, id) => `${id === 0 ? first : 'ROW'}(${id})`).join(', ');

/** The benchmark's program with so many tasks, after its start. */
async function started(chip: AvrConfig, tasks: number, more: Config, first: string) {
  const config = { PL_TASK_COUNT: tasks, BENCH_ROWS: rows(tasks, first), ...metadata(tasks), ...more };
  const image = await buildUno(config, [path.join(import.meta.dirname, 'program.c')], FLAGS, null, chip);
  const uno = new VirtualUno(image.hex, chip);
  // All tasks are released at the start.
  uno.run(START_MS);
  return { uno, image };
}

/** How often the range occurred, and its cycles. */
async function measure(chip: AvrConfig, range: string, tasks: number, more: Config, first = 'ROW'): Promise<Range> {
  const { uno, image } = await started(chip, tasks, more, first);
  const preparing = image.symbols.get('pl_trace_service');
  const body = image.symbols.get('bench_body') ?? 0;
  const profile = new Profile(uno, body, new Map(), preparing === undefined ? {} : { beside: [preparing] });
  profile.run(RUN_MS);
  return profile.ranges.get(range) ?? { count: 0, total: 0, max: 0, min: 0 };
}

/** A dispatch with telemetry of a job that exceeds its budget, without the preparation of telemetry. Unit: cycles. */
export async function recordingDispatch(tasks: number, chip: AvrConfig): Promise<number> {
  const config = { ALONE: 0, 'BENCH_BUDGET(n)': 1, ...HANDLER };
  return (await measure(chip, 'dispatch alone', tasks, config)).max;
}

/** Calls that prepare fewer bytes than this have a larger share of the call itself. */
const LEAST_PREPARED = 32;

/** The longest preparation of a byte of telemetry for the line, without interrupts. Unit: cycles. */
export async function preparedByte(chip: AvrConfig): Promise<number> {
  const { uno, image } = await started(chip, 8, { ALONE: 0 }, 'ROW');
  const [at, trace] = ['pl_trace_service', 'pl_trace'].map((name) => image.symbols.get(name) ?? Number.NaN);
  return longestByte(uno, {
    at: at ?? Number.NaN,
    ring: trace ?? Number.NaN,
    counts: 'encoded',
    least: LEAST_PREPARED,
  });
}

/** A routine that handles bytes of the ring. */
export interface ByteRoutine {
  /** Addresses of the routine, in bytes, and of pl_trace. */
  readonly at: number;
  readonly ring: number;
  /** The index of the ring that counts the bytes. */
  readonly counts: 'tail' | 'encoded';
  /** Calls with fewer bytes do not count. */
  readonly least: number;
  /** Addresses of routines that it calls, and that do not count. */
  readonly beside?: readonly number[];
}

/** The longest call of the routine, without interrupts, for each of its bytes. Unit: cycles. */
export function longestByte(uno: VirtualUno, { at, ring, counts, least, beside = [] }: ByteRoutine): number {
  const indexAt = ring + RING_BYTES + (counts === 'tail' ? 0 : 1);
  const apart = new Set(beside.map((address) => address / 2));
  let call: { readonly sp: number; readonly since: number; readonly index: number; elsewhere: number } | null = null;
  let inner: { readonly sp: number; readonly since: number } | null = null;
  let most = 0;
  const witness = new InterruptWitness(uno, ({ from, to, depth }) => {
    if (call !== null && inner === null && depth === 0) call.elsewhere += to - from;
  });
  const { cpu } = uno;
  const end = cpu.cycles + RUN_MS * CYCLES_PER_MS;
  while (cpu.cycles < end) {
    witness.step();
    if (witness.outermost !== null) continue;
    const index = cpu.data[indexAt] ?? 0;
    const returned = cpu.SP + cpu.returnAddressBytes;
    if (call === null) {
      if (cpu.pc === at / 2) call = { sp: returned, since: cpu.cycles, index, elsewhere: 0 };
    } else if (inner !== null) {
      if (cpu.SP !== inner.sp) continue;
      call.elsewhere += cpu.cycles - inner.since;
      inner = null;
    } else if (apart.has(cpu.pc)) {
      inner = { sp: returned, since: cpu.cycles };
    } else if (cpu.SP === call.sp) {
      const bytes = (index - call.index) & 0xff;
      const took = cpu.cycles - call.since - call.elsewhere;
      if (bytes >= least) most = Math.max(most, took / bytes);
      call = null;
    }
  }
  return most;
}

/** Measurements of one figure, by the number of tasks. */
export const OVERHEADS = [
  [
    'dispatch, untraced',
    (tasks: number, chip: AvrConfig = ATMEGA328P) =>
      measure(chip, 'dispatch', tasks, { ALONE: 0, PL_TELEMETRY: 0, ...HANDLER }),
  ],
  [
    'dispatch, EDF, untraced',
    (tasks: number, chip: AvrConfig = ATMEGA328P) =>
      measure(chip, 'dispatch', tasks, { ALONE: 0, PL_TELEMETRY: 0, PL_POLICY: 'PL_POLICY_EDF', ...HANDLER }),
  ],
  [
    'release, one released',
    (tasks: number, chip: AvrConfig = ATMEGA328P) => measure(chip, 'release', tasks, { ALONE: 1 }),
  ],
  [
    'release, kept or dropped',
    (tasks: number, chip: AvrConfig = ATMEGA328P) => measure(chip, 'release', tasks, { ALONE: 1 }, 'LATE'),
  ],
  ['overflow', (tasks: number, chip: AvrConfig = ATMEGA328P) => measure(chip, 'overflow', tasks, { ALONE: 1 })],
] as const;
