import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { host } from '../../../generator/boards/host/index.ts';
import { newSketch, newTask } from '../../../generator/sketch/create.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import { TraceFileReader } from '../../../generator/trace/file/trace-file.ts';
import { TraceStore } from '../../../generator/trace/store/store.ts';
import { TelemetryDecoder } from '../../../generator/trace/wire/decoder.ts';
import { findTools } from '../../../platformio/setup/tools.ts';
import { documents, FIXTURES, runCli, runCliAndStop, tasksOf } from '../test-cli.ts';

const LEAST = join(FIXTURES, 'least.polyloop.json');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-run-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs with its own home folder, so that no files of earlier runs have an effect. */
const run = (...args: string[]) => runCli(['run', ...args], { env: { POLYLOOP_HOME: join(folder, 'home') } });

describe.skipIf(!findTools().pio.installed)('polyloop run', () => {
  it('measures every task of the real firmware beside its predicted bound', async () => {
    const [document] = documents(await run(LEAST, '--for', '1s', '--json'));
    expect(document).toMatchObject({ outcome: 'finished', boardTimeUs: 1_000_000, admitted: true, trace: null });
    expect(document?.telemetry).toMatchObject({ badFrames: 0, lostFrames: 0, lostEvents: 0, gaps: 0 });
    const [task] = tasksOf(document);
    expect(task).toMatchObject({
      name: 'T1',
      deadlineMisses: 0,
      budgetOverruns: 0,
      dropped: 0,
      withinPrediction: true,
    });
    expect(task?.jobs).toBeGreaterThanOrEqual(95);
    expect(task?.jobs).toBeLessThanOrEqual(100);
    expect(task?.worstResponseTimeUs).toBeLessThanOrEqual(Number(task?.predictedResponseTimeUs));
    expect(task?.meanResponseTimeUs).toBeLessThanOrEqual(Number(task?.worstResponseTimeUs));
    expect(task?.worstExecutionTimeUs).toBeLessThanOrEqual(Number(task?.worstResponseTimeUs));
    // One tick of the release timer.
    expect(task?.releaseJitterUs).toBeLessThanOrEqual(0.5);
  });

  it('reports the misses of an overloaded sketch, and the same ones each time', async () => {
    const overloaded = join(FIXTURES, 'overloaded.polyloop.json');
    const [first] = documents(await run(overloaded, '--for', '500ms', '--json'));
    const [a, b] = tasksOf(first);
    expect(first).toMatchObject({ admitted: false, outcome: 'finished' });
    expect(a?.deadlineMisses).toBeGreaterThan(0);
    expect(b?.worstExecutionTimeUs).toBeGreaterThan(11_000);
    const [second] = documents(await run(overloaded, '--for', '500ms', '--json'));
    expect(second?.tasks).toEqual(first?.tasks);
  });

  it('reports the time of an interrupt storm, which stays within its budget, and its effect on the tasks', async () => {
    const file = join(folder, 'storm.polyloop.json');
    // The board triggers its own interrupts, because an edge of an output pin triggers one too.
    const toggle = 'for (int i = 0; i < 20; i++) { digitalWrite(2, HIGH); digitalWrite(2, LOW); }';
    const beat = { name: 'beat', periodUs: 20_000, budgetUs: 3000, setup: 'pinMode(2, OUTPUT);', body: 'delay(1);' };
    const edge = { name: 'edge', pin: '2', mode: 'change', ioBudgetUs: 1000, ioPeriodUs: 20_000 };
    const handler = { handlerBudgetUs: 500, handlerPeriodUs: 20_000, body: 'static unsigned n; n++;' };
    const sketch = {
      ...{ polyloop: 1, name: 'storm', board: 'uno', target: 'superloop' },
      tasks: [beat, { name: 'storm', kind: 'background', body: toggle }],
      interrupts: [{ ...edge, ...handler }],
    };
    writeFileSync(file, JSON.stringify(sketch));
    const [document] = documents(await run(file, '--for', '1s', '--json'));
    expect(document).toMatchObject({ outcome: 'finished', telemetry: { badFrames: 0, lostFrames: 0 } });
    const [interrupt] = Array.isArray(document?.interrupts) ? document.interrupts : [];
    expect(interrupt.times).toBeGreaterThan(50);
    expect(interrupt.timesMasked).toBeGreaterThan(20);
    // The first of them come together, and fill the record.
    expect(interrupt.timesAreLeast).toBe(true);
    expect(interrupt.deliveries).toBeGreaterThan(interrupt.times);
    expect(interrupt.maskedTimeUs).toBeGreaterThan(500_000);
    // While the line is masked, all edges but one are lost.
    expect(interrupt.lostEdges).toBeGreaterThan(1000);
    // At most 1000 µs in any 20,000 µs, from the first to the last interrupt.
    expect(interrupt.executionTimeUs).toBeLessThanOrEqual(51 * 1000);
    const rows = new Map(tasksOf(document).map((row) => [row.name, row]));
    expect(rows.get('beat')).toMatchObject({ deadlineMisses: 0, dropped: 0 });
    expect(rows.get('edge')).toMatchObject({ kind: 'handler', periodUs: 20_000, budgetUs: 500 });
    expect(Number(rows.get('edge')?.jobs)).toBeGreaterThanOrEqual(48);
    expect(Number(rows.get('edge')?.jobs)).toBeLessThanOrEqual(51);
    const table = await run(file, '--for', '200ms');
    expect(table.out).toMatch(/^interrupt +times +time +C worst +times masked +masked for +edges lost$/m);
  });

  it('wires the parts of the sketch, so a signal generator raises interrupts', async () => {
    const file = join(folder, 'rate.polyloop.json');
    const edge = { name: 'edge', pin: '2', mode: 'rising', bottomHalfUs: 10 };
    const sketch = {
      ...{ polyloop: 1, name: 'rate', board: 'uno', target: 'superloop' },
      tasks: [{ name: 'beat', periodUs: 100_000, budgetUs: 1000 }],
      interrupts: [{ ...edge, handlerBudgetUs: 0, handlerPeriodUs: 20_000, body: 'static uint8_t n; n++;' }],
      parts: [{ name: 'Rate', kind: 'signal-generator', pins: { output: '2' }, rateHz: 40 }],
    };
    writeFileSync(file, JSON.stringify(sketch));
    const [document] = documents(await run(file, '--for', '1s', '--json'));
    const [interrupt] = Array.isArray(document?.interrupts) ? document.interrupts : [];
    // The board reports interrupts every 31 ms, and the last report may not have been sent.
    expect(interrupt.times).toBeGreaterThanOrEqual(38);
    expect(interrupt.times).toBeLessThanOrEqual(40);
    expect(interrupt.timesAreLeast).toBe(false);
    // The emulator counts them, so none is left out.
    expect(interrupt.deliveries).toBeGreaterThanOrEqual(interrupt.times);
    expect(interrupt.deliveries).toBeLessThanOrEqual(40);
  });

  it('writes the bytes that the board sent, which decode to the same events', async () => {
    const path = join(folder, 'run.pltrace');
    const [document] = documents(await run(LEAST, '--for', '200ms', '--json', '--trace', path));
    const store = new TraceStore();
    const decoder = new TelemetryDecoder(store);
    const reader = new TraceFileReader((bytes) => decoder.push(bytes));
    reader.push(readFileSync(path));
    reader.end();
    decoder.end();
    expect(reader.origin).toMatchObject({ source: 'virtual', sketch: { name: expect.any(String) } });
    expect(document).toMatchObject({ trace: path, telemetry: { events: decoder.statistics.events } });
    expect(store.end).toBeGreaterThan(0);
    const table = join(folder, 'run.CSV');
    await run(LEAST, '--for', '200ms', '--trace', table);
    expect(readFileSync(table, 'utf8')).toMatch(/^time_ns,.*\r\n(.*\r\n)*.*,release,T1,/);
    const again = await run(LEAST, '--for', '200ms', '--trace', path);
    expect(again).toMatchObject({ code: 2, error: expect.stringContaining('exists') });
  });

  it('runs tasks with any name', async () => {
    const [document] = documents(await run(join(FIXTURES, 'hostile-names.polyloop.json'), '--for', '1s', '--json'));
    const tasks = tasksOf(document);
    expect(tasks.map((task) => task.name)).toContain('*/ #error "x"');
    expect(tasks.every((task) => Number(task.jobs) > 0)).toBe(true);
  });

  it('shows a table, and the document contains the program’s output', async () => {
    const file = join(folder, 'hello.polyloop.json');
    const task = { name: 'Hello', periodUs: 100_000, budgetUs: 5_000, body: 'Serial.println("hello");' };
    const text = JSON.stringify({ polyloop: 1, name: 'x', board: 'uno', target: 'superloop', tasks: [task] });
    writeFileSync(file, text);
    const result = await run(file, '--for', '1s');
    expect(result).toMatchObject({ code: 0, error: '' });
    expect(result.out).toMatch(/^task +jobs +R worst/m);
    expect(result.out).toMatch(/^Hello +\d/m);
    const [document] = documents(await run(file, '--for', '1s', '--json'));
    expect(document?.text).toMatch(/^hello\r\nhello\r\n/);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it.skipIf(process.platform === 'win32')('reports the run up to an interruption', async () => {
    const env = { POLYLOOP_HOME: join(folder, 'home') };
    const args = ['run', LEAST, '--for', '600m', '--json'];
    const result = await runCliAndStop(args, (found) => Number(found?.boardTimeUs) > 0, env);
    expect(result.code).toBe(130);
    // On a slow machine the build may still be in progress.
    expect(['interrupted', 'cancelled']).toContain(documents(result)[0]?.outcome);
  });

  it('does not run a sketch that cannot be built', async () => {
    const file = join(folder, 'broken.polyloop.json');
    const task = { name: 'T', periodUs: 10_000, budgetUs: 1_000, body: 'nonsense' };
    writeFileSync(file, JSON.stringify({ polyloop: 1, name: 'x', board: 'uno', target: 'superloop', tasks: [task] }));
    const result = await run(file, '--json');
    expect(result.code).toBe(1);
    expect(documents(result)[0]).toMatchObject({ ok: false, outcome: 'failed', firmware: null });
  });
});

it('records the values that code plots, by their names', async () => {
  const body =
    'static float t = 20; t += 0.5f; plot("temperature", t); static int n = 0; n -= 3; plot("count µ", n); plot("big", 4000000000UL);';
  const sketch = join(folder, 'plots.polyloop.json');
  const task = { name: 't', periodUs: 50_000, budgetUs: 8000, body };
  writeFileSync(
    sketch,
    JSON.stringify({ polyloop: 1, name: 'plots', board: 'uno', target: 'superloop', tasks: [task] }),
  );
  const table = join(folder, 'plots.csv');
  expect(await run(sketch, '--for', '200ms', '--trace', table)).toMatchObject({ code: 0 });
  const values = readFileSync(table, 'utf8')
    .split('\r\n')
    .map((line) => line.split(','))
    .filter(([, , kind]) => kind === 'plot' || kind === 'mark')
    .map(([, , kind, name, value]) => [kind, name, Number(value)]);
  expect(values.slice(0, 6)).toEqual([
    ['plot', 'temperature', 20.5],
    ['mark', 'count µ', -3],
    ['plot', 'big', 4e9],
    ['plot', 'temperature', 21],
    ['mark', 'count µ', -6],
    ['plot', 'big', 4e9],
  ]);
});

describe('the command line of run', () => {
  it.each([
    [['--for', '2'], /a number and a unit/],
    [['--for', '0s'], /longer than zero/],
    [['--trace', 'x.docx'], /ends in \.pltrace/],
  ])('refuses %j', async (args, message) => {
    const result = await run(LEAST, ...args);
    expect(result.code).toBe(2);
    expect(result.error).toMatch(message);
    expect(existsSync('x.docx')).toBe(false);
  });
});

describe.skipIf(!findTools().hostCc.installed)('a sketch for this computer', () => {
  it('runs as the user only from a folder that the user trusts', async () => {
    const file = join(folder, 'native.polyloop.json');
    const sketch = newSketch('native', { board: host.id, tasks: [newTask('beat', { periodUs: 100_000 })] });
    writeFileSync(file, writeSketch(sketch));
    const short = ['--for', '100ms', '--json'];
    const refused = await run(file, ...short);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.error).toMatch(/the code of 1 task or interrupt as a program of your account/);
    expect(refused.error).toContain('--trust');
    expect(documents(await run(file, ...short, '--trust'))[0]).toMatchObject({ outcome: 'finished' });
    expect(documents(await run(file, ...short))[0]).toMatchObject({ outcome: 'finished' });
  });
});
