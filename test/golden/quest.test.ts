/**
 * Projects for Quest, if it is installed: built by the driver without a warning, and run on the kernel in QEMU.
 * test/quest/stand-in.test.ts checks what programs ask of the kernel, on any computer.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { questPc } from '../../generator/boards/quest-pc/index.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { buildWithArmGcc } from '../../platformio/driver/arm-gcc.ts';
import type { BuildResult } from '../../platformio/driver/build.ts';
import { describeMissing, type Missing } from '../../platformio/setup/tools.ts';
import { tools } from './compilers.ts';
import { generated, Workspace } from './projects.ts';
import { decode, runOnCortex, timesUs } from './traced-run.ts';

const missing = [tools.questKernel, tools.qemuPc].find((tool): tool is Missing => !tool.installed);
if (missing !== undefined) console.warn(`Not tried, Quest: ${describeMissing(missing)}`);

const workspace = new Workspace();
afterAll(() => workspace.remove());

async function built(name: string, sketch: Sketch, telemetry = true): Promise<BuildResult> {
  const project = generated({ ...sketch, target: 'quest' }, questPc.id, { telemetry });
  expect(project.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const result = await buildWithArmGcc({ projectDir: await workspace.write(name, project), tools });
  expect(result.message, JSON.stringify(result.diagnostics)).toBeNull();
  expect(result.diagnostics).toEqual([]);
  return result;
}

const other = newTask('other', { periodUs: 40_000, budgetUs: 2000, body: 'delay(1);' });

describe.skipIf(missing !== undefined)('with Quest', () => {
  it('builds without telemetry', async () => {
    const tasks = [newTask('a', { body: 'Serial.println("a");' }), other];
    expect((await built('untraced', newSketch('s', { tasks }), false)).firmware).toMatchObject({ format: 'elf' });
  });

  it('a task that never ends is held to its budget, in the same way in each run', async () => {
    const endless = newTask('endless', { periodUs: 20_000, budgetUs: 5000, body: 'for (;;) {\n}' });
    const { firmware } = await built('endless', newSketch('s', { tasks: [endless, other] }));
    const first = await runOnCortex(firmware?.path ?? '', 2_000_000, questPc.id);
    const run = decode(first.bytes);
    expect(run.faults).toBe(0);
    expect(timesUs(run, 'complete', 1).length).toBeGreaterThanOrEqual(20);
    expect(timesUs(run, 'deadline-miss', 1)).toEqual([]);
    expect(timesUs(run, 'complete', 0)).toEqual([]);
    expect((await runOnCortex(firmware?.path ?? '', 2_000_000, questPc.id)).bytes).toEqual(first.bytes);
  });

  it('shares the processor among loops that never end by their budgets, within 5 %', async () => {
    const count = 'static int32_t n;\nfor (;;) {\n  for (volatile int i = 0; i < 20000; i++) {\n  }\n';
    const greedy = [40, 20, 10].map((ms, index) =>
      newTask(`g${index}`, { periodUs: 100_000, budgetUs: ms * 1000, body: `${count}  pl_mark(${index}, ++n);\n}` }),
    );
    const { firmware } = await built('isolation', newSketch('s', { tasks: greedy }));
    const { bytes } = await runOnCortex(firmware?.path ?? '', 20_000_000, questPc.id);
    const marks = decode(bytes).events.filter(({ kind }) => kind === 'mark');
    const [first, second, third] = greedy.map((_, index) => marks.filter(({ object }) => object === index).length);
    if (!first || !second || !third) throw new Error('a task made no progress');
    expect(first / third / 4).toBeGreaterThan(0.95);
    expect(first / third / 4).toBeLessThan(1.05);
    expect(second / third / 2).toBeGreaterThan(0.95);
    expect(second / third / 2).toBeLessThan(1.05);
  });
});
