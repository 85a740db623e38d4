/** Exported traces, read by programs that are not ours. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sketchOf } from '../../generator/analysis/test-sketches.ts';
import { contextOf } from '../../generator/judge/context.ts';
import { buildSimulation } from '../../generator/simulation/build/build.ts';
import { Simulation } from '../../generator/simulation/engine/engine.ts';
import { newChannel, newResource } from '../../generator/sketch/create.ts';
import { EVENT_KINDS, EVENT_ROWS } from '../../generator/trace/events.ts';
import { ctf } from '../../generator/trace/exports/ctf/ctf.ts';
import { perfetto } from '../../generator/trace/exports/perfetto/perfetto.ts';
import { vcd } from '../../generator/trace/exports/vcd.ts';
import type { Piece } from '../../generator/trace/exports/writer.ts';
import type { RecordedTrace } from '../../generator/trace/file/trace-file.ts';
import { JobTracker } from '../../generator/trace/jobs/jobs.ts';
import {
  KIND_CHANNEL_READ,
  KIND_CHANNEL_WRITE,
  KIND_GAP,
  KIND_LOCK_ACQUIRE,
  KIND_MARK,
  KIND_NOTICE,
  KIND_PLOT,
  KIND_STACK,
  KIND_TEXT,
} from '../../generator/trace/kinds.ts';
import { TraceNames } from '../../generator/trace/names.ts';
import { plotValue } from '../../generator/trace/number.ts';
import { stackValue } from '../../generator/trace/stack.ts';
import { TraceStore } from '../../generator/trace/store/store.ts';
import { describeMissing, findTools } from '../../platformio/setup/tools.ts';
import { PATIENCE_MS } from '../patience.ts';

const { traceReaders, babeltrace2 } = findTools();
const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-exports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TEXT = 'a "b" \\ 50 % {µ} <&> #1_~^ 한글\n';

const LONG = 'slow & "long"';
const LAST = 'last_µ$\\';

/** Preemptions, a channel with two readers, a resource, and one event of each other kind. */
function simulated(): RecordedTrace {
  const sketch = sketchOf(
    [
      { T: 5_000, C: 1_000, name: 'fast' },
      { T: 20_000, C: 6_000, name: LONG },
      { T: 40_000, C: 9_000, name: LAST },
    ],
    {
      name: 'Demo <"1"> 한글',
      channels: [newChannel('samples', { kind: 'ring-buffer', capacity: 8, writer: 'fast', readers: [LONG, LAST] })],
      resources: [
        newResource('bus', {
          users: [
            { task: 'fast', criticalSectionUs: 100 },
            { task: LAST, criticalSectionUs: 2000 },
          ],
        }),
      ],
    },
  );
  const built = buildSimulation(sketch, { ...contextOf(sketch, true), seed: 1, phasing: { kind: 'drawn' } });
  if (!built.ok) throw new Error(built.reason);
  const store = new TraceStore();
  const simulation = new Simulation(built.model, store, { seed: 1 });
  while (!simulation.run(200e6, 1 << 16));
  store.event(200e6, KIND_MARK, 7, -5);
  store.event(200e6, KIND_PLOT, 8, plotValue(21.5));
  store.event(201e6, KIND_STACK, 1, stackValue({ sizeBytes: 200, unusedBytes: 40 }));
  store.event(201e6, KIND_NOTICE, 2, 33);
  store.text(202e6, TEXT);
  store.event(203e6, KIND_GAP, -1, 1e6);
  const jobs = new JobTracker(store);
  jobs.update();
  return { store, jobs, origin: { source: 'simulation', sketch } };
}

const trace = simulated();

function saved(name: string, pieces: Iterable<Piece>): string {
  const file = path.join(folder, name);
  writeFileSync(file, '');
  for (const piece of pieces) writeFileSync(file, piece, { flag: 'a' });
  return file;
}

function run(command: readonly string[]): string {
  const [program = '', ...args] = command;
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
    timeout: PATIENCE_MS,
  });
  if (status !== 0) throw new Error(`${program} ended with ${status ?? error?.message}: ${stderr}\n${stdout}`);
  expect(stderr).toBe('');
  return stdout;
}

function readBack(how: string, file: string): unknown {
  if (!traceReaders.installed) throw new Error(describeMissing(traceReaders));
  return JSON.parse(run([...traceReaders.command, path.join(import.meta.dirname, 'read-back.py'), how, file]));
}

/** The parts of all jobs: task, from, to; −1: it still runs. */
const parts = trace.jobs.tasks.flatMap((task) =>
  Array.from({ length: task.count - task.first }, (_, i) => task.first + i).flatMap((row) =>
    Array.from({ length: task.segmentCountAt(row) }, (_, part) => ({
      task: task.task.name,
      from: task.segmentFromAt(row, part),
      to: task.segmentToAt(row, part),
      row,
    })),
  ),
);

interface PerfettoEvent {
  readonly at: number;
  readonly track: readonly [kind: string, name: string];
  readonly type: string;
  readonly name: string;
  readonly value: number;
  readonly notes: Readonly<Record<string, unknown>>;
  readonly flows: readonly number[];
  readonly ends: readonly number[];
}

if (!traceReaders.installed)
  it.skip(`not installed, so nothing of this was tried: ${describeMissing(traceReaders)}`, () => {});

describe.skipIf(!traceReaders.installed)('the schema of Perfetto', () => {
  const read = () =>
    readBack('perfetto', saved('trace.perfetto-trace', perfetto(trace))) as {
      tracks: [string, string][];
      events: PerfettoEvent[];
    };

  it('reads threads, slices, counters and arrows', () => {
    const { tracks, events } = read();
    expect(tracks.slice(0, 4)).toEqual([
      ['process', trace.origin?.sketch.name],
      ['thread', 'fast'],
      ['thread', LONG],
      ['thread', LAST],
    ]);
    const open = new Map<string, number>();
    const slices: { task: string; from: number; to: number }[] = [];
    for (const { track, type, at } of events) {
      if (track[0] !== 'thread') continue;
      if (type === 'TYPE_SLICE_BEGIN') open.set(track[1], at);
      if (type === 'TYPE_SLICE_END') slices.push({ task: track[1], from: open.get(track[1]) ?? Number.NaN, to: at });
    }
    const ended = parts.filter(({ to }) => to >= 0).map(({ task, from, to }) => ({ task, from, to }));
    expect(ended.length).toBeGreaterThan(50);
    expect(slices).toEqual(ended);
    const first = events.find(({ track, notes }) => track[1] === LONG && 'job' in notes);
    const [long] = trace.jobs.tasks.filter(({ task }) => task.name === LONG);
    expect(first?.notes).toMatchObject({
      job: 0,
      state: 'complete',
      response_ns: (long?.endAt(0) ?? 0) - (long?.arrivalAt(0) ?? 0),
      execution_ns: long?.executionAt(0),
      missed: false,
    });
    const counters = events
      .filter(({ type }) => type === 'TYPE_COUNTER')
      .map(({ track, at, value }) => [track[1], at, value]);
    expect(counters).toEqual([
      ['mark 7', 200e6, -5],
      ['mark 8', 200e6, 21.5],
      [`stack of ${LONG}`, 201e6, 160],
    ]);
    expect(events.find(({ name }) => name === 'text')?.notes).toEqual({ text: TEXT });
    expect(events.filter(({ track, type }) => track[1] === 'bus' && type === 'TYPE_SLICE_BEGIN')).toHaveLength(
      trace.store.count(KIND_LOCK_ACQUIRE),
    );
  });

  it('reads an arrow from each write to its reads, and along the parts of a preempted job', () => {
    const { events } = read();
    const items = events.filter(({ name }) => name === 'read samples');
    expect(items).toHaveLength(trace.store.count(KIND_CHANNEL_READ));
    expect(items.length).toBeGreaterThan(20);
    const writes = new Map(
      events
        .filter(({ name }) => name === 'write samples')
        .flatMap((event) => event.flows.map((flow) => [flow, event])),
    );
    expect(writes.size).toBe(trace.store.count(KIND_CHANNEL_WRITE));
    const taken = new Set<number>();
    for (const { ends, at, track } of items) {
      for (const flow of ends) {
        expect([LONG, LAST]).toContain(track[1]);
        expect(writes.get(flow)?.track[1]).toBe('fast');
        expect(writes.get(flow)?.at).toBeLessThanOrEqual(at);
        expect(taken.has(flow)).toBe(false);
        taken.add(flow);
      }
    }
    expect(taken.size).toBeGreaterThan(20);
    const preempted = new Set(
      parts
        .filter((part) => parts.some((other) => other !== part && other.task === part.task && other.row === part.row))
        .map(({ task, row }) => `${task} ${row}`),
    );
    const arrows = new Set(
      events
        .filter(({ track, type }) => track[0] === 'thread' && type === 'TYPE_SLICE_BEGIN')
        .flatMap(({ flows }) => flows),
    );
    expect(preempted.size).toBeGreaterThan(3);
    expect(arrows.size).toBe(preempted.size);
  });
});

describe.skipIf(!traceReaders.installed)('the package vcdvcd', () => {
  it('reads when each task runs', () => {
    const { timescale, signals } = readBack('vcd', saved('trace.vcd', vcd(trace))) as {
      timescale: string;
      signals: Record<string, [number, string][]>;
    };
    expect(Number(timescale)).toBe(1e-9);
    const fast = Object.entries(signals).find(([name]) => name.includes('fast') && name.includes('run'))?.[1] ?? [];
    const rises = fast.filter(([, value]) => value === '1').map(([at]) => at);
    expect(rises).toEqual(parts.filter(({ task }) => task === 'fast').map(({ from }) => from));
  });
});

if (!babeltrace2.installed)
  it.skip(`not installed, so nothing of this was tried: ${describeMissing(babeltrace2)}`, () => {});

it.skipIf(!babeltrace2.installed)('babeltrace2 reads each event of the Common Trace Format', () => {
  if (!babeltrace2.installed) return;
  const directory = path.join(folder, 'trace.ctf');
  mkdirSync(directory);
  for (const { name, pieces } of ctf(trace)) saved(path.join('trace.ctf', name), pieces);
  const lines = run([...babeltrace2.command, '--clock-cycles', directory])
    .trimEnd()
    .split('\n');
  const expected: string[] = [];
  const names = new TraceNames(trace.store.currentMetadata);
  trace.store.walk(0, trace.store.end, (_index, timeNs, kind, object, value) => {
    const name = EVENT_ROWS[kind]?.object === null ? '' : ` object = ${quoted(names.of(kind, object))}`;
    const plain = EVENT_ROWS[kind]?.value === undefined ? '' : `${name === '' ? '' : ','} value = ${value}`;
    const fields =
      kind === KIND_PLOT
        ? `${name}, value = 21.5`
        : kind === KIND_TEXT
          ? ` text = ${quoted(TEXT)}`
          : kind === KIND_STACK
            ? `${name}, size_bytes = 200, unused_bytes = 40`
            : kind === KIND_NOTICE
              ? ' notice = "heap-exhausted", value = 33'
              : name + plain;
    expected.push(`[${String(timeNs).padStart(20, '0')}] ${EVENT_KINDS[kind]}: {${fields} }`);
  });
  expect(expected.length).toBeGreaterThan(200);
  // What stands between the time and the name is the distance from the event before.
  const found = lines.map((line) => line.replace(/^(\[\d+\]) \(\+[^)]*\) /, '$1 '));
  expect(found).toEqual(expected.map((line) => line.replace('{ }', '{ }')));
});

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
