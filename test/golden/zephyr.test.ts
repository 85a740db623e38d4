/**
 * Projects for Zephyr with the installed kernel: built by the driver without a warning in Polyloop's files, and run on
 * the emulated board.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mps2An385 } from '../../generator/boards/mps2-an385/index.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import type { GeneratedProject } from '../../generator/targets/generate.ts';
import type { BuildResult } from '../../platformio/driver/build.ts';
import { buildWithZephyr, zephyrMissing } from '../../platformio/driver/zephyr.ts';
import { describeMissing } from '../../platformio/setup/tools.ts';
import { tools } from './compilers.ts';
import { generated, sketchNamed } from './projects.ts';
import { decode, runOnCortex, timesUs } from './traced-run.ts';

const missing = zephyrMissing(tools) ?? (tools.qemuArm.installed ? null : tools.qemuArm);
if (missing !== null) console.warn(`Not tried, Zephyr: ${describeMissing(missing)}`);

/** Zephyr's build takes no space in a path. The host builds such a project elsewhere. */
const folder = mkdtempSync(join(tmpdir(), 'polyloop-zephyr-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function written(name: string, { files }: GeneratedProject): Promise<string> {
  for (const [file, text] of files) {
    const target = join(folder, name, ...file.split('/'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  return join(folder, name);
}

async function built(name: string, sketch: Sketch, telemetry = true): Promise<BuildResult> {
  const project = generated({ ...sketch, target: 'zephyr' }, mps2An385.id, { telemetry });
  expect(project.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const result = await buildWithZephyr({ projectDir: await written(name, project), tools });
  expect(result.message, JSON.stringify(result.diagnostics)).toBeNull();
  expect(result.diagnostics).toEqual([]);
  return result;
}

describe.skipIf(missing !== null)('with Zephyr', () => {
  it('a sketch with every kind of element builds without a warning', async () => {
    const { firmware, memory } = await built('everything', await sketchNamed('everything'));
    expect(firmware).toMatchObject({ format: 'elf' });
    expect(memory?.flashBytes).toBeGreaterThan(10_000);
    expect(memory?.ramBytes).toBeGreaterThan(4_000);
  });

  it('builds without telemetry', async () => {
    expect((await built('untraced', await sketchNamed('overload'), false)).outcome).toBe('ok');
  });

  it('a task that never ends is held to its budget', async () => {
    const endless = newTask('endless', { periodUs: 20_000, budgetUs: 5000, body: 'for (;;) {\n}' });
    const other = newTask('other', { periodUs: 40_000, budgetUs: 2000, body: 'volatile int x = 0;\n(void)x;' });
    const { firmware } = await built('endless', newSketch('s', { tasks: [endless, other] }));
    const first = await runOnCortex(firmware?.path ?? '', 1_000_000);
    const run = decode(first.bytes);
    expect(run.faults).toBe(0);
    // The board may not have sent the last frames.
    expect(timesUs(run, 'complete', 1).length).toBeGreaterThanOrEqual(23);
    expect(timesUs(run, 'deadline-miss', 1)).toEqual([]);
    expect(timesUs(run, 'budget-exhausted', 0).length).toBeGreaterThanOrEqual(45);
    expect(timesUs(run, 'complete', 0)).toEqual([]);
    expect((await runOnCortex(firmware?.path ?? '', 1_000_000)).bytes).toEqual(first.bytes);
  });
});
