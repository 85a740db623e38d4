/**
 * Measures what preemption on one stack costs, beside FreeRTOS and the super-loop: on the emulated Uno in cycles,
 * on the Cortex-M3 in instructions. Deterministic, because the boards are emulated. Prints Markdown.
 *
 *   FREERTOS_KERNEL_PATH=<the kernel's directory> npm run bench:preemptive -- [uno | m3 | beside] [--seconds N]
 *
 * `--seconds`: how long the task of 1 kHz runs beside the long job, in the board's time. Default: 20.
 */
import { parseArgs } from 'node:util';
import { missing as buildsMissing } from '../../test/acceptance/firmware.ts';
import { cortexMissing } from '../../test/conformance/cortex.ts';
import { freertosCortexMissing, freertosUnoMissing } from '../../test/conformance/freertos.ts';
import { starterTraffic } from '../runtime-avr/starters.ts';
import { besideALongJob } from './beside.ts';
import { deliveredOnCortex, preemptionOnCortex, releaseToBodyOnCortex } from './cortex.ts';
import { ONE_STACK_PORTS, oneStackLines } from './port-lines.ts';
import {
  CYCLES_PER_US,
  deliveredOf,
  type How,
  memoryOf,
  type Preemption,
  preemptionOf,
  recordingMean,
  releaseAlone,
  releaseToBody,
} from './uno.ts';

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '20' } },
  allowPositionals: true,
});
const SECONDS = Number(values.seconds);
/** The requested part; undefined: all. */
const [only] = positionals;
const isWanted = (part: string): boolean => (only ?? part) === part;
const NOT_INSTALLED = 'not installed';

const row = (...cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

/** A figure with its goal. A figure without one is beside another, for comparison. */
interface Figure {
  readonly title: string;
  /** Before the target existed. */
  readonly before?: string;
  readonly goal?: number;
  readonly now: number | null;
  readonly unit: string;
  readonly detail?: string;
}

const shown = (figure: number): string => String(Math.round(figure * 100) / 100);

function print({ title, before = '–', goal, now, unit, detail = '' }: Figure): void {
  const met = goal === undefined || now === null ? '–' : now <= goal ? 'yes' : '**no**';
  const figure = now === null ? NOT_INSTALLED : `${`${shown(now)} ${unit}`.trim()}${detail}`;
  row(title, before, goal === undefined ? '–' : `≤ ${goal} ${unit}`.trim(), figure, met);
}

const us = (cycles: number): number => cycles / CYCLES_PER_US;
const both = ({ there, back }: Preemption) => ({ now: there + back, detail: ` (${there} + ${back})` });

async function unoRows(): Promise<void> {
  const withKernel = async <T>(measure: () => Promise<T>) => (freertosUnoMissing === null ? measure() : null);
  const unit = 'cycles';
  const title = 'Preemption there and back, 3 tasks';
  print({ title: `${title}, untraced`, goal: 350, unit, ...both(await preemptionOf('one stack', false)) });
  print({ title: `${title}, traced`, goal: 650, unit, ...both(await preemptionOf('one stack', true)) });
  print({ title: 'A release that does not preempt, 3 tasks, untraced', now: await releaseAlone(false), unit });
  print({ title: 'A release that does not preempt, 3 tasks, traced', now: await releaseAlone(true), unit });
  const kernel = await withKernel(() => preemptionOf('FreeRTOS', false, 2));
  print({
    ...{ title: 'FreeRTOS: preemption there and back, 2 tasks, untraced', before: '6100 cycles', goal: 2600, unit },
    ...(kernel === null ? { now: null } : both(kernel)),
  });
  for (const telemetry of [false, true]) {
    const how = telemetry ? 'traced' : 'untraced';
    const goal = telemetry ? {} : { goal: 15 };
    const cycles = await releaseToBody(telemetry);
    const released = { now: us(cycles), unit: 'µs', detail: ` (${cycles} cycles)` };
    print({ title: `Release to the first instruction of the body, idle, ${how}`, ...goal, ...released });
  }
  const memory = await memoryOf('one stack');
  const ofKernel = await withKernel(() => memoryOf('FreeRTOS'));
  const over = 'over the empty program, 3 tasks, untraced';
  print({ title: `Flash ${over}`, before: 'FreeRTOS 6586 B', goal: 2048, now: memory.flashBytes, unit: 'B' });
  print({ title: `RAM ${over}`, before: 'FreeRTOS 1172 B', goal: 96, now: memory.ramBytes, unit: 'B' });
  print({ title: `FreeRTOS: flash ${over}`, now: ofKernel?.flashBytes ?? null, unit: 'B' });
  print({ title: `FreeRTOS: RAM ${over}`, now: ofKernel?.ramBytes ?? null, unit: 'B' });
  await deliveryRows(deliveredOf, withKernel, CYCLES_PER_US, 'cycles');
  print({ title: 'Recording one event, mean', before: '80–90 cycles', goal: 60, now: await recordingMean(), unit });
  await trafficRow();
}

async function besideRows(): Promise<void> {
  const title = '1 kHz task of 100 µs beside a 100 ms job of 50 ms, untraced';
  const { releases, misses, jitter } = await besideALongJob(SECONDS, 'preemptive');
  const detail = ` of ${releases}`;
  print({ title: `${title}: misses in ${SECONDS} s`, before: 'impossible', goal: 0, now: misses, unit: '', detail });
  print({ title: `${title}: jitter`, before: 'impossible', goal: 20, now: us(jitter), unit: 'µs' });
  const loop = await besideALongJob(Math.min(SECONDS, 20), 'superloop');
  print({ title: 'The same on the super-loop: misses', now: loop.misses, unit: '', detail: ` of ${loop.releases}` });
}

type Delivery = (how: How) => Promise<{ readonly letThrough: number; readonly masked: number }>;

/** @param scale units of the measurement in a microsecond */
async function deliveryRows(
  delivered: Delivery,
  withKernel: <T>(measure: () => Promise<T>) => Promise<T | null>,
  scale: number,
  unit: string,
): Promise<void> {
  const rows = [
    { how: 'one stack', goal: 60, title: 'Interrupt to its budgeted bottom half' },
    { how: 'FreeRTOS', goal: 150, title: 'FreeRTOS: interrupt to its budgeted bottom half' },
  ] as const;
  for (const { how, goal, title } of rows) {
    const found = how === 'one stack' ? await delivered(how) : await withKernel(() => delivered(how));
    const figure = (value: number | undefined) =>
      value === undefined
        ? { now: null, unit: 'µs' }
        : { now: value / scale, unit: 'µs', detail: ` (${value} ${unit})` };
    print({ title: `${title}, let through`, before: '300–500 µs', goal, ...figure(found?.letThrough) });
    print({ title: `${title}, masked and unmasked`, before: '300–500 µs', goal, ...figure(found?.masked) });
  }
}

async function trafficRow(): Promise<void> {
  const title = 'Bytes an event over the starters';
  const goal = { before: '3.3–6.3', goal: 3, unit: 'B' };
  if (buildsMissing !== null) return print({ title, ...goal, now: null });
  const traffic = await starterTraffic('preemptive');
  const sum = (of: (one: (typeof traffic)[number]) => number) => traffic.reduce((total, one) => total + of(one), 0);
  const each = traffic.map(({ bytesPerEvent }) => bytesPerEvent);
  const detail = ` (${shown(Math.min(...each))}–${shown(Math.max(...each))})`;
  print({ title, ...goal, now: sum(({ bytes }) => bytes) / sum(({ events }) => events), detail });
}

async function cortexRows(): Promise<void> {
  const withKernel = async <T>(measure: () => Promise<T>) => (freertosCortexMissing === null ? measure() : null);
  const unit = 'instructions';
  const title = 'Preemption there and back, 3 tasks';
  for (const telemetry of [false, true]) {
    const how = telemetry ? 'traced' : 'untraced';
    print({ title: `${title}, ${how}`, unit, ...both(await preemptionOnCortex('one stack', telemetry)) });
  }
  const kernel = await withKernel(() => preemptionOnCortex('FreeRTOS', false, 2));
  const ofKernel = kernel === null ? { now: null } : both(kernel);
  print({ title: 'FreeRTOS: preemption there and back, 2 tasks, untraced', unit, ...ofKernel });
  const idle = await releaseToBodyOnCortex();
  print({ title: 'Release to the first instruction of the body, idle, untraced', now: idle, unit });
  for (const how of ['one stack', 'FreeRTOS'] as const) {
    const found = how === 'one stack' ? await deliveredOnCortex(how) : await withKernel(() => deliveredOnCortex(how));
    const name = how === 'FreeRTOS' ? 'FreeRTOS: interrupt' : 'Interrupt';
    print({ title: `${name} to its budgeted bottom half, let through`, now: found?.letThrough ?? null, unit });
    print({ title: `${name} to its budgeted bottom half, masked and unmasked`, now: found?.masked ?? null, unit });
  }
}

const HEAD = ['before', 'goal', 'now', 'met'] as const;

const head = (title: string): void => {
  row(title, ...HEAD);
  row(...Array<string>(HEAD.length + 1).fill('---'));
};

if (isWanted('uno') || isWanted('beside')) {
  head('Uno');
  if (isWanted('uno')) await unoRows();
  if (isWanted('beside')) await besideRows();
  console.log('');
}
if (isWanted('uno')) {
  row('Port', 'Lines for one stack');
  row('---', '---');
  for (const port of ONE_STACK_PORTS) row(port, oneStackLines(port));
  console.log('');
}
if (isWanted('m3')) {
  if (cortexMissing !== null) console.log('The Arm tool chain or QEMU is not installed.');
  else {
    head('Cortex-M3');
    await cortexRows();
  }
}
