/**
 * Measures the overhead of an interrupt without its bottom half: on the emulated ATmega328P in cycles, on
 * the Cortex-M3 in instructions of 64 ns. The constants PL_LINE_… of the ports and the boards'
 * `interruptNs` use these figures. Prints Markdown.
 *
 *   node bench/interrupts/measure.ts [uno|m3|m3-within]
 */
import path from 'node:path';
import { buildCortex, cortexMissing, runOnCortex } from '../../test/conformance/cortex.ts';
import { type Gap, gapsOf, momentsOf } from '../../test/conformance/cortex-accounts.ts';
import {
  freertosCortexMissing,
  freertosOnCortexUnchecked,
  freertosOnUno,
  freertosUnoMissing,
} from '../../test/conformance/freertos.ts';
import { INT0, InterruptWitness, PCINT0, TIMER1_COMPA } from '../../test/conformance/interrupt-witness.ts';
import {
  buildUno,
  type Config,
  type KernelBuild,
  PROGRAMS,
  type UnoImage,
  withScratch,
} from '../../test/conformance/toolchain.ts';
import { VirtualUno } from '../../test/conformance/uno.ts';

/** The requested board, "uno" or "m3"; "m3-within": only the charged part of a delivery; null: both boards. */
const only = process.argv[2] ?? null;

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

interface Source {
  readonly title: string;
  readonly vector: number;
  /** Index in VirtualUno.ports. */
  readonly port: number;
  readonly bit: number;
  readonly firstLine: number;
}

const SOURCES: readonly Source[] = [
  { title: 'INT0', vector: INT0, port: 2, bit: 2, firstLine: 0 },
  { title: 'pin change', vector: PCINT0, port: 0, bit: 0, firstLine: 10 },
];

interface Costs {
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

async function measure(source: Source, config: Config, kernel: KernelBuild | null): Promise<Costs> {
  const all = { PL_IO_SERVER_COUNT: 1, SERVER: 0, PL_PREEMPTIVE: kernel === null ? 0 : 1, ...config };
  const image = await buildUno(all, [PROGRAM], [], kernel);
  const uno = new VirtualUno(image.hex);
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
const tasksOf = (count: number): Config => ({
  PL_TASK_COUNT: count,
  LAST_ROWS: rows(count - 1, (index) => `LAST(${index + 1})`),
  STACK_ROWS: rows(count + 2, (index) => `STACK(${index})`),
});

async function row(source: Source, lines: number, config: Config, kernel: KernelBuild | null): Promise<Costs[]> {
  const all = { PL_TELEMETRY: 0, PL_INTERRUPT_COUNT: lines, FIRST_LINE: source.firstLine, ...config };
  return [
    await measure(source, { ...all, BUDGET: PLENTY }, kernel),
    await measure(source, { ...all, BUDGET: SCARCE }, kernel),
  ];
}

const print = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

async function loopTable(): Promise<void> {
  console.log('| Lines on one server | handler | charged | not charged | not charged, with masking | unmasking |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const source of SOURCES) {
    for (const lines of [1, 2, 4]) {
      for (const handler of [false, true]) {
        const HANDLER = handler ? 0 : 'PL_NO_HANDLER';
        const [plenty, scarce] = await row(source, lines, { HANDLER, ...tasksOf(2) }, null);
        const title = `${lines} × ${source.title}`;
        print([title, handler ? 'yes' : 'no', ...figures(plenty, scarce)]);
      }
    }
  }
}

const figures = (plenty?: Costs, scarce?: Costs) => [
  plenty?.inside ?? 0,
  plenty?.outside ?? 0,
  scarce?.outside ?? 0,
  scarce?.alarm ?? 0,
];

/** Without a handler: the release of a handler is charged, and the handler's bound includes the switch to it. */
async function kernelTable(): Promise<void> {
  console.log(
    '\n| FreeRTOS: lines on one server | tasks | charged | not charged | not charged, with masking | unmasking |',
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const policy of ['FIXED', 'EDF']) {
    for (const source of SOURCES) {
      for (const [lines, tasks] of KERNEL_SIZES) {
        const config = { HANDLER: 'PL_NO_HANDLER', PL_POLICY: `PL_POLICY_${policy}`, ...tasksOf(tasks) };
        const [plenty, scarce] = await row(source, lines, config, freertosOnUno);
        print([`${policy}, ${lines} × ${source.title}`, tasks, ...figures(plenty, scarce)]);
      }
    }
  }
}

/** Lines and tasks. The board has memory for six stacks. */
const KERNEL_SIZES = [
  [1, 2],
  [2, 2],
  [4, 2],
  [1, 4],
  [1, 6],
] as const;

if (only === null || only === 'uno') {
  await loopTable();
  if (freertosUnoMissing === null) await kernelTable();
  else console.log(`\n${freertosUnoMissing}`);
}

interface CortexVariant {
  readonly kernel: KernelBuild | null;
  readonly policy: 'FIXED' | 'EDF';
  readonly tasks: number;
}

/** The programs end with a number in units of 16 ns. */
async function onCortex(SCARCE: number, { kernel, policy, tasks }: CortexVariant): Promise<number> {
  const name = path.join('..', '..', '..', 'bench', 'interrupts', 'cortex');
  const config: Config = {
    PL_TASK_COUNT: tasks,
    MORE_TASKS: Array.from({ length: tasks - 1 }, (_, index) => `OTHER(${index + 1}),`).join(' '),
    PL_POLICY: `PL_POLICY_${policy}`,
    PL_PREEMPTIVE: kernel === null ? 0 : 1,
    PL_TELEMETRY: 0,
    PL_INTERRUPT_COUNT: 1,
    PL_IO_SERVER_COUNT: 1,
    SCARCE,
    CONFORM_STACK_BYTES: 1024,
  };
  const { verdict } = await runOnCortex({ name, config }, kernel);
  return Number(/\d+$/.exec(verdict)?.[0]) * UNIT_NS;
}

const UNIT_NS = 16;

async function printCortex(title: string, variant: CortexVariant): Promise<void> {
  const [delivery, masked] = [await onCortex(0, variant), await onCortex(1, variant)];
  const more = `${masked - delivery} ns more if the line is masked and unmasked`;
  console.log(`\nCortex-M3, ${title}: ${delivery} ns per delivery, ${more}`);
}

const timed = only === null || only === 'm3';
if (timed && cortexMissing === null) await printCortex('super-loop', { kernel: null, policy: 'FIXED', tasks: 1 });
if (timed && freertosCortexMissing === null) {
  for (const policy of ['FIXED', 'EDF'] as const) {
    for (const tasks of [1, 5, 11]) {
      await printCortex(`FreeRTOS, ${policy}, ${tasks} tasks`, { kernel: freertosOnCortexUnchecked, policy, tasks });
    }
  }
}

/** 26 ms of simulated time. */
const FOLLOWED_INSTRUCTIONS = 400_000;

interface Delivery {
  /** Instructions between the two clock readings that are charged, without the bottom half; and those around them. */
  readonly inside: number;
  readonly outside: number;
}

/** A delivery without interruption; null: the gap is not such a delivery. */
function deliveryOf({ from, to, moments, handlers }: Gap): Delivery | null {
  if (handlers.length !== 1 || handlers[0] !== 'pl_m3_timer1_handler') return null;
  const reads = moments.filter(({ kind, name }) => kind === 'read' && name === 'pl_interrupt');
  const bottom = moments.findIndex(({ kind, name }) => kind === 'enter' && name === 'bottom');
  // The last reading charges the interrupted task.
  const [begin, end] = [reads[0], reads.at(-2)];
  const [started, ended] = [moments[bottom], moments[bottom + 1]];
  if (!begin || !end || !started || !ended) throw new Error('a delivery without readings');
  const bottomTook = ended.at - started.at;
  const inside = end.at - begin.at - bottomTook;
  return { inside, outside: to - from - bottomTook - inside };
}

/** Observes programs/accounts.c on the Cortex-M3 with FreeRTOS, where a timer interrupts the body. */
async function followCortex(policy: string, tasks: number, lines: number, handler: boolean): Promise<readonly Gap[]> {
  const first = 3;
  const waiting = Array.from({ length: tasks - first - (handler ? 1 : 0) }, (_, index) => `WAITING(${index + first}),`);
  const config: Config = {
    PL_PREEMPTIVE: 1,
    PL_TELEMETRY: 0,
    PL_POLICY: `PL_POLICY_${policy}`,
    PL_TASK_COUNT: tasks,
    PL_USES_SPORADIC: handler ? 1 : 0,
    MORE_ROWS: [...waiting, ...(handler ? [`TRIGGERED(${tasks - 1}),`] : [])].join(' '),
    PL_INTERRUPT_COUNT: lines,
    PL_IO_SERVER_COUNT: lines > 0 ? 1 : 0,
    ...(lines > 0 ? { LINE: 'LINE_TIMER' } : {}),
    ...(lines > 1 ? { MORE_INTERRUPTS: '{US(130), bottom, 0, PL_NO_HANDLER, LINE_B, PL_CHANGE, 1},' } : {}),
    ...(handler ? { HANDLER: tasks - 1 } : {}),
    ...{ STORM_US: 900, LOOPS: '60000U', BUDGET: 'US(50000)', CONFORM_STACK_BYTES: 1024 },
  };
  return withScratch(async (directory) => {
    const file = path.join(PROGRAMS, 'accounts.c');
    const elf = await buildCortex(directory, config, [file], freertosOnCortexUnchecked);
    return gapsOf(await momentsOf(elf, FOLLOWED_INSTRUCTIONS), 'accounts_inside');
  });
}

const greatest = (figures: readonly number[]) => (figures.length === 0 ? 'not seen' : Math.max(...figures));

/** Alarms that wake no task. */
const alarmsOf = (gaps: readonly Gap[]) =>
  gaps.filter(({ handlers }) => handlers.join() === 'pl_m3_timer_handler').map(({ from, to }) => to - from);

async function cortexKernelTable(): Promise<void> {
  console.log(
    '\n| Cortex-M3, FreeRTOS, instructions | tasks | handler | charged | not charged | release alone | without interrupts |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const policy of ['FIXED', 'EDF']) {
    for (const [tasks, lines, handler] of CORTEX_SIZES) {
      const gaps = await followCortex(policy, tasks, lines, handler);
      const without = await followCortex(policy, tasks, 0, false);
      const deliveries = gaps.flatMap((gap) => deliveryOf(gap) ?? []);
      const [inside, outside] = [deliveries.map((one) => one.inside), deliveries.map((one) => one.outside)];
      const title = `${policy}, ${lines} on one server`;
      const figures = [inside, outside, alarmsOf(gaps), alarmsOf(without)].map(greatest);
      print([title, tasks, handler ? 'yes' : 'no', ...figures]);
    }
  }
}

/** Tasks, lines, and whether the first line triggers a handler. */
const CORTEX_SIZES = [
  [5, 1, false],
  [5, 1, true],
  [11, 1, true],
  [5, 2, true],
] as const;

if (only !== 'uno' && freertosCortexMissing === null) await cortexKernelTable();
