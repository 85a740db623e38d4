/**
 * What an interrupt of a program costs beside its bottom half: on an ATmega328P in cycles of the emulated processor, on the
 * Cortex-M3 in instructions of 64 ns. The constants PL_LINE_… of the ports and the boards' `interruptNs` are taken from it.
 * Prints Markdown.
 *
 *   node bench/interrupts/measure.ts
 */
import path from 'node:path';
import { cortexMissing, runOnCortex } from '../../test/conformance/cortex.ts';
import { INT0, InterruptWitness, PCINT0, TIMER1_COMPA } from '../../test/conformance/interrupt-witness.ts';
import { buildUno, type Config, type UnoImage } from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';

const PROGRAM = path.join(import.meta.dirname, 'program.c');
const CYCLES_PER_TICK = 8;
const START_CYCLES = 320_000;
const EDGES = 300;
const EDGE_CYCLES = 4800;
/** So that edges fall on all phases of the timers. */
const UNEVEN_CYCLES = 37;
/** Of a period of 20,000 ticks: a tenth, which is soon used up, and all of it. */
const SCARCE = 2000;
const PLENTY = 20_000;

interface Source {
  readonly title: string;
  readonly vector: number;
  /** In the order of VirtualUno.ports. */
  readonly port: number;
  readonly bit: number;
  readonly firstLine: number;
}

const SOURCES: readonly Source[] = [
  { title: 'INT0', vector: INT0, port: 2, bit: 2, firstLine: 0 },
  { title: 'pin change', vector: PCINT0, port: 0, bit: 0, firstLine: 10 },
];

interface Costs {
  /** Within what is measured, and charged. */
  inside: number;
  /** Around it. */
  outside: number;
  /** The timer's interrupt that lets lines through again. */
  alarm: number;
}

/** The runtime's own account of what deliveries have taken; with another suffix under link-time optimization. */
function accountAddress(image: UnoImage): number {
  for (const [name, address] of image.symbols) if (/^taken(\.|$)/.test(name)) return address;
  throw new Error('the program has no account of its interrupts');
}

async function measure(source: Source, config: Config): Promise<Costs> {
  const image = await buildUno({ PL_TASK_COUNT: 2, PL_IO_SERVER_COUNT: 1, SERVER: 0, ...config }, [PROGRAM], []);
  const uno = new VirtualUno(image.hex);
  const account = accountAddress(image);
  const worst: Costs = { inside: 0, outside: 0, alarm: 0 };
  let before = 0;
  const witness = new InterruptWitness(uno, ({ vector, ownCycles }) => {
    if (vector === TIMER1_COMPA) worst.alarm = Math.max(worst.alarm, ownCycles);
    if (vector !== source.vector) return;
    const taken = uno.cpu.dataView.getUint32(account, true);
    const inside = (taken - before - OVERHEAD_TICKS) * CYCLES_PER_TICK;
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

/** PL_LINE_OVERHEAD_TICKS of the port, which is in the account. */
const OVERHEAD_TICKS = 180;

console.log('| Lines on one server | handler | within | around | around, and masked | letting through |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const source of SOURCES) {
  for (const lines of [1, 2, 4]) {
    for (const handler of [false, true]) {
      const HANDLER = handler ? 0 : 'PL_NO_HANDLER';
      const config = { PL_TELEMETRY: 0, PL_INTERRUPT_COUNT: lines, HANDLER, FIRST_LINE: source.firstLine };
      const plenty = await measure(source, { ...config, BUDGET: PLENTY });
      const scarce = await measure(source, { ...config, BUDGET: SCARCE });
      const cells = [`${lines} × ${source.title}`, handler ? 'yes' : 'no', plenty.inside, plenty.outside];
      console.log(`| ${[...cells, scarce.outside, scarce.alarm].join(' | ')} |`);
    }
  }
}

/** The programs end with a number: units of 16 ns. */
async function onCortex(SCARCE: number): Promise<number> {
  const name = path.join('..', '..', '..', 'bench', 'interrupts', 'cortex');
  const config = { PL_TASK_COUNT: 1, PL_TELEMETRY: 0, PL_INTERRUPT_COUNT: 1, PL_IO_SERVER_COUNT: 1, SCARCE };
  const { verdict } = await runOnCortex({ name, config });
  return Number(/\d+$/.exec(verdict)?.[0]) * UNIT_NS;
}

const UNIT_NS = 16;

if (cortexMissing === null) {
  const [delivery, masked] = [await onCortex(0), await onCortex(1)];
  console.log(
    `\nCortex-M3: ${delivery} ns a delivery, ${masked - delivery} ns more if it is masked and let through again`,
  );
}
