/**
 * Programs for Quest on any computer: the VCPUs that they ask for, and the order of their jobs and of their telemetry.
 * A stand-in for Qduino's library records the system calls. test/golden/quest.test.ts runs programs on the kernel itself.
 */
import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { KernelLine } from '../../app/host/devices/kernel-line.ts';
import { questPc } from '../../generator/boards/quest-pc/index.ts';
import { newChannel, newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { TraceStore } from '../../generator/trace/store/store.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import { buildWithArmGcc } from '../../platformio/driver/arm-gcc.ts';
import type { Program, Tools } from '../../platformio/setup/tools.ts';
import { which } from '../../platformio/setup/which.mjs';
import { cFiles, headerDirectories } from '../../runtime-c/configurations.ts';
import { withScratch } from '../conformance/toolchain.ts';
import { tools } from '../golden/compilers.ts';
import { generated, Workspace } from '../golden/projects.ts';

/** The driver looks for GCC's tools beside g++. The runtime reads the cycle counter of x86 processors. */
const [gcc, gxx] = [which('gcc'), which('g++')];
const able = process.platform === 'linux' && process.arch === 'x64' && gcc !== null && gxx !== null;
const programAt = (file: string | null): Program => ({
  ...{ installed: true, name: 'the stand-in compiler', command: [file ?? ''], env: {} },
});

const workspace = new Workspace();
afterAll(() => workspace.remove());

/** The tools, with the stand-in as Quest and this computer's compilers. */
function withStandIn(): Tools {
  const folder = path.join(import.meta.dirname, 'stand-in');
  const compilers = { c: programAt(gcc), cpp: programAt(gxx), cFlags: ['-isystem', folder], linkFlags: ['-pthread'] };
  const found = { installed: true, name: 'stand-in', sourceDir: folder, version: '1' } as const;
  return { ...tools, questKernel: { ...found, kernelImage: '', compilers } };
}

interface Ran {
  /** The recorded system calls. */
  readonly calls: readonly string[];
  readonly store: TraceStore;
  readonly decoder: TelemetryDecoder;
}

/** Builds the sketch and runs it until this event has come so many times. */
async function run(name: string, sketch: Sketch, object: number, completions: number): Promise<Ran> {
  const project = generated({ ...sketch, target: 'quest' }, questPc.id);
  expect(project.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const built = await buildWithArmGcc({ projectDir: await workspace.write(name, project), tools: withStandIn() });
  expect(built.message, JSON.stringify(built.diagnostics)).toBeNull();
  expect(built.diagnostics).toEqual([]);
  const store = new TraceStore();
  const decoder = new TelemetryDecoder(store);
  const line = new KernelLine([]);
  const child = spawn(built.firmware?.path ?? '', { stdio: ['ignore', 'pipe', 'pipe'] });
  let calls = '';
  child.stderr.on('data', (data: Buffer) => {
    calls += data.toString();
  });
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
    child.stdout.on('data', (data: Buffer) => {
      decoder.push(line.push(new Uint8Array(data)));
      if (countOf(store, 'complete', object) >= completions) child.kill('SIGKILL');
    });
  });
  decoder.end();
  return { calls: calls.split('\n').filter((call) => call !== ''), store, decoder };
}

function eventsOf(store: TraceStore) {
  return Array.from({ length: store.end - store.first }, (_, index) => store.at(store.first + index));
}

const countOf = (store: TraceStore, kind: string, object: number): number =>
  eventsOf(store).filter((event) => event.kind === kind && event.object === object).length;

describe.skipIf(!able)('a program for Quest', () => {
  it('has a VCPU for each task, in the order of their rates, one for background tasks and one for telemetry', async () => {
    const sketch = newSketch('s', {
      tasks: [
        newTask('slow', { periodUs: 100_000, budgetUs: 20_000, body: 'static int n;\nSerial.println(n++);' }),
        newTask('fast', { periodUs: 20_000, budgetUs: 4000, body: 'delayMicroseconds(200);' }),
        newTask('rest', { kind: 'background', budgetUs: 1000, body: 'delay(1);' }),
      ],
    });
    const { calls, store, decoder } = await run('vcpus', sketch, 1, 20);
    // The main program first takes most of the processor, to start the loops.
    expect(calls.slice(0, 2)).toEqual(['create 1 90 100', 'bind 1 0']);
    const made = new Map(
      calls.map((call) => call.split(' ')).map(([kind, vcpu, ...rest]) => [`${kind} ${vcpu}`, rest]),
    );
    const vcpuOfLoop = new Map(
      [...made].flatMap(([key, [loop = '']]) => (key.startsWith('bind') ? [[loop, key.slice(5)] as const] : [])),
    );
    const timesOf = (loop: number) => made.get(`create ${vcpuOfLoop.get(String(loop))}`)?.map(Number);
    // The budget of a task and what the runtime takes, in whole milliseconds.
    expect(timesOf(1)).toEqual([5, 20]);
    expect(timesOf(2)).toEqual([22, 100]);
    expect(timesOf(3)).toEqual([10_000, 10_000]);
    expect(timesOf(4)).toEqual([1, 20]);
    expect(vcpuOfLoop.size).toBe(5);
    expect(decoder.statistics).toMatchObject({ badFrames: 0, lostFrames: 0, malformedFrames: 0 });
    expect([...store.texts.values()].join('')).toMatch(/^0\r\n1\r\n/);
  });

  it('records each job in order, and what the overrun policies do with releases during a job', async () => {
    const long = 'delay(50);';
    const task = (name: string, over: object) =>
      newTask(name, { periodUs: 20_000, budgetUs: 15_000, body: long, ...over });
    const tasks = [
      task('skips', { overrun: 'skip' }),
      task('keeps', { overrun: 'catch-up', catchUpLimit: 2 }),
      task('stops', { overrun: 'stop' }),
    ];
    const { store, decoder } = await run('overruns', newSketch('s', { tasks }), 0, 10);
    expect(decoder.statistics).toMatchObject({ badFrames: 0, lostFrames: 0, malformedFrames: 0 });
    const events = eventsOf(store);
    for (const object of [0, 1, 2]) {
      const own = events.filter((event) => event.object === object).map(({ kind }) => kind);
      const jobs = own.filter((kind) => kind === 'start' || kind === 'complete');
      // Each job starts after the one before it is complete.
      expect(jobs.every((kind, index) => (kind === 'start') === (index % 2 === 0))).toBe(true);
      const released = own.filter((kind) => kind === 'release').length;
      expect(released).toBeGreaterThanOrEqual(Math.ceil(jobs.length / 2));
      expect(own).toContain('release-dropped');
      expect(own).toContain('deadline-miss');
    }
    expect(countOf(store, 'complete', 1)).toBeGreaterThan(3);
    expect(countOf(store, 'complete', 2)).toBe(1);
    const times = events.map(({ timeNs }) => timeNs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('passes data through channels', async () => {
    const item = [{ name: 'value', type: 'int32', count: 1 } as const];
    const sketch = newSketch('s', {
      tasks: [
        newTask('from', {
          periodUs: 10_000,
          budgetUs: 2000,
          body: 'static int n;\n(void)numbers_write(n++);',
        }),
        newTask('to', {
          periodUs: 30_000,
          budgetUs: 2000,
          body: 'int32_t number;\nwhile (numbers_read(&number)) { Serial.print(number); Serial.print(" "); }',
        }),
      ],
      channels: [newChannel('numbers', { kind: 'ring-buffer', item, capacity: 8, writer: 'from', readers: ['to'] })],
    });
    const { store } = await run('channels', sketch, 1, 8);
    const numbers = [...store.texts.values()].join('').trim().split(' ').map(Number);
    expect(numbers.length).toBeGreaterThan(10);
    expect(numbers).toEqual(numbers.map((_, index) => index));
    expect(countOf(store, 'channel-write', 0)).toBeGreaterThan(10);
  });
});

describe.skipIf(!able)('the port to Quest', () => {
  it.each([0, 1])('compiles strictly with telemetry %i', async (telemetry) => {
    await withScratch(async (directory) => {
      const numbers = { TASK_COUNT: 3, POLICY: 0, TELEMETRY: telemetry, METADATA_BYTES: 50, TRACE_RING_BYTES: 256 };
      const lines = Object.entries({ ...numbers, QUEST_LOOPS: 4 }).map(
        ([name, value]) => `#define PL_${name} ${value}\n`,
      );
      await writeFile(path.join(directory, 'polyloop_config.h'), lines.join(''));
      const searched = headerDirectories(directory, 'quest').map((folder) => `-I${folder}`);
      const strict = ['-std=c99', '-O2', '-Wall', '-Wextra', '-Wconversion', '-Wpedantic', '-Werror', '-fsyntax-only'];
      const files = await cFiles('port', 'quest');
      expect(files.length).toBeGreaterThan(3);
      const standIn = ['-isystem', path.join(import.meta.dirname, 'stand-in')];
      await promisify(execFile)(gcc ?? '', [...strict, ...searched, ...standIn, ...files]);
    });
  });
});
