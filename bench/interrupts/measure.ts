/**
 * Measures the overhead of an interrupt without its bottom half: on the emulated ATmega328P in cycles, on
 * the Cortex-M3 in instructions of 64 ns. The constants PL_LINE_… of the ports and the boards'
 * `interruptNs` use these figures. Prints Markdown.
 *
 *   node bench/interrupts/measure.ts [uno|m3|m3-within]
 */
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { cortexMissing } from '../../test/conformance/cortex.ts';
import {
  freertosCortexMissing,
  freertosOnCortexUnchecked,
  freertosOnUno,
  freertosUnoMissing,
} from '../../test/conformance/freertos.ts';
import { type Costs, deliveriesOf, sourcesOf, tasksOf } from './avr.ts';
import { alarmsOf, type CortexVariant, deliveryOf, followCortex, onCortex } from './cortex.ts';

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

const greatest = (figures: readonly number[]) => (figures.length === 0 ? 'not seen' : Math.max(...figures));

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
