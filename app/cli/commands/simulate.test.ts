import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TraceFileReader } from '../../../generator/trace/file/trace-file.ts';
import { TraceStore } from '../../../generator/trace/store/store.ts';
import { TelemetryDecoder } from '../../../generator/trace/wire/decoder.ts';
import { documents, FIXTURES, runCli, runCliAndStop, tasksOf } from '../test-cli.ts';

const SEVEN = join(FIXTURES, 'seven-tasks.polyloop.json');
const LEAST = join(FIXTURES, 'least.polyloop.json');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-simulate-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const simulate = (...args: string[]) => runCli(['simulate', ...args]);

async function document(...args: string[]): Promise<Record<string, unknown>> {
  const result = await simulate(...args, '--json');
  const [first] = documents(result);
  if (first === undefined) throw new Error(result.error);
  return first;
}

/** Writes a sketch and returns its path. */
function sketchFile(name: string, members: object): string {
  const path = join(folder, `${name}.polyloop.json`);
  writeFileSync(path, JSON.stringify({ polyloop: 1, name, board: 'uno', target: 'freertos', ...members }));
  return path;
}

/** Jobs that take 1 ms to 3 ms, and a longer job of lower priority. */
const uneven = () =>
  sketchFile('uneven', {
    tasks: [
      { name: 'short', periodUs: 10_000, budgetUs: 3000, execution: { shape: 'uniform', leastUs: 1000, mostUs: 3000 } },
      { name: 'long', periodUs: 40_000, budgetUs: 12_000 },
    ],
  });

const without = (found: Record<string, unknown>, ...members: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(found).filter(([name]) => !members.includes(name)));

describe('polyloop simulate', () => {
  it('shows no bound for a scheduler that can exceed it', async () => {
    const stranded = sketchFile('stranded', {
      ...{ target: 'rtems', cores: 3 },
      tasks: [
        { name: 'A', periodUs: 20_000, budgetUs: 11_000, deadlineUs: 17_000, affinity: [1, 2] },
        { name: 'B', periodUs: 10_000, budgetUs: 3000, deadlineUs: 4000, affinity: [0] },
        { name: 'C', periodUs: 10_000, budgetUs: 4000, deadlineUs: 9000, affinity: [1] },
        { name: 'D', periodUs: 12_000, budgetUs: 7000, affinity: [0] },
      ],
    });
    const boundsOf = async (...args: string[]) => {
      const { tasks, admitted } = await document(stranded, '--for', '60ms', '--ideal', ...args);
      return {
        admitted,
        bounds: (tasks as { predictedResponseTimeUs: number | null }[]).map((task) => task.predictedResponseTimeUs),
      };
    };
    expect(await boundsOf()).toEqual({ admitted: true, bounds: [11_000, 3000, 4000, 10_000] });
    const none = { admitted: false, bounds: [null, null, null, null] };
    expect(await boundsOf('--scheduler', 'rtems-priority-affinity')).toEqual(none);
  });

  it('simulates the seven tasks up to their exact bounds', async () => {
    const found = await document(SEVEN, '--for', '10s');
    expect(found).toMatchObject({
      ...{ name: 'seven-tasks', admitted: true, decidedBy: 'response-time', outcome: 'finished' },
      ...{
        requestedUs: 10_000_000,
        simulatedUs: 10_000_000,
        seed: 0,
        phasing: 'drawn',
        migrations: 0,
        trace: null,
        firstMiss: null,
      },
    });
    expect(Number(found.utilization)).toBeCloseTo(0.84, 3);
    // All tasks are released together, which is their critical instant, in the order T1 … T7.
    const worst = tasksOf(found).map((task) => Number(task.worstResponseTimeUs) / 1000);
    expect(worst).toEqual([156, 240, 12, 72, 24, 384, 768]);
    for (const task of tasksOf(found)) {
      expect(task).toMatchObject({ deadlineMisses: 0, budgetOverruns: 0, dropped: 0, withinPrediction: true });
      expect(task.worstResponseTimeUs).toBe(task.predictedResponseTimeUs);
    }
    expect(tasksOf(found).reduce((sum, task) => sum + Number(task.preemptions), 0)).toBe(found.preemptions);
  });

  describe('a task that a longer job delays past its next release', () => {
    const control = (overrun: string) =>
      sketchFile(overrun, {
        policy: 'fixed',
        tasks: [
          { name: 'blocker', periodUs: 100_000, budgetUs: 25_000, offsetUs: 20_000, priority: 3 },
          { name: 'control', periodUs: 20_000, budgetUs: 2000, deadlineUs: 70_000, priority: 2, overrun },
          { name: 'filler', periodUs: 100_000, budgetUs: 45_000, offsetUs: 20_000, priority: 1 },
        ],
      });
    const simulated = async (overrun: string) => {
      const found = await document(control(overrun), '--for', '6s', '--ideal');
      return { found, task: tasksOf(found)[1] };
    };

    it('skip: every dropped release is a miss', async () => {
      const { found, task } = await simulated('skip');
      expect(task).toMatchObject({ jobs: 240, dropped: 60, deadlineMisses: 0, misses: 60, firstDroppedAtUs: 40_000 });
      expect(found).toMatchObject({ admitted: false, firstMiss: { task: 'control', job: null, atUs: 40_000 } });
    });

    it('stop: every release after the task was stopped is a miss', async () => {
      const { found, task } = await simulated('stop');
      expect(task).toMatchObject({ jobs: 2, dropped: 298, misses: 298 });
      expect(found.admitted).toBe(false);
      const { out } = await simulate(control('stop'), '--for', '6s', '--ideal');
      expect(out).toContain('control: stopped at 40 ms by its overrun policy; 298 releases dropped.');
      expect(out).toContain('First miss: control drops its release at 40 ms.');
    });

    it('demote: no bound is shown that the demoted task could exceed', async () => {
      const { found, task } = await simulated('demote');
      expect(found.admitted).toBe(false);
      expect(task).toMatchObject({ worstResponseTimeUs: 72_000, predictedResponseTimeUs: null });
    });

    it('catch-up: admitted, and no release is dropped', async () => {
      const { found, task } = await simulated('catch-up');
      expect(found).toMatchObject({ admitted: true, firstMiss: null });
      expect(task).toMatchObject({
        jobs: 300,
        dropped: 0,
        misses: 0,
        worstResponseTimeUs: 27_000,
        predictedResponseTimeUs: 27_000,
      });
    });
  });

  it('gives the same run for the same seed, and another run for another seed', async () => {
    const file = uneven();
    const [a, b, c] = await Promise.all(['7', '7', '8'].map((seed) => document(file, '--for', '2s', '--seed', seed)));
    expect(without(a ?? {}, 'wallMs')).toEqual(without(b ?? {}, 'wallMs'));
    expect(tasksOf(a)).not.toEqual(tasksOf(c));
    expect(tasksOf(a)[0]?.worstExecutionTimeUs).toBeGreaterThan(2900);
  });

  it('takes execution times from a trace that it wrote, in either format', async () => {
    const file = uneven();
    const [raw, json] = ['.pltrace', '.json'].map((extension) => join(folder, `uneven${extension}`)) as [
      string,
      string,
    ];
    const first = await document(file, '--for', '1s', '--ideal', '--trace', raw);
    await document(file, '--for', '1s', '--ideal', '--trace', json);
    for (const path of [raw, json]) {
      // With drawn times, another seed would give other times.
      const again = await document(file, '--for', '1s', '--ideal', '--seed', '99', '--from-trace', path);
      expect(again).toMatchObject({ fromTrace: path, assumptions: [] });
      expect(tasksOf(again)).toEqual(tasksOf(first));
    }
    const store = new TraceStore();
    const decoder = new TelemetryDecoder(store);
    const reader = new TraceFileReader((bytes) => decoder.push(bytes));
    reader.push(readFileSync(raw));
    reader.end();
    expect(reader.origin).toMatchObject({ source: 'simulation', sketch: { name: 'uneven', board: 'uno' } });
    decoder.end();
    expect(decoder.statistics).toMatchObject({ badFrames: 0, lostFrames: 0 });
    expect(store.end).toBe(first.events);
    const other = await document(SEVEN, '--for', '1s', '--from-trace', raw).catch(String);
    expect(other).toMatch(/has no complete job of any task of this sketch/);
  });

  it('reports its assumptions, and the tasks that a trace has no times for', async () => {
    const trace = join(folder, 'part.pltrace');
    await simulate(uneven(), '--for', '1s', '--trace', trace);
    const more = sketchFile('more', {
      tasks: [
        { name: 'short', periodUs: 10_000, budgetUs: 3000 },
        { name: 'new', periodUs: 50_000, budgetUs: 1000 },
        { name: 'idle', kind: 'background' },
      ],
    });
    const { out, code } = await simulate(more, '--for', '1s', '--from-trace', trace);
    expect(code).toBe(0);
    expect(out).toMatch(/^Background task "idle" is simulated in runs of 1 ms\.$/m);
    expect(out).toMatch(
      /^The trace has no complete job of "new", "idle"\. Random execution times were used instead\.$/m,
    );
  });

  it('simulates several cores, counts migrations, and stays within the bounds', async () => {
    const seven = JSON.parse(readFileSync(SEVEN, 'utf8')) as object;
    const file = join(folder, 'seven-two.polyloop.json');
    writeFileSync(file, JSON.stringify({ ...seven, cores: 2 }));
    const found = await document(file, '--for', '10s');
    expect(found.admitted).toBe(true);
    // Only T7 is preempted on both cores and continues on the core that becomes free.
    expect(tasksOf(found).map((task) => Number(task.migrations) > 0)).toEqual([...Array(6).fill(false), true]);
    expect(tasksOf(found).map((task) => task.withinPrediction)).toEqual(Array(7).fill(true));
    const { out } = await simulate(file, '--for', '10s');
    expect(out).toMatch(/, 40 preemptions, 9 migrations, 0\.84 of 2 processors used\.$/m);
    expect(out).toMatch(/ migrations$/m);
  });

  it('shows the effect of a protocol: without one, tasks that need no resource delay a blocked task', async () => {
    const users = ['high', 'low'].map((task) => ({ task, criticalSectionUs: 4000 }));
    const file = sketchFile('inversion', {
      policy: 'fixed',
      tasks: [
        { name: 'high', periodUs: 100_000, budgetUs: 6000, offsetUs: 10_000, priority: 3 },
        { name: 'middle', periodUs: 100_000, budgetUs: 30_000, offsetUs: 10_000, priority: 2 },
        { name: 'low', periodUs: 100_000, budgetUs: 12_000, offsetUs: 4000, priority: 1 },
      ],
      resources: [{ name: 'bus', users }],
    });
    const responses = await Promise.all(
      ['ceiling', 'inheritance', 'none'].map(async (protocol) => {
        const found = await document(file, '--for', '1s', '--ideal', '--protocol', protocol);
        return Number(tasksOf(found)[0]?.worstResponseTimeUs);
      }),
    );
    // At 10 ms, low has 2 ms left of its critical section (from 8 ms to 12 ms). middle takes 30 ms.
    expect(responses).toEqual([8000, 8000, 38_000]);
  });

  it('reports misses, and still exits with 0', async () => {
    const { out, code, error } = await simulate(join(FIXTURES, 'overloaded.polyloop.json'), '--for', '1s');
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(/^Simulated 1 s in [\d.]+ s, \d+ events, 0 preemptions, processor used \d+\.\d %\.$/m);
    expect(out).toMatch(/^task +jobs +R worst/m);
    expect(out).toMatch(/^Analysis: The tasks need 13[0-9.]+ % of the processor/m);
    // A takes 7 ms of every 10 ms, B takes 12 ms of every 20 ms. A's second job has its deadline at
    // 20 ms and begins shortly after 19 ms.
    expect(out).toMatch(/^First miss: job 1 of A, due at 20 ms\.$/m);
  });

  it('writes a trace in each format, and overwrites a file only when forced', async () => {
    const path = join(folder, 'least.csv');
    expect(await document(LEAST, '--for', '100ms', '--trace', path)).toMatchObject({ trace: path });
    expect(readFileSync(path, 'utf8')).toMatch(/^time_ns,.*\r\n(.*\r\n)*.*,release,T1,/);
    expect(await simulate(LEAST, '--trace', path)).toMatchObject({ code: 2, error: expect.stringContaining('exists') });
    expect(await simulate(LEAST, '--for', '100ms', '--trace', path, '--force')).toMatchObject({ code: 0 });
  });

  it.skipIf(process.platform === 'win32')('ends on request, and reports the simulation so far', async () => {
    const busy = sketchFile('busy', { tasks: [{ name: 'often', periodUs: 500, budgetUs: 100 }] });
    const args = ['simulate', busy, '--for', '1440m', '--json'];
    const result = await runCliAndStop(args, (found) => Number(found?.simulatedUs) > 0);
    const [found] = documents(result);
    expect(result.code).toBe(130);
    expect(found).toMatchObject({ outcome: 'interrupted' });
    expect(Number(found?.simulatedUs)).toBeGreaterThan(0);
    expect(Number(found?.simulatedUs)).toBeLessThan(86_400e6);
  });
});

describe('the command line of simulate', () => {
  it.each([
    [['--seed', '-1'], 'Expected a whole number'],
    [['--seed', '1e3'], 'Expected a whole number'],
    [['--phasing', 'worst'], 'Allowed choices are drawn, critical, random'],
    [['--from-trace', 'x.csv'], 'Use a file that ends in .pltrace or .json'],
    [['--from-trace', 'missing.json'], 'missing.json'],
    [['--from-trace', LEAST], 'it has no "traceEvents"'],
    [['--trace', 'x.docx'], 'Use a name that ends in'],
  ])('refuses %j', async (args, message) => {
    expect(await simulate(LEAST, ...args)).toMatchObject({ code: 2, out: '', error: expect.stringContaining(message) });
  });

  it('reports the version of a recording that it cannot read', async () => {
    const path = join(folder, 'old.pltrace');
    writeFileSync(path, Buffer.from('038101050e80841e07785634121c0105027430040101010401a0c100', 'hex'));
    const { code, error } = await simulate(LEAST, '--from-trace', path);
    expect(code).toBe(2);
    expect(error).toContain('contains telemetry of version 1; this Polyloop reads version 2. Record the run again:');
  });

  it('reports why a sketch cannot be simulated as requested', async () => {
    const result = await simulate(SEVEN, '--server', 'constant-bandwidth');
    expect(result).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringContaining('Set the sketch\'s policy to "edf"'),
    });
  });

  it('reports the problems of a file', async () => {
    const result = await simulate(join(FIXTURES, 'missing.polyloop.json'), '--json');
    expect(result.code).toBe(2);
    expect(documents(result)[0]).toHaveProperty('problems');
  });
});
