/**
 * Builds real firmware with the product's PlatformIO build and runs it on the emulated Uno, for
 * acceptance tests.
 */
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { AvrBoard, type AvrHooks } from '../../app/host/devices/avr/board.ts';
import { type FlashImage, readIntelHex } from '../../app/host/devices/avr/intel-hex.ts';
import { buildSketch } from '../../app/host/pipeline.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { EVENT_KINDS, type TraceEvent } from '../../generator/trace/events.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import { describeMissing, findTools } from '../../platformio/setup/tools.ts';

const tools = findTools();

/** The reason why these tests cannot run on this machine. Null if they can. */
export const missing: string | null = tools.pio.installed ? null : describeMissing(tools.pio);

export const STARTERS = path.resolve(import.meta.dirname, '../../templates/sketches');

export function starterFile(name: string): string {
  return path.join(STARTERS, name, `${name}.polyloop.json`);
}

export function parseSketch(text: string): Sketch {
  const read = readSketch(text);
  if (read.ok) return read.sketch;
  throw new Error(read.problems.map(({ pointer, message }) => `${pointer}: ${message}`).join('\n'));
}

export async function starter(name: string): Promise<Sketch> {
  return parseSketch(await readFile(starterFile(name), 'utf8'));
}

/** Build folders. Each is reused for several builds, so that only changed files are compiled. */
export class Builds {
  readonly dir = mkdtempSync(path.join(tmpdir(), 'polyloop-acceptance-'));

  /** Rejects with the compiler's messages if the build fails. */
  async firmware(sketch: Sketch, folder = 'firmware'): Promise<FlashImage> {
    const lines: string[] = [];
    const built = await buildSketch(
      {
        sketch,
        dir: path.join(this.dir, folder),
        tool: 'platformio',
        repeat: true,
        signal: new AbortController().signal,
        onLine: ({ text }) => lines.push(text),
      },
      { tools },
    );
    if (built.firmware === null) throw new Error([built.message ?? '', ...lines].join('\n'));
    return readIntelHex(await readFile(built.firmware.path), ATMEGA328P.flashBytes);
  }

  remove(): Promise<void> {
    return rm(this.dir, { recursive: true, force: true });
  }
}

/** Runs the firmware for `runUs` of board time. Returns the bytes of the serial line. */
export function runOnBoard(image: FlashImage, runUs: number, hooks: Pick<AvrHooks, 'onPinChange'> = {}): Uint8Array {
  const bytes: number[] = [];
  const board = new AvrBoard(image, { ...hooks, onSerialByte: (byte) => bytes.push(byte) });
  board.runCycles((runUs * ATMEGA328P.clockHz) / 1_000_000);
  if (board.crash !== null) throw new Error(board.crash.message);
  return Uint8Array.from(bytes);
}

export interface Decoded {
  readonly events: readonly TraceEvent[];
  /** Number of frames that were damaged, lost or invalid. */
  readonly faults: number;
}

export function decode(bytes: Uint8Array): Decoded {
  const events: TraceEvent[] = [];
  const decoder = new TelemetryDecoder({
    metadata() {},
    segment() {},
    text() {},
    event(timeNs, kind, object, value) {
      events.push({ timeNs, kind: EVENT_KINDS[kind] ?? 'gap', object, value });
    },
  });
  decoder.push(bytes);
  decoder.end();
  const { badFrames, lostFrames, malformedFrames } = decoder.statistics;
  return { events, faults: badFrames + lostFrames + malformedFrames };
}

/** One job, derived from the events without the product's reconstruction of jobs. */
export interface ObservedJob {
  /** k, derived from the time of the release. */
  readonly number: number;
  /** Time stamp of the release minus (start + φ + k·T). */
  readonly latenessNs: number;
  /** From start + φ + k·T to completion. */
  readonly responseNs: number;
  readonly missed: boolean;
}

/**
 * The completed jobs of each task. All tasks of the sketch must be periodic. The first release
 * determines the program's start: no earlier event could delay its record.
 */
export function observedJobs(sketch: Sketch, { events }: Decoded): ObservedJob[][] {
  const first = events.find(({ kind }) => kind === 'release');
  if (first === undefined) throw new Error('The trace has no release.');
  const startNs = first.timeNs - (sketch.tasks[first.object]?.offsetUs ?? 0) * 1000;
  const waiting = sketch.tasks.map((): number[] => []);
  const missed = new Set<number>();
  const jobs = sketch.tasks.map((): ObservedJob[] => []);
  for (const { kind, object, timeNs } of events) {
    if (kind === 'release') waiting[object]?.push(timeNs - startNs);
    if (kind === 'deadline-miss') missed.add(object);
    if (kind !== 'complete') continue;
    const releasedNs = waiting[object]?.shift();
    if (releasedNs === undefined) throw new Error(`A job of task ${object} completes without a release.`);
    const { number, arrivalNs } = arrivalOf(sketch, object, releasedNs);
    jobs[object]?.push({
      number,
      latenessNs: releasedNs - arrivalNs,
      responseNs: timeNs - startNs - arrivalNs,
      missed: missed.delete(object),
    });
  }
  return jobs;
}

/** One tick of the Uno's release timer. */
export const TICK_NS = 500;

function arrivalOf(sketch: Sketch, index: number, releasedNs: number): { number: number; arrivalNs: number } {
  const { offsetUs = 0, periodUs = null } = sketch.tasks[index] ?? {};
  if (periodUs === null) throw new Error(`Task ${index} has no period.`);
  const number = Math.round((releasedNs - offsetUs * 1000) / (periodUs * 1000));
  return { number, arrivalNs: (offsetUs + number * periodUs) * 1000 };
}
