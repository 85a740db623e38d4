/**
 * Projects for FreeRTOS with the installed kernel: compiled without a warning in Polyloop's files,
 * built by the drivers, and run on the emulated boards.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { loadKernel } from '../../app/host/kernels.ts';
import { newChannel, newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import type { GeneratedProject } from '../../generator/targets/generate.ts';
import { buildWithPio } from '../../platformio/driver/pio.ts';
import { describeMissing, type Missing } from '../../platformio/setup/tools.ts';
import { buildForCortex, compileForUno, sourcesOf, tools } from './compilers.ts';
import { board, generated, sketchNamed, Workspace } from './projects.ts';
import { decode, runOnCortex, runOnUno, type TracedRun, timesUs } from './traced-run.ts';

const CORTEX = 'mps2-an385';
const { armGcc, armGxx, qemuArm, freertosKernel, avr, pio } = tools;

/** The first missing tool, which is also logged. Undefined if all tools are installed. */
function missing(what: string, parts: readonly ({ readonly installed: true } | Missing)[]): Missing | undefined {
  const absent = parts.find((part): part is Missing => !part.installed);
  if (absent) console.warn(`Not tried, FreeRTOS ${what}: ${describeMissing(absent)}`);
  return absent;
}

const unoMissing = missing('on the Uno', [freertosKernel, avr, pio]) !== undefined;
const cortexMissing = missing('on the Arm board', [freertosKernel, armGcc, armGxx, qemuArm]) !== undefined;

const workspace = new Workspace();
afterAll(() => workspace.remove());

function project(sketch: Sketch, boardId: string, telemetry = true): GeneratedProject {
  const kernel = loadKernel('freertos', board(boardId), tools);
  if (kernel.state !== 'loaded') throw new Error(`no kernel: ${kernel.state}`);
  const made = generated({ ...sketch, target: 'freertos' }, boardId, { telemetry, kernel: kernel.files });
  // A warning about little remaining RAM is allowed.
  expect(made.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return made;
}

/** A sketch with every kind of element, with few enough threads for an Uno. */
async function compact(): Promise<Sketch> {
  const everything = await sketchNamed('everything');
  const kept = ['producer', 'second reader'];
  const tasks = everything.tasks
    .filter(({ name }) => kept.includes(name))
    .map((task) => ({ ...task, stackBytes: 200, body: task.body.replace('alarm_trigger();', '') }));
  const channels = everything.channels.map((channel) => ({
    ...channel,
    capacity: 4,
    readers: channel.readers.filter((name) => kept.includes(name)),
  }));
  const interrupts = everything.interrupts
    .filter(({ ioBudgetUs }) => ioBudgetUs !== 0)
    .map((interrupt) => ({ ...interrupt, handlerBudgetUs: 0 }));
  return { ...everything, tasks, channels, interrupts, ioServer: { budgetUs: 2000, periodUs: 25_000 } };
}

/** Execution time of a task, from its switches. Unit: µs. */
function ranUs(run: TracedRun, task: number): number {
  let since: number | null = null;
  let sum = 0;
  for (const { kind, object, timeNs } of run.events) {
    if (object !== task) continue;
    if (kind === 'start' || kind === 'switch-in') since = timeNs;
    if (since === null || (kind !== 'switch-out' && kind !== 'complete')) continue;
    sum += (timeNs - since) / 1000;
    since = null;
  }
  return sum;
}

describe.skipIf(unoMissing)('on the Uno', () => {
  it.each(['edf', 'rate-monotonic'] as const)(
    'a sketch with every kind of element compiles without a warning, %s',
    async (policy) => {
      const { files, ...rest } = project({ ...(await compact()), policy }, 'uno', policy === 'edf');
      await compileForUno(await workspace.write(policy, { files, ...rest }), sourcesOf(files));
    },
  );

  const run = async (sketch: Sketch, runUs: number, act?: Parameters<typeof runOnUno>[2]): Promise<TracedRun> => {
    const projectDir = await workspace.write(`uno${Math.random()}`, project(sketch, 'uno'));
    const built = await buildWithPio({ projectDir, tools });
    expect(built).toMatchObject({ outcome: 'ok', diagnostics: [] });
    return runOnUno(built.firmware?.path ?? '', runUs, act);
  };

  it('the budget limits the runaway task, and blink misses no deadline', async () => {
    const traced = await run(await sketchNamed('runaway'), 2_000_000);
    expect(traced.faults).toBe(0);
    const [blink, waits] = [0, 1];
    expect(timesUs(traced, 'deadline-miss', blink)).toEqual([]);
    expect(timesUs(traced, 'complete', blink).length).toBeGreaterThanOrEqual(38);
    // The board may not have sent the last frames.
    expect(timesUs(traced, 'budget-exhausted', waits).length).toBeGreaterThanOrEqual(95);
    expect(timesUs(traced, 'complete', waits)).toEqual([]);
    // 5 ms in each of the 100 periods of 20 ms. The event of a switch is recorded about 0.3 ms
    // after the switch.
    expect(ranUs(traced, waits) / 100).toBeGreaterThan(4_000);
    expect(ranUs(traced, waits) / 100).toBeLessThan(5_400);
  });

  it('a sketch with every kind of element runs: interrupts, locks, channels', async () => {
    const edge = (turn: number) => ({ kind: 'digital', level: turn % 2 === 0 ? 1 : 0 }) as const;
    const traced = await run(await compact(), 4_000_000, {
      everyUs: 20_000,
      act: (device, turn) => {
        device.setPin('2', edge(turn));
        device.setPin('3', edge(turn));
      },
    });
    const marksOf = (mark: number) =>
      traced.events.filter(({ kind, object }) => kind === 'mark' && object === mark).map(({ value }) => value);
    const counts = marksOf(6);
    expect(traced.text).toBe('');
    expect(counts.length).toBeGreaterThan(60);
    // The serial line is busy. The board counts the events that it drops.
    const dropped = traced.events
      .filter(({ kind }) => kind === 'events-dropped')
      .reduce((sum, { value }) => sum + value, 0);
    expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b));
    expect((counts.at(-1) ?? 0) - counts.length).toBeLessThanOrEqual(dropped);
    expect(traced.metadata?.objects.filter((object) => object.class === 'task').map(({ name }) => name)).toEqual([
      ...['producer', 'second reader'],
    ]);
  });
});

describe.skipIf(cortexMissing)('on the Arm board', () => {
  it('everything builds, serves its interrupts, and gives the same bytes each time', async () => {
    const everything = await sketchNamed('everything');
    // Starts timer 1 and the first half of the dual timer, both with a period of 7 ms.
    const setup = ['timer1[2] = 175000;', 'timer1[0] = 9;', 'dual[0] = 175000;', 'dual[2] = 0xe2;'].join('\n');
    const prelude = [
      'static volatile uint32_t *const timer1 = (volatile uint32_t *)0x40001000;',
      'static volatile uint32_t *const dual = (volatile uint32_t *)0x40002000;',
      everything.prelude,
    ].join('\n');
    const tasks = everything.tasks.map((task, index) => (index === 0 ? { ...task, setup } : task));
    const built = await buildForCortex(workspace, project({ ...everything, prelude, tasks }, CORTEX));
    expect(built).toMatchObject({ outcome: 'ok', diagnostics: [] });
    const first = await runOnCortex(built.firmware?.path ?? '', 1_000_000);
    const traced = decode(first.bytes);
    expect(traced.faults).toBe(0);
    for (const interrupt of [0, 1]) expect(timesUs(traced, 'interrupt-enter', interrupt)).not.toEqual([]);
    const counts = traced.events.filter(({ kind, object }) => kind === 'mark' && object === 6);
    expect(counts.map(({ value }) => value)).toEqual(counts.map((_, k) => k + 1));
    // A second has 20 ms of I/O budget. A delivery that exhausts the budget is charged up to 0.3 ms.
    expect(counts.length).toBeGreaterThan(60);
    expect((await runOnCortex(built.firmware?.path ?? '', 1_000_000)).bytes).toEqual(first.bytes);
  });

  it('everything builds without telemetry too', async () => {
    const built = await buildForCortex(workspace, project(await sketchNamed('everything'), CORTEX, false));
    expect(built).toMatchObject({ outcome: 'ok', diagnostics: [] });
  });

  it("reports the use of a task's channel in a deadline or budget handler at its line", async () => {
    const tasks = [
      newTask('writer', { deadlineHandler: '\nspeed_write(1);', body: 'speed_write(2);' }),
      newTask('reader', { body: 'int32_t speed;\n(void)speed_read(&speed);' }),
    ];
    const channels = [newChannel('speed', { writer: 'writer', readers: ['reader'] })];
    const built = await buildForCortex(workspace, project(newSketch('x', { tasks, channels }), CORTEX));
    expect(built.diagnostics).toContainEqual(
      expect.objectContaining({
        element: { kind: 'task', name: 'writer' },
        member: 'deadlineHandler',
        line: 2,
        message: expect.stringContaining('set a variable, and let the body do the access'),
      }),
    );
    expect(built.diagnostics.filter(({ element }) => element?.name === 'reader')).toEqual([]);
  });
});
