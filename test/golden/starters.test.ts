/**
 * The starter sketches have the verdict of their README, and on the Uno they keep their predicted
 * bounds.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DIFFICULTIES } from '../../app/contract/projects.ts';
import { avrConfig } from '../../app/host/devices/avr/config.ts';
import { loadKernel } from '../../app/host/kernels.ts';
import { pictureOf } from '../../app/host/projects/template-picture.ts';
import { admit } from '../../generator/analysis/admission.ts';
import { NO_OVERHEADS } from '../../generator/platform/overheads.ts';
import type { Sketch, TargetName } from '../../generator/sketch/model.ts';
import { checkSketch } from '../../generator/sketch/read.ts';
import { targetById } from '../../generator/targets/index.ts';
import { buildWithPio } from '../../platformio/driver/pio.ts';
import { rootFolder } from '../../templates/load.ts';
import { usually } from '../every-case.ts';
import { tools } from './compilers.ts';
import { explainRun } from './explained-run.ts';
import {
  board,
  FIRST_STARTERS,
  generated,
  PREEMPTIVE_STARTERS,
  STARTERS,
  SUPERLOOP_STARTERS,
  sketchNamed,
  Workspace,
} from './projects.ts';
import { responsesUs, runOnUno, type Stimulus, type TracedRun, timesUs } from './traced-run.ts';

/** Sketches that are overloaded on purpose, or that exceed their declared budgets. */
const BUSY: readonly string[] = ['overload', 'interrupt-storm', 'why-late'];
/** Sketches without bounds: one is refused, and jobs of the others exceed their budgets. */
const BREAKING: readonly string[] = ['overload', 'why-late', 'runaway', 'runaway-handler'];
/** Admitted starters that run on the Uno with the super-loop. */
const CALM = [...SUPERLOOP_STARTERS, ...FIRST_STARTERS].filter((name) => !BUSY.includes(name));
const uno = board('uno');

const judge = (sketch: Sketch) =>
  admit(sketch, {
    capabilities: targetById(sketch.target),
    overheads: uno.targets[sketch.target]?.overheads ?? NO_OVERHEADS,
  });

/** A starter for another target; undefined: for its own. */
const forTarget = async (name: string, target: TargetName | undefined): Promise<Sketch> => {
  const sketch = await sketchNamed(name);
  return { ...sketch, target: target ?? sketch.target };
};

/**
 * Every job that was measured has an explanation that sums to its response. In a run that keeps its budgets, each of
 * them has limits from its bound, and is within them.
 */
async function explainAll(traced: TracedRun, sketch: Sketch, id: string): Promise<void> {
  const overheads = board(id).targets[sketch.target]?.overheads ?? NO_OVERHEADS;
  const { jobs, limited, complaints } = explainRun(traced, sketch, overheads);
  expect(complaints).toEqual([]);
  expect(jobs).toBeGreaterThan(3);
  const isKept = judge(sketch).admitted && !BREAKING.includes(sketch.name);
  expect(limited).toBe(isKept ? jobs : 0);
}

/** Null: the kernel of the sketch's target is not installed, or there is none. */
function kernelOf(sketch: Sketch, id: string) {
  const kernel = sketch.target === 'freertos' ? loadKernel('freertos', board(id), tools) : null;
  return kernel?.state === 'loaded' ? kernel.files : null;
}

/** The second task of `runaway` breaks its budget again and again, and the first one keeps its deadlines. */
function expectIsolated(traced: TracedRun): void {
  expect(timesUs(traced, 'budget-exhausted', 1).length).toBeGreaterThan(10);
  expect(timesUs(traced, 'deadline-miss', 0)).toEqual([]);
}

it('every folder is tried here', async () => {
  const folders = await readdir(path.join(rootFolder(), 'templates', 'sketches'), { withFileTypes: true });
  expect(folders.filter((entry) => entry.isDirectory()).map((entry) => entry.name)).toEqual([...STARTERS].sort());
});

describe.each(STARTERS)('%s', (name) => {
  it.each(['nano', 'nano-old', 'mega'])('has no problems on the board %s', async (id) => {
    expect(generated(await sketchNamed(name), id).diagnostics).toEqual([]);
  });

  it('has no problems, and a README that introduces it', async () => {
    const sketch = await sketchNamed(name);
    expect(checkSketch(sketch)).toEqual([]);
    expect(generated(sketch, 'uno').diagnostics).toEqual([]);
    const readme = await readFile(path.join(rootFolder(), 'templates', 'sketches', name, 'README.md'), 'utf8');
    expect(readme).toMatch(/^# .+\n\n[A-Z][^\n]+(?:\n[^\n]+)?\.\n\n/);
  });

  it('states its difficulty, and has a place for each element in its picture', async () => {
    const text = await readFile(path.join(rootFolder(), 'templates', 'sketches', name, 'template.json'), 'utf8');
    expect(DIFFICULTIES).toContain(JSON.parse(text).difficulty);
    const sketch = await sketchNamed(name);
    const { tasks, interrupts, channels, resources, parts } = sketch;
    const elements = [tasks, interrupts, channels, resources, parts].flat();
    expect(pictureOf(sketch).nodes).toHaveLength(elements.length);
  });

  it('is admitted unless it demonstrates a refusal', async () => {
    expect(judge(await sketchNamed(name)).admitted).toBe(name !== 'overload');
  });
});

/** The same programs on another chip and on another board of the same chip: `npm test` runs a few of them. */
const OTHER_BOARDS = [
  {
    id: 'mega',
    names: usually(
      STARTERS.filter((name) => ['three-blinks', 'debounce', 'runaway'].includes(name)),
      STARTERS,
    ),
  },
  {
    id: 'nano',
    names: usually(
      STARTERS.filter((name) => name === 'logger'),
      STARTERS,
    ),
  },
];

describe.skipIf(!tools.pio.installed).each(OTHER_BOARDS)('on the $id', ({ id, names }) => {
  const workspace = new Workspace();
  afterAll(() => workspace.remove());

  it.for(names)('%s runs, and keeps what it promises', async (name, { skip }) => {
    const sketch = await sketchNamed(name);
    const kernel = kernelOf(sketch, id);
    if (sketch.target === 'freertos' && kernel === null) skip();
    const projectDir = await workspace.write(name, generated(sketch, id, { kernel }));
    const built = await buildWithPio({ projectDir, tools, repeat: true });
    expect(built).toMatchObject({ outcome: 'ok', diagnostics: [] });
    const traced = await runOnUno(built.firmware?.path ?? '', 2_000_000, undefined, avrConfig(board(id).mcu));
    expect(traced.faults).toBe(0);
    await explainAll(traced, sketch, id);
    expect(traced.events.filter(({ kind }) => kind === 'complete').length).toBeGreaterThan(3);
    if (name === 'runaway') return expectIsolated(traced);
    if (BUSY.includes(name)) return;
    const bad = ['deadline-miss', 'budget-exhausted', 'release-dropped', 'events-dropped', 'gap'];
    expect(traced.events.filter(({ kind }) => bad.includes(kind))).toEqual([]);
  });
});

describe.skipIf(!tools.pio.installed)('on the Uno', () => {
  const workspace = new Workspace();
  afterAll(() => workspace.remove());

  const run = async (name: string, runUs: number, stimulus?: Stimulus, target?: TargetName): Promise<TracedRun> =>
    runSketch([name, target].join('-'), await forTarget(name, target), runUs, stimulus);

  const runSketch = async (folder: string, sketch: Sketch, runUs: number, stimulus?: Stimulus): Promise<TracedRun> => {
    const projectDir = await workspace.write(folder, generated(sketch, 'uno', { kernel: kernelOf(sketch, 'uno') }));
    const built = await buildWithPio({ projectDir, tools, repeat: true });
    expect(built).toMatchObject({ outcome: 'ok', diagnostics: [] });
    const traced = await runOnUno(built.firmware?.path ?? '', runUs, stimulus);
    await explainAll(traced, sketch, 'uno');
    return traced;
  };

  it('runaway is stopped by its budget, so that the other task keeps its deadlines and its bound', async ({ skip }) => {
    const sketch = await sketchNamed('runaway');
    if (kernelOf(sketch, 'uno') === null) return skip();
    const traced = await run('runaway', 4_000_000);
    expect(traced.faults).toBe(0);
    expectIsolated(traced);
    const bound = judge(sketch).tasks.find(({ task }) => task === 0)?.responseNs ?? 0;
    const responses = responsesUs(traced, 0);
    expect(responses.length).toBeGreaterThan(70);
    expect(Math.max(...responses)).toBeLessThanOrEqual(bound / 1000);
  });

  it('why-late breaks its promise, so that the other task misses its deadlines', async () => {
    const traced = await run('why-late', 4_000_000);
    expect(timesUs(traced, 'budget-exhausted', 1).length).toBeGreaterThan(2);
    expect([...timesUs(traced, 'deadline-miss', 0), ...timesUs(traced, 'release-dropped', 0)].length).toBeGreaterThan(
      2,
    );
  });

  /** Each calm starter without preemption, and some of them with it. */
  const KEPT = [
    ...CALM.map((name) => ({ name, target: undefined })),
    ...usually(['sensor-to-motor', 'logger'], CALM).map((name) => ({ name, target: 'preemptive' as const })),
    ...PREEMPTIVE_STARTERS.map((name) => ({ name, target: 'preemptive' as const })),
  ];

  it.each(KEPT)(
    '$name keeps its budgets, its deadlines and its predicted bounds, $target',
    async ({ name, target }) => {
      const sketch = await forTarget(name, target);
      const traced = await run(name, 4_000_000, undefined, target);
      const bad = ['deadline-miss', 'budget-exhausted', 'release-dropped', 'events-dropped', 'gap'];
      expect(traced.events.filter(({ kind }) => bad.includes(kind))).toEqual([]);
      expect(traced.faults).toBe(0);
      for (const [index, task] of sketch.tasks.entries()) {
        const bound = judge(sketch).tasks.find((row) => row.task === index)?.responseNs ?? 0;
        const responses = responsesUs(traced, index);
        expect(responses.length).toBeGreaterThan(5);
        expect(Math.max(...responses), task.name).toBeLessThanOrEqual(bound / 1000);
        const releases = timesUs(traced, 'release', index);
        expect(releases).toEqual(releases.map((_, k) => k * (task.periodUs ?? 0)));
      }
    },
  );

  it('urgent-and-long misses deadlines on the super-loop, which the analysis says before', async () => {
    expect(judge(await forTarget('urgent-and-long', 'superloop')).admitted).toBe(false);
    const [urgent, long] = [0, 1];
    const traced = await run('urgent-and-long', 2_000_000, undefined, 'superloop');
    const late = [...timesUs(traced, 'deadline-miss', urgent), ...timesUs(traced, 'release-dropped', urgent)];
    expect(late.length).toBeGreaterThanOrEqual(timesUs(traced, 'complete', long).length);
  });

  it('runaway keeps its budget on one stack when its job is stopped', async () => {
    const given = await forTarget('runaway', 'preemptive');
    const tasks = given.tasks.map((task) =>
      task.exhaustion === 'wait' ? ({ ...task, exhaustion: 'stop' } as const) : task,
    );
    const sketch = { ...given, tasks };
    expect(judge(sketch).admitted).toBe(true);
    const [blink, waits] = [0, 1];
    const traced = await runSketch('runaway-stopped', sketch, 2_000_000);
    expect(traced.faults).toBe(0);
    // A job each 20 ms, and each of them is stopped.
    expect(timesUs(traced, 'budget-exhausted', waits).length).toBeGreaterThan(90);
    expect(timesUs(traced, 'deadline-miss', waits)).toEqual([]);
    expect(timesUs(traced, 'deadline-miss', blink)).toEqual([]);
    expect(timesUs(traced, 'release-dropped', blink)).toEqual([]);
    const bound = judge(sketch).tasks.find(({ task }) => task === blink)?.responseNs ?? 0;
    const responses = responsesUs(traced, blink);
    expect(responses.length).toBeGreaterThan(35);
    expect(Math.max(...responses)).toBeLessThanOrEqual(bound / 1000);
  });

  it('a handler that never ends is stopped on one stack, and the task keeps its bound', async () => {
    const given = await forTarget('interrupt-storm', 'preemptive');
    const interrupts = given.interrupts.map((interrupt) => ({
      ...interrupt,
      handlerExhaustion: 'stop' as const,
      body: 'for (;;) {\n}',
    }));
    const sketch = { ...given, name: 'runaway-handler', interrupts };
    expect(judge(sketch).admitted).toBe(true);
    const [beat, handler] = [0, 2];
    const level = (high: boolean) => ({ kind: 'digital', level: high ? 1 : 0 }) as const;
    const storm: Stimulus = { everyUs: 1_000, act: (board, turn) => board.setPin('2', level(turn % 2 === 0)) };
    const traced = await runSketch('runaway-handler', sketch, 2_000_000, storm);
    expect(traced.faults).toBe(0);
    expect(timesUs(traced, 'budget-exhausted', handler).length).toBeGreaterThan(20);
    expect(timesUs(traced, 'deadline-miss', beat)).toEqual([]);
    expect(timesUs(traced, 'release-dropped', beat)).toEqual([]);
    const bound = judge(sketch).tasks.find(({ task }) => task === beat)?.responseNs ?? 0;
    const responses = responsesUs(traced, beat);
    expect(responses.length).toBeGreaterThan(80);
    expect(Math.max(...responses)).toBeLessThanOrEqual(bound / 1000);
  });

  describe.each(['superloop', 'preemptive'] as const)('interrupt-storm, %s', (target) => {
    const [beat, handler] = [0, 2];
    const lateness = async (traced: TracedRun) => {
      const bound =
        judge(await forTarget('interrupt-storm', target)).tasks.find(({ task }) => task === beat)?.responseNs ?? 0;
      expect(traced.events.filter(({ kind }) => kind === 'deadline-miss')).toEqual([]);
      const responses = responsesUs(traced, beat);
      expect(responses.length).toBeGreaterThan(40);
      expect(Math.max(...responses)).toBeLessThanOrEqual(bound / 1000);
    };
    const level = (high: boolean) => ({ kind: 'digital', level: high ? 1 : 0 }) as const;

    it('counts every pulse', async () => {
      // Ten pulses a second, as the generator gives them at the start.
      const pulses: Stimulus = { everyUs: 50_000, act: (board, turn) => board.setPin('2', level(turn % 2 === 0)) };
      const traced = await run('interrupt-storm', 1_100_000, pulses, target);
      expect(timesUs(traced, 'complete', handler)).toHaveLength(10);
      expect(traced.text).toMatch(/^(\d+\r\n)+$/);
      expect(traced.events.filter(({ kind }) => kind === 'interrupt-mask')).toEqual([]);
      await lateness(traced);
    });

    it('keeps every deadline and its bound when the signal has 5 kHz', async () => {
      const storm: Stimulus = { everyUs: 100, act: (board, turn) => board.setPin('2', level(turn % 2 === 0)) };
      const traced = await run('interrupt-storm', 1_000_000, storm, target);
      expect(traced.events.filter(({ kind, value }) => kind === 'interrupt-mask' && value === 1)).not.toEqual([]);
      await lateness(traced);
    });
  });

  it('overload misses the deadlines of the expected schedule', async () => {
    const traced = await run('overload', 2_000_000);
    const [steady, greedy] = [0, 1];
    const misses = timesUs(traced, 'deadline-miss', steady);
    expect(misses.length).toBeGreaterThanOrEqual(48);
    misses.forEach((at, k) => {
      expect(at - k * 40_000).toBeGreaterThan(20_000);
      expect(at - k * 40_000).toBeLessThan(22_500);
    });
    expect(timesUs(traced, 'deadline-miss', greedy)).toEqual([]);
    expect(timesUs(traced, 'budget-exhausted', steady)).toEqual([]);
  });
});
