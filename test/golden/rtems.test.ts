/**
 * Projects for RTEMS, if it is installed: built by the driver without a warning in Polyloop's files, and run on the
 * emulated board.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { realviewPbxA9 } from '../../generator/boards/realview-pbx-a9/index.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { buildWithArmGcc } from '../../platformio/driver/arm-gcc.ts';
import type { BuildResult } from '../../platformio/driver/build.ts';
import { describeMissing, type Missing } from '../../platformio/setup/tools.ts';
import { tools } from './compilers.ts';
import { generated, sketchNamed, Workspace } from './projects.ts';
import { decode, runOnCortex, timesUs } from './traced-run.ts';

const missing = [tools.rtemsKernel, tools.qemuArm].find((tool): tool is Missing => !tool.installed);
if (missing !== undefined) console.warn(`Not tried, RTEMS: ${describeMissing(missing)}`);

const workspace = new Workspace();
afterAll(() => workspace.remove());

async function built(name: string, sketch: Sketch, telemetry = true): Promise<BuildResult> {
  const project = generated({ ...sketch, target: 'rtems' }, realviewPbxA9.id, { telemetry });
  expect(project.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const result = await buildWithArmGcc({ projectDir: await workspace.write(name, project), tools });
  expect(result.message, JSON.stringify(result.diagnostics)).toBeNull();
  expect(result.diagnostics).toEqual([]);
  return result;
}

describe.skipIf(missing !== undefined)('with RTEMS', () => {
  it('a sketch with every kind of element builds without a warning', async () => {
    expect((await built('everything', await sketchNamed('everything'))).firmware).toMatchObject({ format: 'elf' });
  });

  it('builds without telemetry', async () => {
    expect((await built('untraced', await sketchNamed('overload'), false)).outcome).toBe('ok');
  });

  it('a task that never ends is held to its budget, in the same way in each run', async () => {
    const endless = newTask('endless', { periodUs: 20_000, budgetUs: 5000, body: 'for (;;) {\n}' });
    const other = newTask('other', { periodUs: 40_000, budgetUs: 2000, body: 'volatile int x = 0;\n(void)x;' });
    const { firmware } = await built('endless', newSketch('s', { tasks: [endless, other] }));
    const first = await runOnCortex(firmware?.path ?? '', 1_000_000, realviewPbxA9.id);
    const run = decode(first.bytes);
    expect(run.faults).toBe(0);
    // The board may not have sent the last frames.
    expect(timesUs(run, 'complete', 1).length).toBeGreaterThanOrEqual(23);
    expect(timesUs(run, 'deadline-miss', 1)).toEqual([]);
    expect(timesUs(run, 'budget-exhausted', 0).length).toBeGreaterThanOrEqual(45);
    expect(timesUs(run, 'complete', 0)).toEqual([]);
    expect((await runOnCortex(firmware?.path ?? '', 1_000_000, realviewPbxA9.id)).bytes).toEqual(first.bytes);
  });

  it.each([
    ['edf', null, {}],
    ['rate-monotonic', null, {}],
    ['rate-monotonic', null, { affinity: [1, 2] }],
    ['edf', 2, { core: 3 }],
  ] as const)('builds for four cores: %s, clusters of %s, %o', async (policy, clusterCores, over) => {
    const tasks = ['a', 'b', 'c'].map((name, index) =>
      newTask(name, { periodUs: 20_000 * (index + 1), budgetUs: 2000, core: clusterCores === null ? null : index }),
    );
    const placed = newTask('placed', {
      periodUs: 50_000,
      budgetUs: 1000,
      ...over,
      affinity: [...('affinity' in over ? over.affinity : [])],
    });
    const sketch = newSketch('s', { policy, cores: 4, clusterCores, tasks: [...tasks, placed] });
    const name = `cores-${policy}-${clusterCores}-${JSON.stringify(over).length}`;
    expect((await built(name, sketch)).firmware).toMatchObject({ format: 'elf' });
  });
});
