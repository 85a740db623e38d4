import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { readSketch } from '../../../generator/sketch/read.ts';
import { noteMemory } from '../../host/builds/last-memory.ts';
import { buildFolder } from '../../host/builds/service.ts';
import { documents, FIXTURES, runCli, tasksOf } from '../test-cli.ts';

const fixture = (name: string) => join(FIXTURES, `${name}.polyloop.json`);
const SEVEN = fixture('seven-tasks');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('polyloop check', () => {
  it('admits, with exit code 0, and shows a table', async () => {
    const result = await runCli(['check', SEVEN]);
    expect(result).toMatchObject({ code: 0, error: '' });
    expect(result.out).toContain('ADMITTED');
    expect(result.out).toMatch(/^T7 +12 % +768 ms +1 s +232 ms +yes$/m);
    expect(result.out).not.toContain('\u001b');
  });

  it('does not admit, with exit code 1', async () => {
    const result = await runCli(['check', fixture('overloaded')]);
    expect(result.code).toBe(1);
    expect(result.out).toMatch(/NOT ADMITTED/);
    expect(result.out).toMatch(/^A .* NO$/m);
  });

  it('says whether the sketch fits into its board: estimated, and as the last build found it', async () => {
    const file = join(folder, 'fits.polyloop.json');
    const text = (name: string) => JSON.stringify({ polyloop: 1, name, board: 'uno', target: 'superloop', tasks: [] });
    writeFileSync(file, text('a'));
    const env = { POLYLOOP_HOME: join(folder, 'home') };
    const check = async () => documents(await runCli(['check', file, '--json'], { env }))[0]?.memory;
    const estimated = { ramAvailableBytes: 2048, flashAvailableBytes: 32_256, fits: true };
    expect(await check()).toMatchObject({ estimated, lastBuild: null });
    const read = readSketch(text('a'));
    const sketch = read.ok ? read.sketch : null;
    const dir = buildFolder(join(folder, 'home', 'cache'), file, sketch as Sketch, 'platformio');
    mkdirSync(dir, { recursive: true });
    const stacks = [{ task: null, bytes: 1800, certainBytes: 1795, availableBytes: 1791, unknown: [] }];
    const memory = { ramBytes: 257, ramAvailableBytes: 2048, flashBytes: 5740, flashAvailableBytes: 32_256, stacks };
    await noteMemory(dir, sketch as Sketch, memory);
    expect(await check()).toMatchObject({ lastBuild: { isCurrent: true, fits: false, stacks } });
    const { out } = await runCli(['check', file], { env });
    expect(out).toMatch(/Estimated RAM: \d+ of 2048 B\. Estimated flash: 4900 of 32256 B/);
    expect(out).toContain(
      [
        'RAM of the build: 257 of 2048 B, 12.6 %, without the main stack and the heap',
        'Flash of the build: 5740 of 32256 B, 17.8 %',
        'Stack: at most 1800 of 1791 B',
        'THE BUILD DOES NOT FIT.',
      ].join('\n'),
    );
    writeFileSync(file, text('b'));
    expect(await check()).toMatchObject({ lastBuild: { isCurrent: false } });
  });

  it('reports every problem of an invalid file with its place, with exit code 2', async () => {
    const path = fixture('broken/misspelt');
    const result = await runCli(['check', path]);
    expect(result).toMatchObject({ code: 2, out: '' });
    expect(result.error).toContain(
      `${path}:4:12: error: board: expected a known board, found "umo". Did you mean "uno"?`,
    );
    expect(result.error.trim().split('\n')).toHaveLength(7);
  });

  it('writes one document per line, and the worst file determines the exit code', async () => {
    const paths = [fixture('least'), fixture('overloaded'), fixture('broken/truncated'), join(folder, 'missing.json')];
    const result = await runCli(['check', '--json', ...paths]);
    const found = documents(result);
    expect(result.code).toBe(2);
    expect(found.map((document) => document.file)).toEqual(paths);
    expect(found.map((document) => document.admitted)).toEqual([true, false, undefined, undefined]);
    expect(found[2]?.problems).toMatchObject([{ pointer: '', line: 1, column: 101 }]);
    expect(found[3]?.problems).toMatchObject([{ pointer: '', message: expect.stringContaining('does not exist') }]);
  });

  it('has the documented members, and the known results of the seven tasks', async () => {
    const [document] = documents(await runCli(['check', '--json', '--ideal', SEVEN]));
    expect(document).toMatchObject({ target: 'rtems', admitted: true, decidedBy: 'response-time', ideal: true });
    expect(document?.utilization).toBeCloseTo(0.84);
    const methods = document?.methods as Record<string, unknown>[];
    const byName = new Map(methods.map((method) => [method.method, method]));
    expect(byName.get('liu-layland')).toMatchObject({
      applies: true,
      verdict: 'unknown',
      bound: expect.closeTo(0.7286, 4),
    });
    expect(byName.get('hyperbolic')).toMatchObject({ applies: true, verdict: 'unknown' });
    expect(byName.get('response-time')).toMatchObject({
      applies: true,
      verdict: 'schedulable',
      explanation: expect.any(String),
    });
    expect(byName.get('response-time-non-preemptive')).toMatchObject({ applies: false, reason: expect.any(String) });
    expect(byName.has('quest')).toBe(true);
    const tasks = tasksOf(document);
    expect(tasks.map((task) => task.responseTimeUs)).toEqual([
      156_000, 240_000, 12_000, 72_000, 24_000, 384_000, 768_000,
    ]);
    expect(tasks[0]).toMatchObject({ name: 'T1', deadlineUs: 500_000, meetsDeadline: true });
  });

  it('says which times the kernel cannot represent, and that it admits everything', async () => {
    const path = join(folder, 'fine.polyloop.json');
    const tasks = [{ name: 'read', periodUs: 10_000, budgetUs: 500 }];
    writeFileSync(path, JSON.stringify({ polyloop: 1, name: 'fine', board: 'uno', target: 'quest', tasks }));
    const [document] = documents(await runCli(['check', '--json', path]));
    expect(document?.kernelNotes).toMatchObject([
      { pointer: '/tasks/0/budgetUs', severity: 'error', message: expect.stringContaining('Choose 1000 µs') },
      { pointer: '/target', severity: 'warning', message: expect.stringContaining('creates every VCPU') },
    ]);
    const { out } = await runCli(['check', path]);
    expect(out).toMatch(/^error: Task "read", budgetUs: Quest counts in steps of 1000 µs, found 500 µs\./m);
    expect(out).toMatch(/^warning: target: Quest creates every VCPU/m);
    expect(documents(await runCli(['check', '--json', SEVEN]))[0]).toMatchObject({ kernelNotes: [] });
  });

  it('lists wires that cannot work, which do not change the verdict', async () => {
    const parts = [{ name: 'Knob', kind: 'potentiometer', pins: { wiper: '7' } }];
    const path = join(folder, 'knob.polyloop.json');
    const tasks = [{ name: 'read', periodUs: 10_000, budgetUs: 100 }];
    writeFileSync(path, JSON.stringify({ polyloop: 1, name: 'knob', board: 'uno', target: 'superloop', tasks, parts }));
    const result = await runCli(['check', '--json', path]);
    const message = 'Part "Knob", wiper: pin 7 does not work, because this needs an analog pin.';
    expect(documents(result)[0]).toMatchObject({
      admitted: true,
      wiring: [{ part: 'Knob', terminal: 'wiper', message }],
    });
    expect(documents(await runCli(['check', '--json', SEVEN]))[0]).toMatchObject({ wiring: [] });
  });

  it('shows the tests that apply, and with --explain the reasons why the others do not', async () => {
    const plain = await runCli(['check', '--ideal', SEVEN]);
    expect(plain.out).toMatch(/^Response-time analysis +schedulable$/m);
    expect(plain.out).toMatch(/^\d+ tests do not apply; --explain says why\.$/m);
    const explained = await runCli(['check', '--ideal', '--explain', SEVEN]);
    // The formula comes first, then its symbols, then its numbers in one unit.
    expect(explained.out).toMatch(
      /^Response-time analysis\n {2}w\(q\) = \(q\+1\) C_i .*\n( {4}\S+ +.*\n){5,} {2}R\(T3\) = 12 ms.*\n {4}w = .* µs$/m,
    );
    expect(explained.out).toMatch(
      /^Processor demand \(EDF\) does not apply: This test is for earliest deadline first/m,
    );
  });

  it('returns the steps of each test, its response times, and the job that fails', async () => {
    const [document] = documents(await runCli(['check', '--json', '--ideal', fixture('non-preemptive')]));
    const failure = { kind: 'deadline', task: 'C', job: 2, atUs: 6750, latenessUs: 250 };
    expect(document?.failure).toMatchObject(failure);
    // The schedule that misses the deadline.
    const failed = document?.failure as { path: object[] } | undefined;
    expect(failed?.path.at(-1)).toEqual({ task: 'C', job: 2, releasedUs: 3500, startedUs: 6000, endedUs: 7000 });
    const methods = document?.methods as Record<string, unknown>[];
    expect(methods.find(({ method }) => method === 'response-time-non-preemptive')).toMatchObject({
      failure: expect.objectContaining(failure),
      tasks: [{ name: 'A', responseTimeUs: 1999.999 }, {}, { name: 'C', responseTimeUs: 3500, meetsDeadline: false }],
      steps: expect.arrayContaining([
        {
          text: expect.stringContaining('R(C)'),
          tex: expect.stringContaining('R_{'),
          numbers: expect.objectContaining({ R: 3_500_000, D: 3_250_000 }),
        },
      ]),
    });
  });

  it('prints design help with --design, as JSON and as text', async () => {
    const [document] = documents(await runCli(['check', '--json', '--design', '--ideal', SEVEN]));
    const help = document?.help as Record<string, Record<string, unknown>[]>;
    const names = help.tasks?.map(({ name }) => name);
    expect(names).toEqual(['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7']);
    // The other tasks use 744 ms of its 1000 ms.
    expect(help.tasks?.[6]).toMatchObject({ computed: true, mostBudgetUs: 256_000, slackUs: 232_000 });
    expect(help).toMatchObject({ chainsComplete: true, fit: null });
    const design = await runCli(['check', '--ideal', '--design', SEVEN]);
    expect(design.out).toMatch(/^T7 +120 ms +256 ms +1 s +\d+ ms +1 s +768 ms +232 ms$/m);
    expect(design.out).toMatch(/^All budgets together can grow by a factor of 1\.\d+\.$/m);
  });

  it('computes no design help without --design, because it takes longer than the verdict', async () => {
    const [document] = documents(await runCli(['check', '--json', '--ideal', SEVEN]));
    expect(document).toMatchObject({ admitted: true, help: null });
    const plain = await runCli(['check', '--ideal', SEVEN]);
    expect(plain.out).not.toContain('Largest and smallest admitted values');
  });

  it('judges for another target without touching the file', async () => {
    const before = readFileSync(SEVEN);
    const [document] = documents(await runCli(['check', '--json', '--target', 'superloop', SEVEN]));
    expect(document).toMatchObject({ target: 'superloop', admitted: false, decidedBy: 'response-time-non-preemptive' });
    expect(readFileSync(SEVEN).equals(before)).toBe(true);
  });

  it('reports that the third of three tasks misses its deadline without preemption', async () => {
    const [document] = documents(await runCli(['check', '--json', '--ideal', fixture('non-preemptive')]));
    expect(document?.admitted).toBe(false);
    const third = { responseTimeUs: 3500, deadlineUs: 3250, meetsDeadline: false };
    expect(document?.tasks).toEqual([expect.anything(), expect.anything(), expect.objectContaining(third)]);
  });

  it('judges every sound fixture without a crash', async () => {
    const paths = readdirSync(FIXTURES)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(FIXTURES, name));
    const found = documents(await runCli(['check', '--json', ...paths]));
    expect(found.every((document) => typeof document.admitted === 'boolean')).toBe(true);
  });

  it('escapes control characters in names', async () => {
    const path = join(folder, 'names.polyloop.json');
    const task = { name: 'a\n\u202eb', periodUs: 10, budgetUs: 1 };
    writeFileSync(path, JSON.stringify({ polyloop: 1, name: 'x', board: 'uno', target: 'superloop', tasks: [task] }));
    const result = await runCli(['check', path]);
    expect(result.out).toContain('a\\n\\u202eb');
    expect(result.out).not.toContain('\u202e');
  });

  it.skipIf(process.platform === 'win32')(
    'reads at most the size of the largest sketch, from a file or a pipe',
    async () => {
      const result = await runCli(['check', '/dev/zero']);
      expect(result).toMatchObject({ code: 2, error: expect.stringContaining('larger than the largest sketch') });
    },
  );

  it('names a file that it cannot read', async () => {
    const binary = join(folder, 'binary.polyloop.json');
    writeFileSync(binary, Buffer.from([0xff, 0xfe, 0x7b]));
    const result = await runCli(['check', binary, folder]);
    expect(result.code).toBe(2);
    expect(result.error).toMatch(/binary\.polyloop\.json: error: .*not text in UTF-8/);
    expect(result.error).toMatch(/Cannot read .*folder/);
  });

  it('prints colours only on request', async () => {
    const coloured = await runCli(['check', SEVEN], { env: { FORCE_COLOR: '1', NO_COLOR: undefined } });
    expect(coloured.out).toContain('\u001b[');
    const plain = await runCli(['check', SEVEN], { env: { NO_COLOR: '1', FORCE_COLOR: undefined } });
    expect(plain.out).not.toContain('\u001b[');
  });

  it.each([
    [['check'], /missing required argument 'file'/],
    [['chek', SEVEN], /Did you mean check/],
    [['check', '--target', 'linux', SEVEN], /Allowed choices are superloop/],
    [['check', '--jsn', SEVEN], /Did you mean --json/],
  ])('%j is an invalid command line', async (args, message) => {
    const result = await runCli(args);
    expect(result.code).toBe(2);
    expect(result.error).toMatch(message);
  });
});

describe('polyloop schema', () => {
  it('prints the published schema', async () => {
    const result = await runCli(['schema']);
    const published: unknown = JSON.parse(
      readFileSync(join(FIXTURES, '../../../generator/sketch/polyloop.schema.json'), 'utf8'),
    );
    expect(JSON.parse(result.out)).toEqual(published);
  });
});
