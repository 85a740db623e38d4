import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TraceMetadata } from '../events.ts';
import { KIND_BOOT, KIND_COMPLETE, KIND_GAP, KIND_MARK, KIND_RELEASE, KIND_START } from '../kinds.ts';
import { type NotedEvent, NotingSink, play, program, type Step, steps } from '../test-traces.ts';
import { TelemetryDecoder } from './decoder.ts';
import { TelemetryEncoder } from './encoder.ts';

const A = program('A');
const B = program('B');

/** `starts`: those before. */
function encoded(metadata: TraceMetadata, run: readonly Step[], payloadBytes = 240, starts = 0): Uint8Array {
  const encoder = new TelemetryEncoder({ payloadBytes, starts });
  play(metadata, run, encoder);
  return encoder.take();
}

function noted(metadata: TraceMetadata, run: readonly Step[]): NotingSink {
  const sink = new NotingSink();
  play(metadata, run, sink);
  return sink;
}

function decoded(...chunks: readonly Uint8Array[]): { sink: NotingSink; decoder: TelemetryDecoder } {
  const sink = new NotingSink();
  const decoder = new TelemetryDecoder(sink);
  for (const chunk of chunks) decoder.push(chunk);
  return { sink, decoder };
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The frames of a stream, each with its ending zero. */
function frames(stream: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let from = 0; from < stream.length; ) {
    const end = stream.indexOf(0, from) + 1;
    found.push(stream.subarray(from, end));
    from = end;
  }
  return found;
}

/** Every 10 ms a release, a start 1 ms later, an end 3 ms after that, for ten seconds. */
function regular(seconds: number): Step[] {
  const run: Step[] = [];
  for (let i = 0; i < seconds * 100; i++) {
    for (const [kind, deltaTicks] of [
      [KIND_RELEASE, 12_000],
      [KIND_START, 2000],
      [KIND_COMPLETE, 6000],
    ] as const) {
      run.push({ deltaTicks, kind, object: i % 4, value: 0, text: '' });
    }
  }
  return run;
}

const STILL = { deltaTicks: 0, object: 0, text: '' };

const fact = (event: NotedEvent) => `${event.timeNs} ${event.kind} ${event.name}#${event.object} ${event.value}`;

/** Texts may be split differently, and a damaged one loses pieces: they are compared apart. */
const facts = (events: readonly NotedEvent[]) =>
  events.filter((event) => event.text === '' && event.kind !== KIND_GAP).map(fact);

function expectSubsequence(part: readonly string[], whole: readonly string[]): void {
  let at = 0;
  for (const item of part) {
    const found = whole.indexOf(item, at);
    if (found < 0) throw new Error(`"${item}" never happened, or not there`);
    at = found + 1;
  }
}

describe('metadata in several chunks', () => {
  /** The stream of a program that loses the n-th chunk of the n-th round of metadata. */
  function withoutOneChunkARound(seconds: number): { stream: Uint8Array; rounds: number } {
    let [round, chunk] = [-1, 0];
    const parts = frames(encoded(A, regular(seconds), 24)).map((frame) => {
      const isMetadata = frame[1]! >= 0x80;
      if (!isMetadata) chunk = 0;
      else if (chunk++ === 0) round++;
      if (!isMetadata || chunk - 1 !== round) return frame;
      const damaged = frame.slice();
      damaged[6] = damaged[6]! ^ 0x40;
      return damaged;
    });
    return { stream: join(...parts), rounds: round + 1 };
  }

  test('is joined across losses if the syncs show the same run', () => {
    const { stream, rounds } = withoutOneChunkARound(5);
    expect(rounds).toBeGreaterThanOrEqual(2);
    const { sink, decoder } = decoded(stream);
    expect(decoder.statistics.badFrames).toBeGreaterThanOrEqual(2);
    expect(sink.metadatas).toEqual([A]);
    expectSubsequence(facts(sink.events), facts(noted(A, regular(5)).events));
    expect(sink.events.length).toBeGreaterThan(0.9 * regular(5).length);
  });

  test('is not joined with another run', () => {
    const first = withoutOneChunkARound(1).stream;
    const [start, ...rest] = frames(encoded(B, regular(1), 24, 1));
    // The second program's boot frame and first chunk are lost, and nothing of the first one may
    // complete it.
    expect(start?.length).toBeGreaterThan(0);
    const { sink } = decoded(join(first, ...rest.slice(1)));
    expect(sink.metadatas).toEqual([]);
    expect(sink.events).toEqual([]);
  });
});

describe('a whole stream', () => {
  test('is decoded exactly, for any division into chunks', () => {
    fc.assert(
      fc.property(
        steps(0, 400),
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 }),
        fc.nat(240),
        (run, cuts, payload) => {
          const stream = encoded(A, run, payload);
          const chunks: Uint8Array[] = [];
          for (let from = 0, i = 0; from < stream.length; i++) {
            const to = from + (cuts[i % cuts.length] ?? 1);
            chunks.push(stream.slice(from, to));
            from = to;
          }
          const { sink, decoder } = decoded(...chunks);
          expect(facts(sink.events)).toEqual(facts(noted(A, run).events));
          const text = (all: NotingSink) => all.events.map((event) => event.text).join('');
          expect(text(sink)).toBe(text(noted(A, run)));
          expect(sink.metadatas).toEqual([A]);
          expect(sink.segments.map((segment) => segment.booted)).toEqual([true]);
          expect(decoder.statistics).toMatchObject({ badFrames: 0, lostFrames: 0, malformedFrames: 0 });
          expect(decoder.discarded).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('an event takes little more than three bytes, including names, time and checks', () => {
    const run = regular(10);
    const small: TraceMetadata = { ...A, objects: A.objects.filter((o) => o.class === 'task' && o.index < 4) };
    expect(encoded(small, run).length / run.length).toBeLessThan(3.5);
  });

  test('a clock that does not divide a second is exact to the nanosecond', () => {
    const slow: TraceMetadata = { ...A, clockHz: 32_768 };
    const sink = new NotingSink();
    const encoder = new TelemetryEncoder();
    encoder.metadata(slow);
    encoder.segment(true);
    encoder.event(0, KIND_BOOT, -1, 0);
    encoder.event(86_400e9 + 30_518, KIND_RELEASE, 1, 0);
    new TelemetryDecoder(sink).push(encoder.take());
    expect(sink.events.at(-1)?.timeNs).toBe(86_400e9 + 30_518);
  });
});

describe('damage', () => {
  test('lost frames leave one gap of exactly the right length, and later times are exact', () => {
    const run = regular(8);
    const all = frames(encoded(A, run, 128));
    const kept = [...all.slice(0, 12), ...all.slice(19)];
    const { sink, decoder } = decoded(join(...kept));
    // The first frame after the loss cannot be checked.
    expect(decoder.statistics.lostFrames).toBe(8);
    const original = noted(A, run).events;
    expectSubsequence(facts(sink.events), facts(original));
    expect(sink.gaps).toHaveLength(1);
    const gap = sink.gaps[0] as NotedEvent;
    const missing = facts(original).filter((event) => !facts(sink.events).includes(event));
    expect(missing.length).toBeGreaterThan(10);
    for (const event of missing) {
      const timeNs = Number(event.split(' ')[0]);
      expect(timeNs).toBeGreaterThanOrEqual(gap.timeNs);
      expect(timeNs).toBeLessThanOrEqual(gap.timeNs + gap.value);
    }
    expect(`${gap.timeNs + gap.value}`).toBe(missing.at(-1)?.split(' ')[0]);
  });

  test('repeated frames without passing time are not shown twice in a segment', () => {
    const marks = Array.from({ length: 600 }, (_, value) => ({ ...STILL, kind: KIND_MARK, value }));
    const run = [...regular(2), ...marks, ...regular(2)];
    const all = frames(encoded(A, run, 24));
    const before = frames(encoded(A, regular(2), 24)).length;
    // Some of the frames of marks alone, and then they come again.
    const stream = join(...all.slice(0, before + 6), ...all.slice(before + 2));
    const { sink } = decoded(stream);
    for (const { events } of sink.segments) expectSubsequence(facts(events), facts(noted(A, run).events));
    const shown = sink.events.filter(({ kind }) => kind === KIND_MARK);
    expect(shown.length).toBeGreaterThan(marks.length / 2);
  });

  test('a loss of exactly 128 frames, after which sequence numbers fit again, is a gap', () => {
    const run = regular(40);
    const all = frames(encoded(A, run, 128));
    const { sink } = decoded(join(...all.slice(0, 20), ...all.slice(148)));
    expect(sink.gaps).toHaveLength(1);
    const shown = new Set(facts(sink.events));
    expect(facts(noted(A, run).events).filter((event) => shown.has(event))).toEqual(facts(sink.events));
  });

  test('any damage: nothing is invented, misdated or attributed to another task', () => {
    const hurt = fc.oneof(
      fc.record({ what: fc.constant('flip' as const), at: fc.nat(), bit: fc.nat(7) }),
      fc.record({ what: fc.constant('drop' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 600 }) }),
      fc.record({ what: fc.constant('noise' as const), at: fc.nat(), bytes: fc.uint8Array({ maxLength: 40 }) }),
    );
    fc.assert(
      fc.property(
        steps(100, 600),
        steps(50, 300),
        fc.array(hurt, { maxLength: 12 }),
        fc.boolean(),
        (first, second, hurts, same) => {
          const next = same ? A : B;
          let stream = [...encoded(A, first, 100), ...encoded(next, second, 100, 1)];
          for (const { at, ...how } of hurts) {
            const where = at % stream.length;
            if (how.what === 'flip') stream[where] = stream[where]! ^ (1 << how.bit);
            else if (how.what === 'drop') stream.splice(where, how.count);
            else stream = [...stream.slice(0, where), ...how.bytes, ...stream.slice(where)];
          }
          const { sink } = decoded(Uint8Array.from(stream));
          const truth = [...facts(noted(A, first).events), ...facts(noted(next, second).events)];
          expectSubsequence(facts(sink.events), truth);
        },
      ),
      { numRuns: 300, endOnFailure: true },
    );
  });

  test('noise between frames loses nothing', () => {
    const noise = Uint8Array.from('Booting...\r\n\0\0\x07garbage\0', (c) => c.charCodeAt(0));
    const run = regular(3);
    const { sink, decoder } = decoded(noise, ...frames(encoded(A, run)).flatMap((frame) => [frame, noise]));
    expect(facts(sink.events)).toEqual(facts(noted(A, run).events));
    expect(sink.gaps).toHaveLength(0);
    expect(decoder.statistics.badFrames).toBeGreaterThan(10);
    // All of it but its zeros.
    const repeats = frames(encoded(A, run)).length + 1;
    expect(decoder.statistics.badBytes).toBe(repeats * (noise.length - 3));
  });

  test('a thousand random bytes and a stream of anything never throw', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 900 }), { maxLength: 8 }), (chunks) => {
        expect(decoded(...chunks).sink.events).toHaveLength(0);
      }),
      { seed: 7 },
    );
  });
});

describe('another version of the protocol', () => {
  /** Version 1: a frame with boot and sync, and the first chunk of metadata. */
  const VERSION_1 = Uint8Array.from(
    Buffer.from('010206020101010101010103469900038101050e80841e07785634121c0105027430040101010401a0c100', 'hex'),
  );

  test('is named, and none of its events are shown', () => {
    const { sink, decoder } = decoded(VERSION_1, VERSION_1);
    expect(decoder.otherVersion).toBe(1);
    expect(sink.events).toHaveLength(0);
  });

  test('is noise before a stream of this version, and within one', () => {
    const stream = frames(encoded(A, regular(3)));
    for (const place of [0, 2]) {
      const { sink, decoder } = decoded(...stream.slice(0, place), VERSION_1, ...stream.slice(place));
      expect(decoder.otherVersion).toBeNull();
      expect(facts(sink.events)).toEqual(facts(noted(A, regular(3)).events));
    }
  });
});

describe('another program, another time', () => {
  test('a reset begins a new segment, without a gap if no event was lost', () => {
    const run = regular(2);
    const { sink, decoder } = decoded(encoded(A, run), encoded(A, run.slice(0, 30)));
    expect(decoder.statistics).toMatchObject({ boots: 2, programSwitches: 0 });
    expect(sink.segments.map((segment) => segment.booted)).toEqual([true, true]);
    expect(sink.metadatas).toHaveLength(1);
    expect(sink.gaps).toHaveLength(0);
    expect(facts(sink.segments[1]?.events ?? [])).toEqual(facts(noted(A, run.slice(0, 30)).events));
  });

  test('a reset without its boot event is detected by decreasing time', () => {
    const run = regular(5);
    const second = frames(encoded(A, run, 128)).slice(6);
    const { sink } = decoded(encoded(A, regular(4)), ...second);
    expect(sink.segments.map((segment) => segment.booted)).toEqual([true, false]);
    expect(sink.gaps.map((gap) => gap.value)).toEqual([-1]);
    expectSubsequence(facts(sink.segments[1]?.events ?? []), facts(noted(A, run).events));
    expect(sink.segments[1]?.events.at(-1)?.timeNs).toBe(5e9);
  });

  test('a reset without its boot event is also detected if time increases', () => {
    const run = regular(9);
    const second = frames(encoded(A, run, 128, 1)).slice(25);
    const { sink, decoder } = decoded(encoded(A, regular(1)), ...second);
    expect(decoder.statistics).toMatchObject({ boots: 1, runs: 2 });
    expect(sink.segments.map((segment) => segment.booted)).toEqual([true, false]);
    expect(sink.segments[1]?.events[0]?.timeNs).toBeGreaterThan(1e9);
  });

  test('a late listener gets every event from the first complete frame on, with times and names', () => {
    const run = regular(6);
    const stream = encoded(A, run, 128);
    const late = stream.subarray(Math.floor(stream.length / 3));
    const { sink, decoder } = decoded(late);
    const original = facts(noted(A, run).events);
    const got = facts(sink.events);
    expect(sink.segments.map((segment) => segment.booted)).toEqual([false]);
    expect(original.slice(-got.length)).toEqual(got);
    expect(got.length).toBeGreaterThan((original.length * 3) / 5);
    expect(sink.gaps).toHaveLength(0);
    expect(decoder.discarded).toBe(0);
  });

  test('events of a program that was flashed unnoticed wait for the names', () => {
    const { sink, decoder } = decoded(encoded(A, regular(3)), ...frames(encoded(B, regular(9), 128)).slice(5));
    expect(decoder.statistics).toMatchObject({ boots: 1, programSwitches: 1 });
    expect(sink.metadatas).toEqual([A, B]);
    const names = new Set(sink.segments[1]?.events.map((event) => event.name.charAt(0)));
    expect(names.has('A')).toBe(false);
    expect(names.has('B')).toBe(true);
  });

  test('events without a time are counted and not shown', () => {
    const run = regular(3);
    const all = frames(encoded(A, run, 128)).slice(6, 14);
    const { sink, decoder } = decoded(...all);
    decoder.end();
    expect(sink.events).toHaveLength(0);
    expect(decoder.discarded).toBeGreaterThan(0);
  });

  test('memory is bounded if metadata never arrives', () => {
    const sink = new NotingSink();
    const decoder = new TelemetryDecoder(sink, { pendingLimit: 500 });
    const all = frames(encoded(A, regular(40), 128));
    const isMetadata = (frame: Uint8Array) => (frame[1] ?? 0) >= 0x80;
    for (const frame of all.slice(0, -20)) if (!isMetadata(frame)) decoder.push(frame);
    expect(sink.events).toHaveLength(0);
    for (const frame of frames(encoded(A, regular(41), 128)).slice(all.length - 20)) decoder.push(frame);
    expectSubsequence(facts(sink.events), facts(noted(A, regular(41)).events));
    expect(decoder.discarded).toBeGreaterThan(500);
  });
});
