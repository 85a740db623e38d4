/**
 * Compares the C encoder with telemetry-vectors.json, and that file with the product's decoder.
 * `npm run goldens` renews the file.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../../generator/trace/events.ts';
import { KIND_REPLENISH } from '../../generator/trace/kinds.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import { isRenewing } from '../golden/renewing.ts';
import { cortexMissing, link, runElf } from './cortex.ts';
import {
  avrBinDir,
  buildHost,
  type Config,
  hostCompiler,
  linkUno,
  MEMORY_SANITIZERS,
  PROGRAMS,
  RECORDER,
  RUNTIME,
  withScratch,
  writeConfig,
} from './toolchain.ts';
import { VirtualUno } from './uno.ts';

const run = promisify(execFile);
const FILE = path.join(import.meta.dirname, 'telemetry-vectors.json');
const PLAIN: Config = { PL_TASK_COUNT: 20 };
const CONFIGS: Readonly<Record<string, Config>> = {
  kinds: PLAIN,
  indices: PLAIN,
  marks: PLAIN,
  texts: PLAIN,
  losses: PLAIN,
  backwards: PLAIN,
  'long-times': PLAIN,
  threads: { ...PLAIN, PL_PREEMPTIVE: 1 },
};
const SOURCES = [path.join(PROGRAMS, 'vectors.c'), ...RECORDER];
const NS_PER_TICK = 500;
/** Longer than any vector takes. Unit: ms of board time. */
const PATIENCE_MS = 2000;
const NEW_LINE = 10;

interface VectorEvent {
  /** Ticks since the program's start. The tick rate is 2 MHz. */
  readonly ticks: number;
  readonly kind: string;
  readonly object?: number;
  /** The value as defined in generator/trace/events.ts, with durations in ticks. */
  readonly value?: number;
  /** Only for `text`: the text of one call, which may be sent as several events. */
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
  for (const line of output.trim().replace(/;$/, '').split(';')) {
    const [word, first = '', kind = '', object, value] = line.split(' ');
    if (word === 'vector') name = line.slice('vector '.length);
    else if (word === 'bytes') bytes.push(first);
    else if (word === 'text') events.push({ ticks: Number(first), kind: 'text', text: hexToText(kind) });
    else events.push({ ticks: Number(first), kind, object: Number(object), value: Number(value) });
  }
  return { name, bytes: bytes.join(''), events };
}

const hexToText = (hex: string) => Buffer.from(hex, 'hex').toString('utf8');

type Encode = (name: string, config: Config) => Promise<string>;

async function encoded(encode: Encode): Promise<Vector[]> {
  const vectors: Vector[] = [];
  for (const [name, config] of Object.entries(CONFIGS)) vectors.push(parseOutput(await encode(name, config)));
  return vectors;
}

/** One program for all vectors of a configuration. */
const encodeOnHost = (directory: string): Encode => {
  const programs = new Map<Config, Promise<string>>();
  return async (name, config) => {
    const built = programs.get(config) ?? buildVectors(path.join(directory, `${programs.size}`), config);
    programs.set(config, built);
    return (await run(await built, [name])).stdout;
  };
};

async function buildVectors(directory: string, config: Config): Promise<string> {
  const flags = [...MEMORY_SANITIZERS.map((each) => `-fsanitize=${each}`), '-fno-sanitize-recover=all'];
  const files = [path.join(PROGRAMS, 'vectors_host.c'), ...SOURCES];
  await mkdir(directory);
  return buildHost(directory, config, files, flags);
}

/** Uses the recorder of the Uno's port. */
const encodeOnUno: Encode = (name, config) =>
  withScratch(async (directory) => {
    const files = [path.join(PROGRAMS, 'vectors_uno.c'), ...SOURCES, path.join(RUNTIME, 'port', 'avr', 'record.c')];
    const include = await writeConfig(directory, { ...config, VECTOR: `"${name}"` });
    const { hex } = await linkUno(directory, include, files);
    const uno = new VirtualUno(hex);
    for (let ms = 0; ms < PATIENCE_MS && uno.serial.at(-1) !== NEW_LINE; ms++) uno.run(1);
    return Buffer.from(uno.serial).toString('latin1');
  });

/**
 * Uses the tick of the vectors instead of the board's, so that beats and sync events have the times
 * of the vectors.
 */
const encodeOnCortex: Encode = (name, config) =>
  withScratch(async (directory) => {
    const include = await writeConfig(directory, { ...config, VECTOR: `"${name}"` });
    const port = path.join(RUNTIME, 'port', 'mps2-an385');
    const target = `#include "${path.join(port, 'polyloop_target.h')}"\n#undef PL_TICK_HZ\n#define PL_TICK_HZ 2000000U\n`;
    await writeFile(path.join(include, 'polyloop_target.h'), target);
    const files = [path.join(PROGRAMS, 'vectors_m3.c'), ...SOURCES, path.join(port, 'startup.c')];
    return (await runElf(directory, await link(directory, include, files))).verdict;
  });

function decode(hex: string): VectorEvent[] {
  const events: VectorEvent[] = [];
  const ticks = (timeNs: number) => timeNs / NS_PER_TICK;
  const decoder = new TelemetryDecoder({
    metadata() {},
    segment() {},
    event: (timeNs, kind, object, value) => {
      const shown = kind === KIND_REPLENISH ? ticks(value) : value;
      events.push({ ticks: ticks(timeNs), kind: EVENT_KINDS[kind] ?? '?', object, value: shown });
    },
    text: (timeNs, text) => events.push({ ticks: ticks(timeNs), kind: 'text', text }),
  });
  decoder.push(Uint8Array.from(Buffer.from(hex, 'hex')));
  decoder.end();
  return events;
}

/** Joins text events of the same time, as a console does. */
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
    const vectors = await withScratch((directory) => encoded(encodeOnHost(directory)));
    if (isRenewing) {
      const purpose =
        'Streams from the C runtime and the events in them: docs/telemetry.md. Ticks are half microseconds.';
      await writeFile(FILE, `${JSON.stringify({ purpose, ticksPerSecond: 2_000_000, vectors }, null, 1)}\n`);
    }
    expect(vectors).toEqual(await readVectors());
  });

  it.skipIf(avrBinDir === null)('so does the encoder of the Uno', async () => {
    expect(await encoded(encodeOnUno)).toEqual(await readVectors());
  });

  it.skipIf(cortexMissing !== null)('so does the encoder of the Cortex-M3', async () => {
    expect(await encoded(encodeOnCortex)).toEqual(await readVectors());
  });

  it('the product decodes every vector to its events', async () => {
    for (const vector of await readVectors()) {
      expect(joinTexts(decode(vector.bytes)), vector.name).toEqual(joinTexts(vector.events));
    }
  });
});
