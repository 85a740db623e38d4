/** A first run measures tasks with an estimate that is too small, on the real firmware, and sets their budgets. */
import { afterAll, describe, expect, it } from 'vitest';
import { Runs } from '../../bench/estimate/run.ts';
import { fillIn, fillingOf } from '../../generator/estimate/fill-in.ts';
import { measuredJobs } from '../../generator/estimate/measured-jobs.ts';
import { budgetStateOf, ESTIMATE } from '../../generator/sketch/budgets/budget-from.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch, TargetName, Task } from '../../generator/sketch/model.ts';
import { describeMissing, findTools } from '../../platformio/setup/tools.ts';
import { missing } from './firmware.ts';

const { freertosKernel } = findTools();
const kernelMissing = missing ?? (freertosKernel.installed ? null : describeMissing(freertosKernel));
const runs = new Runs();
afterAll(() => runs.remove());

const RUN_NS = 600e6;
/** Three milliseconds that no estimate of the budget below allows for. */
const WORK = newTask('work', { periodUs: 20_000, budgetUs: 100, exhaustion: 'wait', body: 'delayMicroseconds(3000);' });
const BESIDE = newTask('beside', { periodUs: 10_000, budgetUs: 1_000, body: 'digitalWrite(13, HIGH);' });

const sketchOf = (target: TargetName, work: Task): Sketch => newSketch('auto', { target, tasks: [work, BESIDE] });

async function ran(sketch: Sketch) {
  const { recording } = await runs.run(sketch, RUN_NS);
  const [work] = recording.statistics.tasks.filter(({ task }) => task.class === 'task');
  return {
    exhausted: work?.exhaustions ?? 0,
    longestUs: (work?.executionNs.worst ?? 0) / 1000,
    latestUs: (work?.responseNs.worst ?? 0) / 1000,
    jobs: measuredJobs(sketch, recording.statistics),
  };
}

describe.each<[TargetName, string | null]>([
  ['superloop', missing],
  ['freertos', kernelMissing],
])('a first run of a task with an automatic budget on %s', (target, reason) => {
  it.skipIf(reason !== null)('measures whole jobs, and the next run keeps the measured budget', async () => {
    const guessed = sketchOf(target, { ...WORK, budgetFrom: ESTIMATE });
    const first = await ran(guessed);
    expect(first.exhausted).toBe(0);
    expect(first.longestUs).toBeGreaterThan(3_000);
    expect(first.latestUs).toBeLessThan(6_000);

    const filled = fillIn(guessed, fillingOf(guessed, guessed, first.jobs));
    if (!filled.ok) throw new Error(filled.problems[0]?.message);
    const [work] = filled.sketch.tasks as [Task];
    expect(work.budgetUs).toBeGreaterThanOrEqual(first.longestUs * 1.2 - 1);
    expect(budgetStateOf(filled.sketch, work)).toBe('measured');

    const second = await ran(filled.sketch);
    expect(second.exhausted).toBe(0);
    expect(second.longestUs).toBeLessThanOrEqual(work.budgetUs ?? 0);

    // The same number as the user's own choice is kept to.
    const chosen = await ran(sketchOf(target, WORK));
    expect(chosen.exhausted).toBeGreaterThan(0);
  });

  it.skipIf(reason !== null)('measures the longest run of a background task', async () => {
    const idle = newTask('idle', {
      ...{ kind: 'background', periodUs: null, budgetUs: 100, budgetFrom: ESTIMATE },
      body: 'delayMicroseconds(3000);',
    });
    const sketch = newSketch('idle', { target, tasks: [BESIDE, idle] });
    const { recording } = await runs.run(sketch, RUN_NS);
    const { budgets, tooFew } = fillingOf(sketch, sketch, measuredJobs(sketch, recording.statistics));
    expect(tooFew).toEqual([]);
    expect(budgets).toMatchObject([{ kind: 'tasks', name: 'idle', beforeUs: 100 }]);
    expect(budgets[0]?.from.longestUs).toBeGreaterThan(3_000);
    expect(budgets[0]?.from.longestUs).toBeLessThan(6_000);
  });
});
