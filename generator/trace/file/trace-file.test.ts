import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sketchOf } from '../../analysis/test-sketches.ts';
import { JobTracker } from '../jobs/jobs.ts';
import { TraceStore } from '../store/store.ts';
import { play, program, steps } from '../test-traces.ts';
import { TelemetryDecoder } from '../wire/decoder.ts';
import {
  TRACE_SOURCES,
  TraceFileError,
  TraceFileReader,
  type TraceOrigin,
  traceFile,
  traceHeader,
} from './trace-file.ts';

const SKETCH = sketchOf([{ T: 10_000, C: 2_000 }], { board: 'uno', name: 'handed "in" ✓' });

function recorded(origin: TraceOrigin | null, store = new TraceStore()) {
  return { store, jobs: new JobTracker(store), origin };
}

const bytesOf = (pieces: Iterable<Uint8Array>) => Uint8Array.from([...pieces].flatMap((piece) => [...piece]));

function read(bytes: Uint8Array, pieceBytes = bytes.length): { origin: TraceOrigin | null; stream: Uint8Array } {
  const pieces: Uint8Array[] = [];
  const reader = new TraceFileReader((piece) => pieces.push(piece.slice()));
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.push(bytes.subarray(at, at + pieceBytes));
  reader.end();
  return { origin: reader.origin, stream: bytesOf(pieces) };
}

const textOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function eventsOf(bytes: Uint8Array): number[][] {
  const store = new TraceStore();
  const decoder = new TelemetryDecoder(store);
  decoder.push(bytes);
  decoder.end();
  const events: number[][] = [];
  store.walk(0, store.end, (_index, ...event) => events.push(event));
  return events;
}

describe('the file of a trace', () => {
  test('gives its origin and its stream back, in pieces of any size', () => {
    const all = fc.record({
      run: steps(1, 60),
      source: fc.constantFrom(...TRACE_SOURCES),
      pieceBytes: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 5000 })),
    });
    fc.assert(
      fc.property(all, ({ run, source, pieceBytes }) => {
        const trace = recorded({ source, sketch: SKETCH });
        play(program('A'), run, trace.store);
        const stream = bytesOf(traceFile({ ...trace, origin: null }));
        const file = bytesOf(traceFile(trace));
        const back = read(file, pieceBytes);
        expect(back.origin).toEqual({ source, sketch: SKETCH });
        // The zero that ends the header is part of the stream: it ends the noise before the first frame.
        expect([...back.stream]).toEqual([0, ...stream]);
        expect(eventsOf(file)).toEqual(eventsOf(stream));
      }),
      { numRuns: 30 },
    );
  });

  test('may be a stream without a header', () => {
    const starts = [
      [],
      [0],
      [...textOf('{"polyl')],
      [...textOf('{"polyl'), 0, 5, 0],
      [3, 1, 2, 0, ...textOf('{"polyloopTrace":')],
    ];
    for (const start of starts) {
      for (const pieceBytes of [1, 3, 100]) {
        expect(read(Uint8Array.from(start), pieceBytes)).toEqual({ origin: null, stream: Uint8Array.from(start) });
      }
    }
  });

  test('names what is wrong with its header', () => {
    const whole = new TextDecoder().decode(traceHeader({ source: 'board', sketch: SKETCH }));
    const wrong: readonly (readonly [string, RegExp])[] = [
      [whole.slice(0, -1), /ends within its header/],
      [whole.replace('"polyloopTrace":1', '"polyloopTrace":2'), /has version 2, and this Polyloop reads version 1/],
      [whole.replace('"board"', '"bored"'), /its member "source"/],
      [`${whole.slice(0, 40)}\0`, /its member "polyloopTrace"/],
      [whole.replace('10000', '"often"'), /The sketch in the trace has an error/],
      [whole.replace('10000', `${'['.repeat(40)}1${']'.repeat(40)}`), /its member "polyloopTrace"/],
    ];
    for (const [text, message] of wrong) {
      expect(() => read(textOf(text), 7), text).toThrow(TraceFileError);
      expect(() => read(textOf(text), 7), text).toThrow(message);
    }
  });

  test('is refused before JavaScript writes a nested header anew, which would take minutes', () => {
    const start = '{"polyloopTrace":1,"source":"board","sketch":{"x-a":';
    const deep = `${start}${'['.repeat(5e6)}${']'.repeat(5e6)}}}\0`;
    expect(() => read(textOf(deep), 65_536)).toThrow(/its member "polyloopTrace"/);
  });
});
