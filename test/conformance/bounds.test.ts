/**
 * The overheads in the board's record are upper bounds: on the virtual Uno, with telemetry, as a super-loop and with
 * FreeRTOS, no job of a random task set responds later than the analysis says that it can.
 */
import { describe, expect, it } from 'vitest';
import { admit } from '../../generator/analysis/admission.ts';
import { uno as unoBoard } from '../../generator/boards/uno.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { targetById } from '../../generator/targets/index.ts';
import { TelemetryDecoder } from '../../generator/trace/decoder.ts';
import { KIND_COMPLETE, KIND_DROPPED, KIND_GAP, KIND_RELEASE, KIND_SKIP } from '../../generator/trace/kinds.ts';
import { freertosOnUno, freertosUnoMissing } from './freertos.ts';
import { avrBinDir, type Config, type KernelBuild, loadOnUno } from './toolchain.ts';

const RUN_MS = 1500;
const CYCLES_PER_LOOP = 4;
const CYCLES_PER_US = 16;
/** Call and return of a body, and the set-up of its loop. */
const BODY_US = 1;

interface RandomTask {
  readonly periodUs: number;
  readonly budgetUs: number;
}

/** Park and Miller's minimal standard generator: the same sets on every machine. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

interface Target {
  readonly id: 'superloop' | 'freertos';
  readonly policy: 'rate-monotonic' | 'edf';
  readonly kernel: KernelBuild | null;
  /** Why nothing is tried; null when all is there. */
  readonly missing: string | null;
  readonly sets: number;
  /** With a kernel each takes a stack of the Uno's 2,048 bytes. */
  readonly mostTasks: number;
  readonly config: Config;
}

const THREADS = {
  id: 'freertos',
  kernel: freertosOnUno,
  missing: freertosUnoMissing,
  sets: 6,
  mostTasks: 4,
  config: { PL_PREEMPTIVE: 1, CONFORM_STACK_BYTES: 128 },
} as const;
const TARGETS: readonly Target[] = [
  {
    id: 'superloop',
    policy: 'rate-monotonic',
    kernel: null,
    missing: avrBinDir === null ? 'The AVR tool chain is not installed.' : null,
    sets: 8,
    mostTasks: 6,
    config: {},
  },
  { ...THREADS, policy: 'rate-monotonic' },
  { ...THREADS, policy: 'edf' },
];

/** Two tasks or more, rate-monotonic order, that use about the given share of the processor. */
function randomTasks(seed: number, most: number): RandomTask[] {
  const next = random(seed);
  const count = 2 + Math.floor(next() * (most - 1));
  const share = (0.3 + 0.4 * next()) / count;
  const periods = Array.from({ length: count }, () => 3000 + Math.floor(next() * 40_000)).sort((a, b) => a - b);
  return periods.map((periodUs) => ({ periodUs, budgetUs: Math.max(20, Math.floor(periodUs * share)) }));
}

function boundsUs(tasks: readonly RandomTask[], { id, policy }: Target): (number | null)[] {
  const document = {
    polyloop: 1,
    name: 'random',
    board: 'uno',
    target: id,
    policy,
    tasks: tasks.map((task, index) => ({ name: `t${index}`, ...task, budgetUs: task.budgetUs + BODY_US })),
  };
  const result = readSketch(JSON.stringify(document));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const admission = admit(result.sketch, {
    capabilities: targetById(id),
    overheads: unoBoard.overheads[id] ?? null,
  });
  // Under EDF the analysis promises deadlines.
  if (policy === 'edf') return tasks.map(({ periodUs }) => (admission.admitted ? periodUs : null));
  return admission.tasks.map(({ responseNs }) => (responseNs === null ? null : responseNs / 1000));
}

function configOf(tasks: readonly RandomTask[], target: Target): Record<string, number | string> {
  const config: Record<string, number | string> = { PL_TASK_COUNT: tasks.length, ...target.config };
  if (target.policy === 'edf') config.PL_POLICY = 'PL_POLICY_EDF';
  tasks.forEach(({ periodUs, budgetUs }, index) => {
    config[`PERIOD_${index}`] = `UINT32_C(${periodUs * 2})`;
    config[`LOOPS_${index}`] = Math.floor((budgetUs * CYCLES_PER_US) / CYCLES_PER_LOOP);
  });
  return config;
}

/** The longest time from a release to its completion, by task. */
async function worstResponsesUs(tasks: readonly RandomTask[], target: Target): Promise<number[]> {
  const { uno } = await loadOnUno({ name: 'bounds', config: configOf(tasks, target) }, target.kernel);
  uno.run(RUN_MS);
  const waiting = tasks.map((): number[] => []);
  const worst = tasks.map(() => 0);
  const decoder = new TelemetryDecoder({
    metadata() {},
    segment() {},
    text() {},
    event(timeNs, kind, object) {
      expect([KIND_DROPPED, KIND_GAP, KIND_SKIP]).not.toContain(kind);
      if (kind === KIND_RELEASE) waiting[object]?.push(timeNs);
      if (kind === KIND_COMPLETE) {
        const released = waiting[object]?.shift() ?? Number.NaN;
        worst[object] = Math.max(worst[object] ?? 0, (timeNs - released) / 1000);
      }
    },
  });
  decoder.push(uno.serial);
  decoder.end();
  return worst;
}

interface PredictedSet {
  readonly tasks: readonly RandomTask[];
  readonly boundsUs: readonly number[];
}

/** Random sets that the analysis admits, with its bounds; the same ones in every run. */
function admittedSets(target: Target): PredictedSet[] {
  const sets: PredictedSet[] = [];
  for (let seed = 7919; sets.length < target.sets; seed += 7919) {
    const tasks = randomTasks(seed, target.mostTasks);
    const bounds = boundsUs(tasks, target).filter(
      (bound, index) => bound !== null && bound <= (tasks[index]?.periodUs ?? 0),
    );
    if (bounds.length === tasks.length) sets.push({ tasks, boundsUs: bounds.map(Number) });
  }
  return sets;
}

describe.each(TARGETS)('responses on the virtual Uno: $id, $policy', (target) => {
  if (target.missing !== null) it.skip(`not tried: ${target.missing}`, () => {});

  it.skipIf(target.missing !== null).each(admittedSets(target))(
    'stay within their bounds: set %#',
    async ({ tasks, boundsUs }) => {
      const worst = await worstResponsesUs(tasks, target);
      tasks.forEach((task, index) => {
        expect(worst[index]).toBeGreaterThanOrEqual(task.budgetUs);
        expect(worst[index], `task ${index} of ${JSON.stringify(tasks)}`).toBeLessThanOrEqual(boundsUs[index] ?? 0);
      });
    },
  );
});
