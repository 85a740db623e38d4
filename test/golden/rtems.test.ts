/**
 * Projects for RTEMS, if it is installed: built by the driver without a warning in Polyloop's files, and run on the
 * emulated board.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { realviewPbxA9 } from '../../generator/boards/realview-pbx-a9/index.ts';
import { newResource, newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { buildWithArmGcc } from '../../platformio/driver/arm-gcc.ts';
import type { BuildResult } from '../../platformio/driver/build.ts';
import { describeMissing, type Missing } from '../../platformio/setup/tools.ts';
import { tools } from './compilers.ts';
import { generated, sketchNamed, Workspace } from './projects.ts';
import { decode, runOnCortex, timesUs } from './traced-run.ts';

const missing = [tools.rtemsKernel, tools.qemuArm].find((tool): tool is Missing => !tool.installed);
if (missing !== undefined) console.warn(`Not tried, RTEMS: ${describeMissing(missing)}`);

/** The prices of docs/sketch-file.md. */
const [CALL_US, BYTE_US, TRIGGER_US] = [12, 4.5, 25];

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

  // Found by the soak test: seed 20262808.
  it('a task that a body triggers starts before a less urgent one that a timer releases in the same call', async () => {
    const sweep = 'static uint32_t n; n++; spin(56000U + 12U * n); (void)urgent_trigger();';
    const tasks = [
      newTask('urgent', { kind: 'sporadic', periodUs: 2500, budgetUs: 200 }),
      newTask('timed', { periodUs: 5000, offsetUs: 2000, budgetUs: 500 }),
      newTask('caller', { periodUs: 5000, deadlineUs: 4900, priority: 1, budgetUs: 3500, body: sweep }),
    ].map((task, index) => ({ ...task, priority: 9 - index }));
    const prelude =
      'static void spin(uint32_t turns) { __asm__ volatile("1: subs %0, #1\\n\\tbne 1b" : "+r"(turns) : : "cc"); }';
    const { firmware } = await built('triggered', newSketch('s', { policy: 'fixed', prelude, tasks }));
    const { bytes } = await runOnCortex(firmware?.path ?? '', 3_000_000, realviewPbxA9.id);
    let [waits, jobs, overtaken] = [false, 0, 0];
    for (const { kind, object } of decode(bytes).events) {
      if (kind === 'release' && object === 0) waits = true;
      if (kind !== 'start') continue;
      if (object === 0) [waits, jobs] = [false, jobs + 1];
      else if (waits) overtaken += 1;
    }
    expect(jobs).toBeGreaterThan(500);
    expect(overtaken).toBe(0);
  });

  it.each(['rate-monotonic', 'edf'] as const)('calls cost a body no more than their price: %s', async (policy) => {
    const CALLS = [
      { code: "Serial.print('x');", mostUs: CALL_US + 6 * BYTE_US },
      { code: 'Serial.print("123456789012345678901234");', mostUs: CALL_US + 29 * BYTE_US },
      { code: 'Serial.println(65535);', mostUs: 2 * CALL_US + 17 * BYTE_US },
      { code: 'shared_lock();\nshared_unlock();', mostUs: 2 * CALL_US + 12 * BYTE_US },
      { code: '(void)urgent_trigger();', mostUs: TRIGGER_US },
    ];
    const measured = CALLS.map(({ code }, index) =>
      [
        `{ const uint32_t from = pl_job_micros(); ${code}`,
        `  const uint32_t used = pl_job_micros() - from; if (used > worst[${index}]) worst[${index}] = used; }`,
        'delayMicroseconds(1100);',
      ].join('\n'),
    );
    const report =
      "if (++n == 90) for (int i = 0; i < 5; i++) { Serial.print('='); Serial.print(worst[i]); Serial.print(';'); }";
    const user = { budgetUs: 500, body: 'shared_lock();\nshared_unlock();' };
    const others = Array.from({ length: 5 }, (_, index) =>
      newTask(`o${index}`, { periodUs: 7000 + 4000 * index, ...user }),
    );
    const tasks = [
      newTask('caller', {
        periodUs: 30_000,
        budgetUs: 8000,
        body: [...measured, 'static uint8_t n;', report].join('\n'),
      }),
      newTask('urgent', { kind: 'sporadic', periodUs: 20_000, deadlineUs: 4000, budgetUs: 300 }),
      ...others,
    ];
    const users = [tasks[0], ...others].map((task) => ({ task: task?.name ?? '', criticalSectionUs: 200 }));
    const prelude = 'static uint32_t worst[5];';
    const sketch = newSketch('s', { policy, prelude, tasks, resources: [newResource('shared', { users })] });
    const { firmware } = await built(`prices-${policy}`, sketch);
    const { text, faults } = decode((await runOnCortex(firmware?.path ?? '', 3_000_000, realviewPbxA9.id)).bytes);
    expect(faults).toBe(0);
    const worst = [...text.matchAll(/=(\d+);/g)].map(([, us]) => Number(us));
    expect(worst).toHaveLength(CALLS.length);
    for (const [index, { code, mostUs }] of CALLS.entries()) expect(worst[index], code).toBeLessThanOrEqual(mostUs);
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
