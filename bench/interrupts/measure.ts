/**
 * Measures the overhead of an interrupt without its bottom half: on the emulated ATmega328P in cycles, on
 * the Cortex-M3 in instructions of 64 ns. The constants PL_LINE_… of the ports and the boards'
 * `interruptNs` use these figures. Prints Markdown.
 *
 *   node bench/interrupts/measure.ts [uno|m3|m3-within]
 */
import path from 'node:path';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { buildCortex, cortexMissing, runOnCortex } from '../../test/conformance/cortex.ts';
import { type Gap, gapsOf, momentsOf } from '../../test/conformance/cortex-accounts.ts';
import {
  freertosCortexMissing,
  freertosOnCortexUnchecked,
  freertosOnUno,
  freertosUnoMissing,
} from '../../test/conformance/freertos.ts';
import { type Config, type KernelBuild, PROGRAMS, withScratch } from '../../test/conformance/toolchain.ts';
import { type Costs, deliveriesOf, sourcesOf, tasksOf } from './avr.ts';

/** The requested board, "uno" or "m3"; "m3-within": only the charged part of a delivery; null: both boards. */
const only = process.argv[2] ?? null;

const SOURCES = sourcesOf(ATMEGA328P);
const print = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

async function loopTable(): Promise<void> {
  console.log('| Lines on one server | handler | charged | not charged | not charged, with masking | unmasking |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const source of SOURCES) {
    for (const lines of [1, 2, 4]) {
      for (const handler of [false, true]) {
        const HANDLER = handler ? 0 : 'PL_NO_HANDLER';
        const { plenty, scarce } = await deliveriesOf(source, lines, { HANDLER, ...tasksOf(2) }, null);
        const title = `${lines} × ${source.title}`;
        print([title, handler ? 'yes' : 'no', ...figures(plenty, scarce)]);
      }
    }
  }
}

const figures = (plenty: Costs, scarce: Costs) => [plenty.inside, plenty.outside, scarce.outside, scarce.alarm];

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
        const { plenty, scarce } = await deliveriesOf(source, lines, config, freertosOnUno);
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
