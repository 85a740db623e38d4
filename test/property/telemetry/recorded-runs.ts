/**
 * Runs of programs as telemetry streams, together with their real events. The streams are from the
 * product's encoder and, if a compiler for this machine is installed, from the C runtime.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ObjectClass, TraceMetadata, TraceObject } from '../../../generator/trace/events.ts';
import {
  KIND_BOOT,
  KIND_COMPLETE,
  KIND_INTERRUPT_ENTER,
  KIND_LOCK_WAIT,
  KIND_MARK,
  KIND_RELEASE,
  KIND_RELEASE_DROPPED,
  KIND_TEXT,
  NO_OBJECT,
} from '../../../generator/trace/kinds.ts';
import type { TraceSink } from '../../../generator/trace/sink.ts';
import { TelemetryDecoder } from '../../../generator/trace/wire/decoder.ts';
import { TelemetryEncoder } from '../../../generator/trace/wire/encoder.ts';
import { encodeMetadata } from '../../../generator/trace/wire/metadata.ts';
import { buildHost, type Config, hostCompiler, PROGRAMS, RECORDER, withScratch } from '../../conformance/toolchain.ts';
import { Random } from '../../random.ts';

const run = promisify(execFile);
const CLOCK_HZ = 2_000_000;
const TICK_NS = 1e9 / CLOCK_HZ;

/** The real events in the order of time. */
export class Truth implements TraceSink {
  readonly timesNs: number[] = [];
  /** `eventKey` of each event. */
  readonly keys: number[] = [];

  metadata(): void {}

  segment(): void {}

  event(timeNs: number, kind: number, object: number, value: number): void {
    this.timesNs.push(timeNs);
    this.keys.push(eventKey(kind, object, value));
  }

  text(timeNs: number, text: string): void {
    this.timesNs.push(timeNs);
    this.keys.push(textKey(text));
  }
}

/** One number for the kind, the object and the value of an event. */
export function eventKey(kind: number, object: number, value: number): number {
  return Math.imul((kind << 16) ^ (object + 1), 0x9e3779b1) ^ Math.imul(value | 0, 0x85ebca6b);
}

export function textKey(text: string): number {
  let hash = KIND_TEXT;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash, 31) + text.charCodeAt(i);
  return hash | 0;
}

export interface RecordedRun {
  readonly metadata: TraceMetadata;
  /** Frames with their terminating zeros. The first frame begins with the boot event. */
  readonly frames: readonly Uint8Array[];
  readonly truth: Truth;
}

function named(objectClass: ObjectClass, index: number, prefix: string): TraceObject {
  const periodNs = objectClass === 'task' ? 10_000_000 * (index + 1) : null;
  const times = { periodNs, offsetNs: periodNs === null ? null : 0, deadlineNs: periodNs, budgetNs: null };
  return { class: objectClass, index, name: `${prefix} ${objectClass} ${index}`, ...times };
}

/** A program with `each` objects of each class. */
function programOf(prefix: string, each: number): TraceMetadata {
  const classes: readonly ObjectClass[] = ['task', 'interrupt', 'channel', 'resource', 'mark'];
  const objects = classes.flatMap((name) => Array.from({ length: each }, (_, index) => named(name, index, prefix)));
  const fingerprint = [...prefix].reduce(
    (hash, c) => Math.imul(hash ^ c.charCodeAt(0), 16_777_619) >>> 0,
    2_166_136_261,
  );
  return { clockHz: CLOCK_HZ, fingerprint, objects };
}

/** The frames of a stream, without noise before the first one, such as a single zero. */
function framesOf(stream: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let from = 0; from < stream.length; ) {
    const end = stream.indexOf(0, from) + 1;
    if (end === 0) break;
    if (end - from > 1) frames.push(stream.slice(from, end));
    from = end;
  }
  return frames;
}

type Say = (random: Random, each: number, timeNs: number, sink: TraceSink) => void;

const sayJob: Say = (random, each, timeNs, sink) =>
  sink.event(timeNs, random.whole(KIND_RELEASE, KIND_COMPLETE), random.below(each), 0);

const SAY_OTHER: readonly Say[] = [
  (random, each, timeNs, sink) => sink.event(timeNs, KIND_MARK, random.below(each), random.whole(-1000, 100_000)),
  (random, _each, timeNs, sink) => sink.text(timeNs, `value ${random.below(10_000)}\n`),
  (random, each, timeNs, sink) =>
    sink.event(timeNs, KIND_LOCK_WAIT + random.below(3), random.below(each), random.below(each)),
  (random, each, timeNs, sink) => sink.event(timeNs, KIND_INTERRUPT_ENTER + random.below(2), random.below(each), 0),
  (random, each, timeNs, sink) => sink.event(timeNs, KIND_RELEASE_DROPPED, random.below(each), random.whole(1, 9)),
];

function randomEvent(random: Random, each: number, timeNs: number, sink: TraceSink): void {
  const say = random.chance(0.8) ? sayJob : random.of(SAY_OTHER);
  say(random, each, timeNs, sink);
}

export interface Shape {
  readonly seconds: number;
  readonly eventsPerSecond: number;
}

/** A run of random events from the product's encoder. */
function encodedRun(metadata: TraceMetadata, seed: number, shape: Shape, payloadBytes: number): RecordedRun {
  const random = new Random(seed);
  const each = metadata.objects.filter((object) => object.class === 'task').length;
  const encoder = new TelemetryEncoder({ payloadBytes, starts: seed });
  const truth = new Truth();
  encoder.metadata(metadata);
  encoder.segment(true);
  for (const sink of [encoder, truth]) sink.event(0, KIND_BOOT, NO_OBJECT, 0);
  const meanTicks = CLOCK_HZ / shape.eventsPerSecond;
  for (let ticks = 0; ticks < shape.seconds * CLOCK_HZ; ) {
    ticks += random.below(2 * meanTicks);
    const at = ticks * TICK_NS;
    const state = random.below(2 ** 31);
    for (const sink of [encoder, truth]) randomEvent(new Random(state), each, at, sink);
  }
  return { metadata, frames: framesOf(encoder.take()), truth };
}

/** Builds the program that records random events with the C runtime. */
async function buildRecorder(directory: string, metadata: TraceMetadata): Promise<string> {
  const blob = encodeMetadata(metadata);
  const config: Config = { PL_TASK_COUNT: 4, PL_METADATA_BYTES: blob.length, STREAM_BLOB: blob.join(', ') };
  return buildHost(directory, config, [path.join(PROGRAMS, 'streams.c'), ...RECORDER], []);
}

async function runtimeRun(program: string, metadata: TraceMetadata, seed: number, shape: Shape): Promise<RecordedRun> {
  const meanTicks = CLOCK_HZ / shape.eventsPerSecond;
  const given = [seed, shape.seconds, meanTicks].map((number) => String(Math.round(number)));
  const { stdout } = await run(program, given, { encoding: 'buffer', maxBuffer: 1 << 26 });
  const truth = new Truth();
  const decoder = new TelemetryDecoder(truth);
  decoder.push(stdout);
  decoder.end();
  const { badFrames, lostFrames, malformedFrames } = decoder.statistics;
  if (badFrames + lostFrames + malformedFrames > 0) throw new Error('The undamaged stream is damaged.');
  return { metadata, frames: framesOf(stdout), truth };
}

const PROGRAM_A = programOf('A', 4);
const PROGRAM_B = programOf('B', 4);
const PROGRAM_LONG = programOf('long', 18);
const SHORT: Shape = { seconds: 3, eventsPerSecond: 80 };
const BUSY: Shape = { seconds: 3, eventsPerSecond: 300 };
/** Gives more frames than a test removes at once. */
const LONG: Shape = { seconds: 110, eventsPerSecond: 20 };

/** Runs from the product's encoder, from the C runtime, and long ones from both. */
export interface Recordings {
  readonly short: readonly RecordedRun[];
  readonly long: readonly RecordedRun[];
}

export async function record(): Promise<Recordings> {
  const short: RecordedRun[] = [];
  const long: RecordedRun[] = [];
  for (const [index, metadata] of [PROGRAM_A, PROGRAM_B, PROGRAM_A, PROGRAM_B, PROGRAM_LONG].entries()) {
    short.push(encodedRun(metadata, 10 + index, SHORT, 128), encodedRun(metadata, 20 + index, BUSY, 240));
  }
  for (const metadata of [PROGRAM_A, PROGRAM_B]) long.push(encodedRun(metadata, 30 + long.length, LONG, 128));
  if (hostCompiler !== null) await recordByRuntime(short, long);
  return { short, long };
}

async function recordByRuntime(short: RecordedRun[], long: RecordedRun[]): Promise<void> {
  for (const metadata of [PROGRAM_A, PROGRAM_B, PROGRAM_LONG]) {
    await withScratch(async (directory) => {
      const program = await buildRecorder(directory, metadata);
      for (const seed of [41, 42, 43]) short.push(await runtimeRun(program, metadata, seed, SHORT));
      short.push(await runtimeRun(program, metadata, 44, BUSY));
      long.push(await runtimeRun(program, metadata, 45, LONG));
    });
  }
}
