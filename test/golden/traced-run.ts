/** Runs a program, as a process in virtual time or on an emulated Uno, and decodes its telemetry. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import { AvrBoard } from '../../app/host/devices/avr/board.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { readIntelHex } from '../../app/host/devices/avr/intel-hex.ts';
import { openDevice } from '../../app/host/devices/index.ts';
import { boardById } from '../../generator/boards/index.ts';
import { EVENT_KINDS, type EventKind, type TraceEvent, type TraceMetadata } from '../../generator/trace/events.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';

export interface TracedRun {
  readonly metadata: TraceMetadata | null;
  /** Events from the first release on, which is at time 0. */
  readonly events: readonly TraceEvent[];
  readonly text: string;
  /** Number of frames that were damaged, lost or invalid. */
  readonly faults: number;
}

function output(program: string, runUs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [], { env: { ...process.env, PL_HOST_RUN_US: String(runUs) }, stdio: 'pipe' });
    const chunks: Buffer[] = [];
    let complaints = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(new Error(`the program ended with ${code}: ${complaints}`));
    });
  });
}

export function decode(bytes: Uint8Array): TracedRun {
  let text = '';
  let metadata: TraceMetadata | null = null;
  const events: TraceEvent[] = [];
  const decoder = new TelemetryDecoder({
    metadata: (found) => {
      metadata = found;
    },
    segment: () => {},
    event: (timeNs, kind, object, value) => {
      events.push({ timeNs, kind: EVENT_KINDS[kind] ?? 'gap', object, value });
    },
    text: (_, piece) => {
      text += piece;
    },
  });
  decoder.push(bytes);
  const { badFrames, lostFrames, malformedFrames } = decoder.statistics;
  const startNs = events.find((event) => event.kind === 'release')?.timeNs ?? 0;
  const dated = events.map((event) => ({ ...event, timeNs: event.timeNs - startNs }));
  return { metadata, events: dated, text, faults: badFrames + lostFrames + malformedFrames };
}

export async function runOnHost(program: string, runUs: number): Promise<TracedRun> {
  return decode(await output(program, runUs));
}

/** A periodic action on the board while it runs, from its start on. */
export interface Stimulus {
  readonly everyUs: number;
  readonly act: (board: AvrBoard, turn: number) => void;
}

/** @param hex the firmware's file. */
export async function runOnUno(
  hex: string,
  runUs: number,
  stimulus?: Stimulus,
  chip: AvrConfig = ATMEGA328P,
): Promise<TracedRun> {
  const bytes: number[] = [];
  const cyclesOf = (us: number) => Math.round((us * chip.clockHz) / 1_000_000);
  const image = readIntelHex(await readFile(hex), chip.flashBytes);
  const board = new AvrBoard(image, { onSerialByte: (byte) => bytes.push(byte) }, chip);
  board.setPin('A0', { kind: 'analog', millivolts: 5000 });
  const stepUs = stimulus?.everyUs ?? runUs;
  for (let turn = 0; turn * stepUs < runUs; turn++) {
    stimulus?.act(board, turn);
    board.runCycles(cyclesOf(stepUs));
  }
  if (board.crash !== null) throw new Error(board.crash.message);
  return decode(Uint8Array.from(bytes));
}

/**
 * @param elf the firmware's file. Returns the bytes that the virtual Arm board sent, and its final
 * state.
 */
export async function runOnCortex(
  elf: string,
  runUs: number,
  boardId = 'mps2-an385',
): Promise<{ bytes: Uint8Array; state: string }> {
  const board = boardById(boardId);
  if (board === undefined) throw new Error('no Arm board');
  const device = await openDevice('qemu', board);
  const chunks: Uint8Array[] = [];
  let state = '';
  await device.pause();
  const events = {
    serial: (bytes: Uint8Array) => void chunks.push(bytes.slice()),
    status: (status: { state: string }) => {
      state = status.state;
    },
    pins: () => {},
  };
  await device.start({ format: 'elf', path: elf }, events);
  await device.runFor(runUs * 1000);
  return { bytes: new Uint8Array(Buffer.concat(chunks)), state };
}

/** Response times of all jobs of a task that has dropped no release. Unit: µs. */
export function responsesUs(run: TracedRun, task: number): number[] {
  const responses: number[] = [];
  let releasedNs: number | null = null;
  for (const { kind, object, timeNs } of run.events) {
    if (object !== task) continue;
    if (kind === 'release') releasedNs ??= timeNs;
    if (kind !== 'complete' || releasedNs === null) continue;
    responses.push((timeNs - releasedNs) / 1000);
    releasedNs = null;
  }
  return responses;
}

/** Times of all events with this kind and object. Unit: µs. */
export function timesUs(run: TracedRun, kind: EventKind, object: number): number[] {
  return run.events
    .filter((event) => event.kind === kind && event.object === object)
    .map(({ timeNs }) => timeNs / 1000);
}
