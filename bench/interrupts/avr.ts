/** Measures the delivery of interrupts on an emulated AVR chip, without its bottom half. */
import path from 'node:path';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { ATMEGA2560 } from '../../app/host/devices/avr/atmega2560.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { INT0, InterruptWitness, PCINT0, TIMER1_COMPA } from '../../test/conformance/interrupt-witness.ts';
import { buildUno, type Config, type KernelBuild, type UnoImage } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';

const PROGRAM = path.join(import.meta.dirname, 'program.c');
const CYCLES_PER_TICK = 8;
/** All tasks have been released. */
const START_CYCLES = 640_000;
const EDGES = 300;
const EDGE_CYCLES = 4800;
/** Makes edges occur at all phases of the timers. */
const UNEVEN_CYCLES = 37;
/** Budgets in a period of 20,000 ticks: a tenth, which is soon exhausted, and the whole period. */
const SCARCE = 2000;
const PLENTY = 20_000;

export interface Source {
  readonly title: string;
  readonly vector: number;
  /** Index in VirtualUno.ports. */
  readonly port: number;
  readonly bit: number;
  readonly firstLine: number;
}

/** INT0, and the first pin change, of a chip. */
export const sourcesOf = (chip: AvrConfig): readonly Source[] =>
  chip === ATMEGA2560
    ? [
        { title: 'INT0', vector: INT0, port: 3, bit: 0, firstLine: 0 },
        { title: 'pin change', vector: PCINT0, port: 1, bit: 0, firstLine: 6 },
      ]
    : [
        { title: 'INT0', vector: INT0, port: 2, bit: 2, firstLine: 0 },
        { title: 'pin change', vector: PCINT0, port: 0, bit: 0, firstLine: 10 },
      ];

/** Longest times. Unit: cycles. */
export interface Costs {
  /** The part that the runtime measures and charges. */
  inside: number;
  /** The part around the measured one. */
  outside: number;
  /** The timer interrupt that unmasks lines. */
  alarm: number;
}

/** The variable in which the runtime accounts the time of deliveries. Link-time optimization adds a suffix to its name. */
function accountAddress(image: UnoImage): number {
  for (const [name, address] of image.symbols) if (/^taken(\.|$)/.test(name)) return address;
  throw new Error('the program has no account of its interrupts');
}

async function measure(source: Source, config: Config, kernel: KernelBuild | null, chip: AvrConfig): Promise<Costs> {
  const all = { PL_IO_SERVER_COUNT: 1, SERVER: 0, PL_PREEMPTIVE: kernel === null ? 0 : 1, ...config };
  const image = await buildUno(all, [PROGRAM], [], kernel, chip);
  const uno = new VirtualUno(image.hex, chip);
  const account = accountAddress(image);
  const worst: Costs = { inside: 0, outside: 0, alarm: 0 };
  let before = 0;
  const witness = new InterruptWitness(uno, ({ vector, ownCycles }) => {
    if (vector === TIMER1_COMPA) worst.alarm = Math.max(worst.alarm, ownCycles);
    if (vector !== source.vector) return;
    const taken = uno.cpu.dataView.getUint32(account, true);
    // The lines of two pins of a port: PL_LINE_LEAST_TICKS is 0.
    const inside = (taken - before) * CYCLES_PER_TICK;
    before = taken;
    worst.inside = Math.max(worst.inside, inside);
    worst.outside = Math.max(worst.outside, ownCycles - inside);
  });
  for (let edge = 0; edge < EDGES; edge++) {
    witness.runUntil(START_CYCLES + edge * EDGE_CYCLES + ((edge * UNEVEN_CYCLES) % 200));
    uno.ports[source.port]?.setPin(source.bit, edge % 2 === 0);
  }
  witness.runUntil(START_CYCLES + (EDGES + 1) * EDGE_CYCLES);
  return worst;
}

const rows = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => row(index)).join(', ');

/** A handler's task, and tasks that are always ready. */
export const tasksOf = (count: number): Config => ({
  PL_TASK_COUNT: count,
  LAST_ROWS: rows(count - 1, (index) => `LAST(${index + 1})`),
  STACK_ROWS: rows(count + 2, (index) => `STACK(${index})`),
});

/** Deliveries whose server has budget left, and deliveries that exhaust it and mask the line. */
export interface Deliveries {
  readonly plenty: Costs;
  readonly scarce: Costs;
}

export async function deliveriesOf(
  source: Source,
  lines: number,
  config: Config,
  kernel: KernelBuild | null,
  chip: AvrConfig = ATMEGA328P,
): Promise<Deliveries> {
  const all = { PL_TELEMETRY: 0, PL_INTERRUPT_COUNT: lines, FIRST_LINE: source.firstLine, ...config };
  return {
    plenty: await measure(source, { ...all, BUDGET: PLENTY }, kernel, chip),
    scarce: await measure(source, { ...all, BUDGET: SCARCE }, kernel, chip),
  };
}
