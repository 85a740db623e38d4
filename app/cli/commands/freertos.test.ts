/**
 * Runs the commands on a sketch for a target with a kernel: without the kernel, with a folder that
 * is not the kernel, and with the real kernel.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTools } from '../../../platformio/setup/tools.ts';
import { documents, runCli, tasksOf } from '../test-cli.ts';

const { freertosKernel, armGxx, qemuArm, pio } = findTools();

const TASKS = [
  { name: 'fast', periodUs: 10_000, budgetUs: 3_000, body: 'for (volatile long i = 0; i < 1000; i++) {}' },
  // Needs far more than its budget.
  { name: 'greedy', periodUs: 50_000, budgetUs: 5_000, body: 'for (volatile long i = 0; i < 20000; i++) {}' },
  { name: 'slow', periodUs: 100_000, budgetUs: 40_000, body: 'for (volatile long i = 0; i < 12000; i++) {}' },
];

let folder = '';
let nowhere: NodeJS.ProcessEnv = {};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-freertos-'));
  nowhere = { FREERTOS_KERNEL_PATH: undefined, POLYLOOP_TOOLS_DIR: join(folder, 'tools') };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sketchFor(board: string): string {
  const file = join(folder, `${board}.polyloop.json`);
  writeFileSync(file, JSON.stringify({ polyloop: 1, name: 'preempted', board, target: 'freertos', tasks: TASKS }));
  return file;
}

/**
 * Returns only problems of the target. Other problems, for example of stacks, are irrelevant here.
 */
function atTarget(document: Record<string, unknown> | undefined): unknown[] {
  const problems = Array.isArray(document?.problems) ? document.problems : [];
  return problems.filter(({ pointer }) => pointer === '/target');
}

describe('without FreeRTOS', () => {
  const NOT_INSTALLED = /FreeRTOS is not installed\. To get it: .*npx polyloop kernels get freertos/;

  it('check works, reports what is enforced, and reports the missing kernel', async () => {
    const file = sketchFor('uno');
    const [document] = documents(await runCli(['check', file, '--json'], { env: nowhere }));
    expect(document).toMatchObject({
      target: 'freertos',
      taskBudgets: 'enforced',
      kernel: { name: 'FreeRTOS', installed: false, version: null, message: expect.stringMatching(NOT_INSTALLED) },
    });
    const text = await runCli(['check', file], { env: nowhere });
    expect(text.out).toMatch(/Budgets of tasks are enforced/);
    expect(text.out).toMatch(NOT_INSTALLED);
    const loop = await runCli(['check', '--target', 'superloop', file], { env: nowhere });
    expect(loop.out).toMatch(/Budgets of tasks are monitored/);
    expect(loop.out).not.toMatch(/not installed/);
  });

  it('generate writes the project, and reports what is missing in it', async () => {
    const out = join(folder, 'without');
    const result = await runCli(['generate', sketchFor('uno'), '--out', out, '--json'], { env: nowhere });
    expect(result.code).toBe(0);
    expect(atTarget(documents(result)[0])).toEqual([
      expect.objectContaining({
        severity: 'warning',
        message: expect.stringMatching(/not installed.*written without it/),
      }),
    ]);
    expect(existsSync(join(out, 'src', 'main.cpp'))).toBe(true);
    expect(existsSync(join(out, 'lib', 'freertos'))).toBe(false);
  });

  it.each(['build', 'run'])('%s fails before the compiler, at the target', async (command) => {
    const file = sketchFor('mps2-an385');
    const result = await runCli([command, file, '--out', join(folder, command)], { env: nowhere });
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(result.error).toMatch(/target: error: FreeRTOS is not installed/);
    expect(existsSync(join(folder, command, '.arm'))).toBe(false);
  });

  it('a variable that names another folder is reported as such', async () => {
    const wrong = join(folder, 'wrong');
    mkdirSync(wrong, { recursive: true });
    const env = { ...nowhere, FREERTOS_KERNEL_PATH: wrong };
    const result = await runCli(['build', sketchFor('uno')], { env });
    expect(result.code).toBe(1);
    expect(result.error).toContain(`FREERTOS_KERNEL_PATH names ${wrong}, which is no checkout of FreeRTOS-Kernel`);
  });
});

const reason = freertosKernel.installed ? '' : ' (FreeRTOS is not installed)';
describe.skipIf(!freertosKernel.installed)(`with FreeRTOS${reason}`, () => {
  const BOARDS = [
    ['mps2-an385', armGxx.installed && qemuArm.installed],
    ['uno', pio.installed],
  ] as const;

  it('check reports its version and folder', async () => {
    const file = sketchFor('uno');
    const { version, sourceDir } = freertosKernel.installed ? freertosKernel : { version: '', sourceDir: '' };
    const [document] = documents(await runCli(['check', file, '--json']));
    const kernel = { name: 'FreeRTOS', installed: true, version, path: sourceDir, message: null };
    expect(document?.kernel).toEqual(kernel);
    expect((await runCli(['check', file])).out).toContain(`FreeRTOS ${version} is in ${sourceDir}.`);
  });

  it('generate includes the kernel', async () => {
    const out = join(folder, 'with');
    const result = await runCli(['generate', sketchFor('uno'), '--out', out, '--json']);
    expect(atTarget(documents(result)[0])).toEqual([]);
    expect(readFileSync(join(out, 'lib', 'freertos', 'src', 'tasks.c'), 'utf8')).toContain('vTaskStartScheduler');
  });

  describe.each(BOARDS)('on %s', (board, able) => {
    it.skipIf(!able)(
      'one job is preempted, and another is suspended when its budget is exhausted',
      async () => {
        const out = join(folder, `run-${board}`);
        const [document] = documents(await runCli(['run', sketchFor(board), '--for', '1s', '--json', '--out', out]));
        expect(document).toMatchObject({ outcome: 'finished', telemetry: { badFrames: 0, lostFrames: 0 } });
        const task = (name: string) => tasksOf(document).find((row) => row.name === name);
        // The urgent task meets its deadlines regardless of the greedy task.
        expect(task('fast')).toMatchObject({ deadlineMisses: 0, budgetOverruns: 0 });
        expect(Number(task('fast')?.jobs)).toBeGreaterThanOrEqual(95);
        expect(Number(task('greedy')?.budgetOverruns)).toBeGreaterThan(0);
        expect(Number(task('slow')?.worstPreemptedTimeUs)).toBeGreaterThan(0);
      },
      120_000,
    );

    it.skipIf(!able)(
      'a job that never ends is reported with its exhausted budgets',
      async () => {
        const file = join(folder, `runaway-${board}.polyloop.json`);
        const tasks = [
          { name: 'beat', periodUs: 50_000, budgetUs: 10_000, body: '' },
          { name: 'stuck', periodUs: 20_000, budgetUs: 5_000, exhaustion: 'wait', body: 'for (;;) {}' },
        ];
        writeFileSync(file, JSON.stringify({ polyloop: 1, name: 'runaway', board, target: 'freertos', tasks }));
        const out = join(folder, `runaway-${board}`);
        const [document] = documents(await runCli(['run', file, '--for', '1s', '--json', '--out', out]));
        const stuck = tasksOf(document).find(({ name }) => name === 'stuck');
        expect(stuck).toMatchObject({ jobs: 0, deadlineMisses: 1, budgetOverruns: 1, lateJob: 0 });
        // Once per period.
        expect(Number(stuck?.budgetExhaustions)).toBeGreaterThanOrEqual(45);
        expect(Number(stuck?.budgetExhaustions)).toBeLessThanOrEqual(50);
        expect(Number(stuck?.utilization)).toBeGreaterThan(0.2);
        const text = await runCli(['run', file, '--for', '1s', '--out', out]);
        expect(text.out).toMatch(
          /stuck: job 0 is late and has not ended\. The task's budget was exhausted (?:4\d|50) times\./,
        );
      },
      120_000,
    );
  });
});
