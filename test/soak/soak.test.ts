/**
 * A sample of the soak test (npm run soak): a few random sketches for each board and target as real
 * firmware. The seeds are fixed, so every machine tests the same sketches. docs/soak.md has the
 * results of a long run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { kernelOf } from '../../app/host/kernels.ts';
import { describeMissing, findTools, type KernelTool, type Tool } from '../../platformio/setup/tools.ts';
import { alternately, usually } from '../every-case.ts';
import { drawSketch } from './draw.ts';
import { PLATFORMS, type Platform } from './profiles.ts';
import { trySeed } from './seeds.ts';
import { smaller } from './shrink.ts';

const FIRST_SEED = 1;
/** One for each policy. */
const SKETCHES = 4;
/** `npm run soak -- --jobs N` runs more. */
const JOBS = usually(100, 250);

const tools = findTools();
/** The missing tools of a platform. */
function missingFor({ board, target }: Platform): (Tool | KernelTool)[] {
  const builders: Record<string, Tool[]> = {
    host: [tools.hostCc, tools.hostCxx],
    uno: [tools.pio],
    mega: [tools.pio],
    'mps2-an385': [tools.armGcc, tools.armGxx, tools.qemuArm],
  };
  const kernel = kernelOf(target, tools);
  return [...(builders[board] ?? []), ...(kernel === null ? [] : [kernel])].filter(({ installed }) => !installed);
}

const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-soak-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(PLATFORMS.map((platform, index) => ({ ...platform, platform, index })))(
  'soak: $board, $target',
  (one) => {
    const missing = missingFor(one.platform).map((tool) => (tool.installed ? tool.name : describeMissing(tool)));
    if (missing.length > 0) it.skip(`not tried: ${missing.join(' ')}`, () => {});

    const seeds = Array.from({ length: SKETCHES }, (_, index) => FIRST_SEED + index);
    it.skipIf(missing.length > 0).each(alternately(seeds, one.index % 2))(
      'keeps every promise: seed %s',
      async (seed) => {
        const { board, target } = one;
        const order = { board, target, policy: null, jobs: JOBS, root: folder, worker: 0, shrinkAttempts: 0 };
        let result = await trySeed({ ...order, seed });
        // A sketch that is refused or does not fit is replaced by the next one with the same policy.
        while (result.outcome === 'refused') result = await trySeed({ ...order, seed: result.seed + SKETCHES });
        expect(result.outcome, result.message ?? '').not.toBe('not built');
        expect(
          Object.keys(result.violations),
          `npm run soak -- --board ${board} --target ${target} --seed ${result.seed} --jobs 1: ${result.first}`,
        ).toEqual([]);
        expect(result.jobs).toBeGreaterThan(0);
      },
    );
  },
);

describe('drawn sketches', () => {
  const drawn = PLATFORMS.flatMap((platform) => Array.from({ length: 100 }, (_, seed) => drawSketch(seed, platform)));

  it('are the same for the same seed', () => {
    for (const platform of PLATFORMS) expect(drawSketch(7, platform)).toEqual(drawSketch(7, platform));
  });

  it('have every kind of element', () => {
    const tasks = drawn.flatMap((draft) => draft.tasks);
    expect(new Set(tasks.map(({ kind }) => kind)).size).toBe(3);
    expect(new Set(tasks.map(({ overrun }) => overrun)).size).toBe(4);
    expect(new Set(tasks.map(({ conduct }) => conduct)).size).toBe(5);
    const handlers = drawn.flatMap((draft) => draft.interrupts.filter(({ handlerWeight }) => handlerWeight > 0));
    expect(new Set(handlers.map(({ handlerConduct }) => handlerConduct)).size).toBe(2);
    expect(new Set(drawn.map(({ policy }) => policy)).size).toBe(4);
    for (const of of ['triggers', 'resources', 'channels', 'interrupts'] as const) {
      expect(drawn.filter((draft) => draft[of].length > 0).length, of).toBeGreaterThan(50);
    }
  });

  it('have smaller variants with one element less and without dangling references', () => {
    for (const draft of drawn.slice(0, 50)) {
      for (const { tasks, channels, triggers } of smaller(draft)) {
        const names = new Set(tasks.map(({ name }) => name));
        expect(names.has('t0')).toBe(true);
        for (const { writer, readers } of channels)
          for (const end of [writer, ...readers]) expect(names).toContain(end);
        for (const { from, task } of triggers) for (const end of [from, task]) expect(names).toContain(end);
      }
    }
  });
});
