/**
 * Adds the skeletons of docs/skeletons to a scratch copy of the checkout, then builds, tests and
 * runs the copy.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTools } from '../../platformio/setup/tools.ts';
import { root } from '../architecture/files.ts';
import { cortexMissing } from '../conformance/cortex.ts';
import { usually } from '../every-case.ts';
import { FILES, LEFT_OUT } from './left-out.ts';
import { countsOf, tableOf } from './report.ts';
import { Scratch } from './scratch.ts';
import { FOLDER, readSkeleton, skeletonIds } from './skeleton.ts';
import { roundsOf, runSketch, unreported } from './trial.ts';

const skeletons = skeletonIds().map(readSkeleton);
const { hostCc } = findTools();
let scratch: Scratch;
beforeAll(() => {
  scratch = new Scratch(skeletons);
});
afterAll(() => scratch.remove());

it('each step has an expected message for its omission', () => {
  const counts = skeletons.map(({ id, steps }) => [id, steps.length]);
  expect(Object.entries(LEFT_OUT).map(([id, messages]) => [id, messages.length])).toEqual(counts);
});

describe('the page', () => {
  const page = readFileSync(path.join(root, FOLDER, 'README.md'), 'utf8');

  it('lists the skeletons', () => expect(page, 'Run npm run skeletons').toContain(tableOf(skeletons)));

  it.each(skeletons)('has the steps, files and lines of $id', (skeleton) => {
    expect(page, 'Run npm run skeletons').toContain(`| ${countsOf(skeleton).join(' | ')} | `);
  });
});

describe('with all skeletons', () => {
  beforeAll(() => scratch.plant(skeletons, () => false));

  // The project of the whole checkout contains the files of the others.
  it.each(usually(['.'], ['generator', 'app/renderer', '.']))('%s compiles', async (project) => {
    expect(await scratch.complaints(project)).toEqual([]);
  });

  it('the tests of the skeletons pass, and those that check all additions', async () => {
    const own = skeletons.flatMap(({ steps }) => steps.flatMap(({ creates }) => creates));
    const files = own.filter((file) => /\.test\.tsx?$/.test(file));
    expect(files).toHaveLength(4);
    // It lays out every panel, which takes as long as the others together.
    const slow = usually([], ['app/renderer/workbench/dock.test.tsx']);
    expect(await scratch.failures([...files, ...FILES, ...slow])).toEqual([]);
  });

  it('`check` uses the added analysis', async () => {
    const file = 'templates/sketches/three-blinks/three-blinks.polyloop.json';
    const { output } = await scratch.node('app/cli/main.ts', 'check', file, '--json', '--ideal', '--target', 'threads');
    const { methods } = JSON.parse(output) as { methods: readonly { method: string }[] };
    expect(methods).toContainEqual(
      expect.objectContaining({ method: 'harmonic-chains', applies: true, verdict: 'schedulable' }),
    );
  });

  it.skipIf(!hostCc.installed)('a program for the added kernel runs and sends the added event', async () => {
    const { output, trace } = await runSketch(scratch, 'kernel');
    expect(JSON.parse(output)).toMatchObject({ target: 'threads', health: 'ok', telemetry: { badFrames: 0 } });
    const sent = trace.split(/\r?\n/).filter((line) => line.includes('channel-level'));
    expect(sent.length).toBeGreaterThan(50);
    expect(sent[0]).toMatch(/^\d+,\d+,channel-level,level,3,$/);
  });

  it.skipIf(cortexMissing !== null)('a program for the added board runs', async () => {
    const { output } = await runSketch(scratch, 'board');
    const { tasks } = JSON.parse(output) as { tasks: readonly { jobs: number }[] };
    expect(tasks.map(({ jobs }) => jobs).every((jobs) => jobs > 10)).toBe(true);
  });
});

describe.each(['types', 'tests', 'build'] as const)('with an omitted step, the %s', (by) => {
  const rounds = roundsOf(skeletons, by).map((round) => ({
    round,
    what: round.map(({ skeleton, step }) => `${skeleton.id} ${step.number}`).join(', '),
  }));

  it.skipIf(by === 'build' && !hostCc.installed).each(rounds)('report it: $what', async ({ round }) => {
    expect(await unreported(scratch, skeletons, round, by)).toEqual([]);
  });
});
