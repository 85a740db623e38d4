/**
 * The overheads in the boards' records are upper bounds: on the virtual Uno and on the Cortex-M3 in QEMU, with telemetry,
 * as a super-loop and with FreeRTOS, no job of a random task set responds later than the analysis says that it can.
 */
import { describe, expect, it } from 'vitest';
import { mps2An385 } from '../../generator/boards/mps2-an385.ts';
import { uno } from '../../generator/boards/uno.ts';
import { describeMissing } from '../../platformio/setup/tools.ts';
import { admittedSets, type RandomTask, type Variant, worstResponses } from './bounds.ts';
import { cortexMissing, runOnCortex } from './cortex.ts';
import { freertosCortexMissing, freertosOnCortexUnchecked, freertosOnUno, freertosUnoMissing } from './freertos.ts';
import { avrBinDir, type KernelBuild, loadOnUno, type ProgramSource } from './toolchain.ts';

const RUN_MS = 1500;

const onUno =
  (kernel: KernelBuild | null = null) =>
  async (program: ProgramSource) => {
    const { uno: board } = await loadOnUno(program, kernel);
    board.run(RUN_MS);
    return board.serial;
  };

const onCortex =
  (kernel: KernelBuild | null = null) =>
  async ({ name, config }: ProgramSource, tasks: readonly RandomTask[]) => {
    const jobs = Math.ceil((RUN_MS * 1000) / (tasks[0]?.periodUs ?? 1));
    const { verdict, telemetry } = await runOnCortex({ name, config: { ...config, END_JOBS: `${jobs}U` } }, kernel);
    expect(verdict).toBe('passed');
    return telemetry;
  };

interface Target extends Variant {
  readonly name: string;
  /** Why nothing is tried; null when all is there. */
  readonly missing: string | null;
}

const UNO = {
  board: uno,
  ticksPerUs: 2,
  loopNs: 250,
  periodsUs: { from: 3000, to: 43_000 },
  utilization: { from: 0.3, to: 0.7 },
} as const;
const UNO_THREADS = {
  ...UNO,
  name: 'Uno, FreeRTOS',
  id: 'freertos',
  missing: freertosUnoMissing,
  sets: 6,
  // Each takes a stack of the Uno's 2,048 bytes.
  mostTasks: 4,
  config: { PL_PREEMPTIVE: 1, CONFORM_STACK_BYTES: 128 },
  run: onUno(freertosOnUno),
} as const;
/** Two instructions a loop. */
const CORTEX = { board: mps2An385, ticksPerUs: 1, loopNs: 128, utilization: null, mostTasks: 12 } as const;
const CORTEX_LOOP = {
  ...CORTEX,
  name: 'Cortex-M3, super-loop',
  id: 'superloop',
  missing: cortexMissing === null ? null : describeMissing(cortexMissing),
  config: {},
  run: onCortex(),
} as const;
const CORTEX_THREADS = {
  ...CORTEX,
  name: 'Cortex-M3, FreeRTOS',
  id: 'freertos',
  missing: freertosCortexMissing,
  config: { PL_PREEMPTIVE: 1, CONFORM_STACK_BYTES: 1024 },
  run: onCortex(freertosOnCortexUnchecked),
} as const;
/** Where a job of 20 µs costs the runtime many times as much. */
const SHORT = { periodsUs: { from: 4000, to: 12_000 } };
const LONG = { periodsUs: { from: 5000, to: 60_000 } };

const TARGETS: readonly Target[] = [
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
  { ...UNO_THREADS, policy: 'rate-monotonic' },
  { ...UNO_THREADS, policy: 'edf' },
  { ...CORTEX_LOOP, ...LONG, policy: 'rate-monotonic', sets: 3 },
  { ...CORTEX_LOOP, ...SHORT, policy: 'rate-monotonic', sets: 3 },
  { ...CORTEX_LOOP, ...LONG, policy: 'edf', sets: 2 },
  { ...CORTEX_LOOP, ...SHORT, policy: 'edf', sets: 2 },
  { ...CORTEX_THREADS, ...LONG, policy: 'rate-monotonic', sets: 3 },
  { ...CORTEX_THREADS, ...SHORT, policy: 'rate-monotonic', sets: 3 },
  { ...CORTEX_THREADS, ...LONG, policy: 'edf', sets: 2 },
  { ...CORTEX_THREADS, ...SHORT, policy: 'edf', sets: 2 },
];

describe.each(TARGETS)('responses: $name, $policy, periods from $periodsUs.from µs', (target) => {
  if (target.missing !== null) it.skip(`not tried: ${target.missing}`, () => {});

  it.skipIf(target.missing !== null).each(admittedSets(target))(
    'stay within their bounds: set %#',
    async ({ tasks, boundsUs }) => {
      const { worstUs, amiss } = await worstResponses(tasks, target);
      expect(amiss).toBe(0);
      tasks.forEach((task, index) => {
        expect(worstUs[index]).toBeGreaterThanOrEqual(task.budgetUs);
        expect(worstUs[index], `task ${index} of ${JSON.stringify(tasks)}`).toBeLessThanOrEqual(boundsUs[index] ?? 0);
      });
    },
  );
});
