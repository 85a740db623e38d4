/**
 * The C encoder against telemetry-vectors.json, and that file against the decoder of the product.
 * UPDATE_VECTORS=1 writes the file anew.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { TelemetryDecoder } from '../../generator/trace/decoder.ts';
import { EVENT_KINDS } from '../../generator/trace/events.ts';
import { buildHost, hostCompiler, MEMORY_SANITIZERS, PROGRAMS, RUNTIME, withScratch } from './toolchain.ts';

const run = promisify(execFile);
const FILE = path.join(import.meta.dirname, 'telemetry-vectors.json');
const NAMES = ['kinds', 'indices', 'marks', 'texts', 'losses', 'backwards', 'long-times'];
const NS_PER_TICK = 500;

interface VectorEvent {
  /** Ticks since the program's start; 2,000,000 a second. */
  readonly ticks: number;
  readonly kind: string;
  readonly object?: number;
  readonly value?: number;
  /** For `text` alone: what was printed in one call, which may have become several events. */
  readonly text?: string;
}

interface Vector {
  readonly name: string;
  /** The stream from the board, in hexadecimal. */
  readonly bytes: string;
  readonly events: readonly VectorEvent[];
}

function parseOutput(output: string): Vector {
  const bytes: string[] = [];
  const events: VectorEvent[] = [];
  let name = '';
  for (const line of output.trim().split(/\r?\n/)) {
    const [word, first = '', kind = '', object, value] = line.split(' ');
    if (word === 'vector') name = line.slice('vector '.length);
    else if (word === 'bytes') bytes.push(first);
    else if (word === 'text') events.push({ ticks: Number(first), kind: 'text', text: hexToText(kind) });
    else events.push({ ticks: Number(first), kind, object: Number(object), value: Number(value) });
  }
  return { name, bytes: bytes.join(''), events };
}

const hexToText = (hex: string) => Buffer.from(hex, 'hex').toString('utf8');

async function encodeInC(): Promise<Vector[]> {
  return withScratch(async (directory) => {
    const sources = ['trace.c', 'trace_beat.c', 'trace_program.c', 'frame.c', 'count.c'].map((file) =>
      path.join(RUNTIME, 'src', file),
    );
    const config = { PL_TASK_COUNT: 20 };
    const flags = MEMORY_SANITIZERS.map((name) => `-fsanitize=${name}`);
    const program = await buildHost(
      directory,
      config,
      [path.join(PROGRAMS, 'vectors.c'), ...sources],
      [...flags, '-fno-sanitize-recover=all'],
    );
    return Promise.all(NAMES.map(async (name) => parseOutput((await run(program, [name])).stdout)));
  });
}

function decode(hex: string): VectorEvent[] {
  const events: VectorEvent[] = [];
  const ticks = (timeNs: number) => timeNs / NS_PER_TICK;
  const decoder = new TelemetryDecoder({
    metadata() {},
    segment() {},
    event: (timeNs, kind, object, value) =>
      events.push({ ticks: ticks(timeNs), kind: EVENT_KINDS[kind] ?? '?', object, value }),
    text: (timeNs, text) => events.push({ ticks: ticks(timeNs), kind: 'text', text }),
  });
  decoder.push(Uint8Array.from(Buffer.from(hex, 'hex')));
  decoder.end();
  return events;
}

/** Joins pieces of text that were printed at one time, as a console would. */
function joinTexts(events: readonly VectorEvent[]): VectorEvent[] {
  const joined: VectorEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (event.text !== undefined && last?.text !== undefined && last.ticks === event.ticks) {
      joined[joined.length - 1] = { ...last, text: last.text + event.text };
    } else joined.push(event);
  }
  return joined;
}

async function readVectors(): Promise<Vector[]> {
  const document = JSON.parse(await readFile(FILE, 'utf8')) as { vectors: Vector[] };
  return document.vectors;
}

describe('telemetry vectors', () => {
  it.skipIf(hostCompiler === null)('the C encoder still gives the bytes of the file', async () => {
    const encoded = await encodeInC();
    if (process.env.UPDATE_VECTORS === '1') {
      const purpose =
        'Streams from the C runtime and the events in them: docs/telemetry.md. Ticks are half microseconds.';
      await writeFile(FILE, `${JSON.stringify({ purpose, ticksPerSecond: 2_000_000, vectors: encoded }, null, 1)}\n`);
    }
    expect(encoded).toEqual(await readVectors());
  });

  it('the product decodes every vector to its events', async () => {
    for (const vector of await readVectors()) {
      expect(joinTexts(decode(vector.bytes)), vector.name).toEqual(joinTexts(vector.events));
    }
  });
});
