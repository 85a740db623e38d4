/**
 * The generated projects compile without a warning for the Uno and for this computer, and run
 * correctly on this computer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { traceMetadata } from '../../generator/lower/metadata.ts';
import { describeMissing } from '../../platformio/setup/tools.ts';
import { alternately, usually } from '../every-case.ts';
import { compileForHost, compileForUno, sourcesOf, tools } from './compilers.ts';
import { board, EXTREMES, generated, SKETCHES, sketchNamed, Workspace } from './projects.ts';
import { runOnHost, type TracedRun, timesUs } from './traced-run.ts';

for (const tool of [tools.avr, tools.hostCc, tools.hostCxx]) {
  if (!tool.installed) console.warn(`Not compiled: ${describeMissing(tool)}`);
}

const workspace = new Workspace();
afterAll(() => workspace.remove());

describe.skipIf(!tools.avr.installed)('for the Uno', () => {
  it('everything compiles without telemetry too', async () => {
    const project = generated(await sketchNamed('everything'), 'uno', { telemetry: false });
    await compileForUno(await workspace.write('untraced-uno', project), sourcesOf(project.files));
  });

  it.each(['nano', 'mega'])('everything compiles for the %s too', async (id) => {
    const project = generated(await sketchNamed('everything'), id);
    await compileForUno(await workspace.write(id, project), sourcesOf(project.files), board(id));
  });

  // The runtime is the same in all, and test/golden/starters.test.ts builds and runs starters.
  const tried = new Set([...EXTREMES, ...alternately(SKETCHES, 0)]);
  it.each([...tried])('%s compiles without a warning', async (name) => {
    const project = generated(await sketchNamed(name), 'uno');
    await compileForUno(await workspace.write(`${name}-uno`, project), sourcesOf(project.files));
  });
});

const programs = new Map<string, Promise<string>>();

async function buildForHost(name: string): Promise<string> {
  const project = generated(await sketchNamed(name), 'host');
  return compileForHost(await workspace.write(`${name}-host`, project), sourcesOf(project.files));
}

/** Built once for all tests. */
function hostProgram(name: string): Promise<string> {
  const program = programs.get(name) ?? buildForHost(name);
  programs.set(name, program);
  return program;
}

describe.skipIf(!tools.hostCc.installed || !tools.hostCxx.installed)('for this computer', () => {
  it.each(usually<readonly string[]>(EXTREMES, SKETCHES))(
    '%s compiles without a warning, runs, and sends its metadata',
    async (name) => {
      // Metadata is sent in small pieces, which takes seconds.
      const run = await runOnHost(await hostProgram(name), 3_000_000);
      expect(run.faults).toBe(0);
      const sketch = await sketchNamed(name);
      expect(run.metadata).toEqual(traceMetadata({ ...sketch, board: 'host' }, board('host')));
      for (const [index, task] of sketch.tasks.entries()) {
        if (task.kind === 'periodic') expect(timesUs(run, 'complete', index), task.name).not.toEqual([]);
      }
    },
  );

  it('everything compiles without telemetry too, and sends nothing', async () => {
    const project = generated(await sketchNamed('everything'), 'host', { telemetry: false });
    const program = await compileForHost(await workspace.write('untraced-host', project), sourcesOf(project.files));
    expect(await runOnHost(program, 100_000)).toMatchObject({ metadata: null, events: [], text: '' });
  });

  describe('three-blinks', () => {
    it('releases every job at its time, and misses no deadline', async () => {
      const run = await runOnHost(await hostProgram('three-blinks'), 10_000_000);
      [100_000, 250_000, 500_000].forEach((periodUs, task) => {
        const releases = timesUs(run, 'release', task);
        expect(releases.length).toBeGreaterThanOrEqual(10_000_000 / periodUs - 1);
        expect(releases).toEqual(releases.map((_, k) => k * periodUs));
      });
      expect(run.events.filter(({ kind }) => kind === 'deadline-miss' || kind === 'events-dropped')).toEqual([]);
    });
  });

  describe('overload', () => {
    it('misses the deadlines of the expected schedule', async () => {
      const run = await runOnHost(await hostProgram('overload'), 400_000);
      const [steady, greedy] = [0, 1];
      const periods = Array.from({ length: 9 }, (_, k) => k * 40_000);
      // Per 40 ms: released at 0, 10 and 30 ms, dropped at 20 ms; the job of 10 ms ends at 22 ms.
      expect(timesUs(run, 'release', steady).slice(0, 27)).toEqual(
        periods.flatMap((at) => [at, at + 10_000, at + 30_000]),
      );
      expect(timesUs(run, 'release-dropped', steady)).toHaveLength(timesUs(run, 'deadline-miss', steady).length);
      const misses = timesUs(run, 'deadline-miss', steady).slice(0, 9);
      misses.forEach((at, k) => {
        expect(at).toBeGreaterThan(k * 40_000 + 20_000);
        expect(at).toBeLessThanOrEqual(k * 40_000 + 22_000);
      });
      expect(misses).toHaveLength(9);
      expect(timesUs(run, 'deadline-miss', greedy)).toEqual([]);
    });
  });

  describe('logger', () => {
    it('prints every sample, in order', async () => {
      const { text } = await runOnHost(await hostProgram('logger'), 1_000_000);
      const times = text.split('\r\n').flatMap((line) => (line === '' ? [] : [Number(line.split(' ')[0])]));
      expect(times.length).toBeGreaterThan(40);
      expect(times).toEqual(times.map((_, k) => (times[0] ?? 0) + k * 20));
    });
  });

  describe('everything, with its interrupts raised', () => {
    const [button, edgeCounter, switchedOff] = [0, 1, 2];
    let run: TracedRun;
    beforeAll(async () => {
      const sketch = await sketchNamed('everything');
      const raise = [2, 3, 7].map((line) => `pl_host_raise_every(${line}, 3000, 7000);`).join('\n');
      const tasks = sketch.tasks.map((task, index) => (index === 0 ? { ...task, setup: raise } : task));
      const raised = { ...sketch, prelude: `#include <pl_host.h>\n${sketch.prelude}`, tasks };
      const project = generated(raised, 'host');
      const program = await compileForHost(await workspace.write('raised', project), sourcesOf(project.files));
      run = await runOnHost(program, 1_000_000);
    });

    it('counts every edge in the bottom half, and passes the counts on', () => {
      // Telemetry records only a sample of frequent interrupts.
      expect(timesUs(run, 'interrupt-enter', edgeCounter).length).toBeGreaterThan(20);
      const counts = run.events.filter(({ kind, object }) => kind === 'mark' && object === 6).map(({ value }) => value);
      expect(counts.length).toBeGreaterThan(130);
      expect(counts).toEqual(counts.map((_, k) => k + 1));
    });

    it('runs a handler as often as its period allows, and passes its data to the reading task', async () => {
      const handler = (await sketchNamed('everything')).tasks.length;
      const releases = timesUs(run, 'release', handler);
      expect(releases.length).toBeGreaterThan(20);
      const gaps = releases.slice(1).map((at, k) => at - (releases[k] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(40_000);
      expect(timesUs(run, 'interrupt-enter', button)).not.toEqual([]);
      expect(run.events.filter(({ kind, object }) => kind === 'mark' && object === 7).length).toBeGreaterThan(5);
    });

    it('never delivers an interrupt without a budget', () => {
      expect(timesUs(run, 'interrupt-enter', switchedOff)).toEqual([]);
    });

    it('locks and unlocks the resource alternately', () => {
      const locks = run.events.filter(({ kind }) => kind === 'lock-acquire' || kind === 'lock-release');
      expect(locks.length).toBeGreaterThan(200);
      expect(locks.map(({ kind }) => kind)).toEqual(
        locks.map((_, k) => (k % 2 === 0 ? 'lock-acquire' : 'lock-release')),
      );
    });
  });

  describe('everything', () => {
    let marks: readonly { readonly object: number; readonly value: number }[] = [];
    beforeAll(async () => {
      const run = await runOnHost(await hostProgram('everything'), 1_000_000);
      marks = run.events.filter(({ kind }) => kind === 'mark');
    });

    it('gives each reader of a ring buffer every item, and each reader of a four-slot channel the newest', () => {
      const queue = marks.filter(({ object }) => object === 3).map(({ value }) => value);
      expect(queue.length).toBeGreaterThan(80);
      expect(queue).toEqual(queue.map((_, k) => k + 1));
      const newest = marks.filter(({ object }) => object === 2).map(({ value }) => value);
      expect(newest).toEqual(newest.toSorted((a, b) => a - b));
    });
  });
});
