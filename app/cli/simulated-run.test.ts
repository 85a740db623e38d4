import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextOf } from '../../generator/judge/context.ts';
import { buildSimulation, type SimulationOptions } from '../../generator/simulation/build/build.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { judge } from './judgement.ts';
import { playModel } from './simulated-run.ts';
import { taskForJson, taskRowsOf } from './task-report.ts';

const STARTERS = join(import.meta.dirname, '../../templates/sketches');

const starters = readdirSync(STARTERS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.polyloop.json'))
  .toSorted();

const COURSES: readonly Pick<SimulationOptions, 'phasing' | 'seed'>[] = [
  { phasing: { kind: 'drawn' } },
  { phasing: { kind: 'critical', task: null } },
  ...[1, 2, 3].map((seed) => ({ phasing: { kind: 'random' as const }, seed })),
];

const signal = new AbortController().signal;

describe('a starter sketch', () => {
  it.each(starters)('%s stays within its bounds in simulation, with and without overheads', async (path) => {
    const read = readSketch(readFileSync(join(STARTERS, path), 'utf8'));
    if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join());
    const { sketch } = read;
    for (const ideal of [false, true]) {
      const admission = judge(sketch, ideal);
      for (const course of COURSES) {
        const built = buildSimulation(sketch, { ...contextOf(sketch, ideal), ...course });
        if (!built.ok) throw new Error(built.reason);
        const run = await playModel({ model: built.model, untilNs: 5e9, seed: course.seed ?? 0, signal });
        expect(run).toMatchObject({ outcome: 'finished', simulatedNs: 5e9 });
        const rows = taskRowsOf(sketch, admission, run.recording);
        for (const row of rows.map(taskForJson)) expect(row, path).not.toMatchObject({ withinPrediction: false });
        if (admission.admitted) expect(run.recording.firstMiss, path).toBeNull();
      }
    }
  });
});

describe('a simulated run', () => {
  it('that is stopped before it begins contains nothing', async () => {
    const read = readSketch(readFileSync(join(STARTERS, starters[0] as string), 'utf8'));
    if (!read.ok) throw new Error('unreadable');
    const built = buildSimulation(read.sketch, contextOf(read.sketch, true));
    if (!built.ok) throw new Error(built.reason);
    const run = await playModel({ model: built.model, untilNs: 1e9, seed: 0, signal: AbortSignal.abort() });
    expect(run).toMatchObject({ outcome: 'interrupted', simulatedNs: 0 });
  });
});
