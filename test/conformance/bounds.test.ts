/**
 * The overheads of the boards are upper bounds. On the virtual Uno and on the Cortex-M3 in QEMU, as
 * a super-loop, on one stack and with FreeRTOS, and on the Cortex-A9 with RTEMS, no job of a random
 * task set exceeds the response time of the analysis.
 */
import { describe, expect, it } from 'vitest';
import {
  CORTEX_LOOP,
  CORTEX_ONE_STACK,
  CORTEX_THREADS,
  HOST_THREADS,
  onUno,
  RTEMS,
  type Target,
  UNO,
  UNO_ONE_STACK,
  UNO_STOPS,
  UNO_THREADS,
} from './bounded-targets.ts';
import {
  admittedSets,
  behaves,
  bodyUs,
  fullestSet,
  type PredictedSet,
  type Variant,
  worstResponses,
} from './bounds.ts';
import { avrBinDir } from './toolchain.ts';

/** Short periods, for budgets that are far shorter than the runtime's overhead per job. */
const SHORT = { periodsUs: { from: 4000, to: 12_000 } };
const LONG = { periodsUs: { from: 5000, to: 60_000 } };

const TARGETS: readonly Target[] = [
  { ...HOST_THREADS, policy: 'rate-monotonic' },
  { ...HOST_THREADS, policy: 'edf' },
  {
    ...UNO,
    name: 'Uno, super-loop',
    id: 'superloop',
    policy: 'rate-monotonic',
    missing: avrBinDir === null ? 'The AVR tool chain is not installed.' : null,
    sets: 8,
    mostTasks: 6,
    config: {},
    run: onUno(),
  },
  { ...UNO_ONE_STACK, policy: 'rate-monotonic' },
  { ...UNO_ONE_STACK, policy: 'edf' },
  { ...UNO_STOPS, policy: 'rate-monotonic', sets: 3 },
  { ...UNO_STOPS, policy: 'edf', sets: 3 },
  { ...UNO_THREADS, policy: 'rate-monotonic' },
  { ...UNO_THREADS, policy: 'edf' },
  { ...CORTEX_LOOP, ...LONG, policy: 'rate-monotonic', sets: 2 },
  { ...CORTEX_LOOP, ...SHORT, policy: 'rate-monotonic', sets: 3 },
  { ...CORTEX_LOOP, ...LONG, policy: 'edf', sets: 2 },
  { ...CORTEX_LOOP, ...SHORT, policy: 'edf', sets: 2 },
  { ...CORTEX_ONE_STACK, ...LONG, policy: 'rate-monotonic', sets: 2 },
  { ...CORTEX_ONE_STACK, ...SHORT, policy: 'rate-monotonic', sets: 3 },
  { ...CORTEX_ONE_STACK, ...LONG, policy: 'edf', sets: 2 },
  { ...CORTEX_ONE_STACK, ...SHORT, policy: 'edf', sets: 2 },
  { ...CORTEX_THREADS, ...LONG, policy: 'rate-monotonic', sets: 2 },
  { ...CORTEX_THREADS, ...SHORT, policy: 'rate-monotonic', sets: 2 },
  { ...CORTEX_THREADS, ...LONG, policy: 'edf', sets: 2 },
  { ...CORTEX_THREADS, ...SHORT, policy: 'edf', sets: 2 },
  { ...RTEMS, ...LONG, policy: 'rate-monotonic', sets: 2 },
  { ...RTEMS, ...SHORT, policy: 'rate-monotonic', sets: 2 },
  { ...RTEMS, ...LONG, policy: 'edf', sets: 2 },
  { ...RTEMS, ...SHORT, policy: 'edf', sets: 2 },
];

/** Bodies of 86 and 100 % of their budgets, and every other task without an end. */
const BODIES = [
  { share: 0.86, endless: true },
  { share: 1, endless: false },
  { share: 1, endless: true },
];

/**
 * Checks the bounds, and returns how often telemetry lost events. The response of a job with a lost
 * event is unknown.
 */
async function staysWithin(set: PredictedSet, variant: Variant): Promise<number> {
  const { tasks, boundsUs } = set;
  const { worstUs, exhausted, lost, dropped } = await worstResponses(set, variant);
  // Without telemetry the program itself checks its response times.
  if (!variant.traced) return 0;
  expect(dropped).toBe(0);
  tasks.forEach((task, index) => {
    const which = `task ${index} of ${JSON.stringify(tasks)}`;
    if (!behaves(index, variant)) return;
    expect(worstUs[index], which).toBeGreaterThanOrEqual(bodyUs(task, variant));
    expect(worstUs[index], which).toBeLessThanOrEqual(boundsUs[index] ?? 0);
    expect(exhausted[index], which).toBe(0);
  });
  return lost;
}

describe.each(TARGETS)('responses: $name, $policy, periods from $periodsUs.from µs', (target) => {
  if (target.missing !== null) it.skip(`not tried: ${target.missing}`, () => {});
  const enforces = ['freertos', 'rtems'].includes(target.id) || target.stops;
  const bodies = enforces ? BODIES : BODIES.filter(({ endless }) => !endless);
  const variants = bodies.map((body) => ({ ...target, ...body, traced: true, printUs: 0 }));
  const sets = variants.flatMap((variant) => admittedSets(variant).map((set, index) => ({ ...set, variant, index })));

  it.skipIf(target.missing !== null).each(sets)(
    'stay within their bounds: set $index, bodies of $variant.share C, endless ones: $variant.endless',
    async ({ variant, ...set }) => {
      const lost = await staysWithin(set, variant);
      // A body without an end leaves telemetry the beat alone.
      if (!variant.endless) expect(lost).toBe(0);
    },
  );
});

/**
 * Many tasks with short periods and the largest admitted budgets, so that overheads matter most.
 * Unit: µs.
 */
const CROWDS = [
  { name: 'nine', periodsUs: [4000, 5000, 6000, 7000, 9000, 11_000, 13_000, 16_000, 20_000] },
  {
    name: 'sixteen',
    periodsUs: [8, 9, 10, 11, 13, 15, 17, 20, 23, 26, 30, 34, 39, 45, 51, 59].map((ms) => ms * 1000),
  },
];

const CROWDED = [CORTEX_THREADS, RTEMS].flatMap((target) => CROWDS.map((crowd) => ({ ...crowd, target })));

describe.each(CROWDED)('$name tasks of short periods: $target.name', ({ periodsUs, target }) => {
  const { missing } = target;
  if (missing !== null) it.skip(`not tried: ${missing}`, () => {});
  const variants = (['rate-monotonic', 'edf'] as const).flatMap((policy) =>
    [true, false].flatMap((traced) =>
      BODIES.map((body) => ({ ...target, ...SHORT, ...body, policy, traced, printUs: 0, sets: 1 })),
    ),
  );
  // At full load this many tasks record more events than the ring can hold. Without telemetry every
  // job is checked.
  it.skipIf(missing !== null).each(variants)(
    'respond within their bounds: $policy, telemetry: $traced, bodies of $share C, endless ones: $endless',
    async (variant) => {
      await staysWithin(fullestSet(periodsUs, variant), variant);
    },
  );
});

/**
 * `printUs`: time of the call that prints eight characters. It does not include the telemetry of
 * other tasks.
 */
const PRINTERS = [
  {
    target: CORTEX_THREADS,
    endless: false,
    stackBytes: 4096,
    printUs: 150,
    periodsUs: [10_000, 14_000, 20_000, 30_000, 45_000],
  },
  { target: UNO_THREADS, endless: true, stackBytes: 190, printUs: 240, periodsUs: [20_000, 30_000, 45_000] },
];

describe.each(PRINTERS)('tasks that print: $target.name', ({ target, endless, stackBytes, printUs, periodsUs }) => {
  const { missing } = target;
  if (missing !== null) it.skip(`not tried: ${missing}`, () => {});
  it.skipIf(missing !== null).each(['rate-monotonic', 'edf'] as const)(
    'are charged only for their own text: %s',
    async (policy) => {
      const config = { ...target.config, CONFORM_STACK_BYTES: stackBytes };
      // Endless bodies leave unsent frames. Preparing them must not be charged to other tasks.
      const body = { share: 1, endless, traced: true, printUs };
      const variant = { ...target, ...LONG, ...body, config, policy, sets: 1 };
      await staysWithin(fullestSet(periodsUs, variant), variant);
    },
  );
});
