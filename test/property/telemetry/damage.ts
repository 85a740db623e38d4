/**
 * Damages a telemetry stream: loses, changes or repeats bytes and frames, or inserts those of
 * another run.
 */
import type { Random } from '../../random.ts';
import type { RecordedRun, Recordings } from './recorded-runs.ts';

export interface Damaged {
  readonly bytes: Uint8Array;
  /** The runs that the stream contains parts of. */
  readonly runs: readonly RecordedRun[];
  /** The kinds of damage in their order, for the message of a failure. */
  readonly done: readonly string[];
}

/** A stream that is being damaged: first its frames, then its bytes. */
interface Draft {
  frames: Uint8Array[];
  runs: RecordedRun[];
  readonly done: string[];
}

/** Numbers of frames at and near possible moduli of sequence numbers. */
const COUNTS = [1, 2, 3, 7, 31, 64, 127, 128, 128, 128, 129, 255, 256, 256, 384, 512, 1024];
const MODULUS = 128;

const FRAME_DAMAGE: Readonly<Record<string, (random: Random, draft: Draft, all: Recordings) => void>> = {
  'lose frames': (random, { frames }) => {
    const count = random.chance(0.7) ? random.of(COUNTS) : random.whole(1, 1024);
    const at = random.below(Math.max(1, frames.length - count));
    frames.splice(at, count);
  },
  'begin late': (random, { frames }) => {
    frames.splice(0, random.below(Math.ceil(frames.length / 2)));
  },
  'switch to another run': (random, draft, all) => goOn(random, draft, all, random.chance(0.3) ? 0 : null),
  'there and back': (random, draft, all) => {
    const rest = draft.frames.slice(random.below(draft.frames.length));
    goOn(random, draft, all, random.chance(0.3) ? 0 : null);
    draft.frames.length = Math.max(1, draft.frames.length - random.below(30));
    draft.frames.push(...rest);
  },
  'frames of an earlier run': (random, draft, all) => {
    const stale = random.of(random.chance(0.5) ? draft.runs : all.short);
    const from = random.below(stale.frames.length);
    const part = stale.frames.slice(from, from + random.whole(1, 20));
    draft.frames.splice(random.below(draft.frames.length), random.chance(0.5) ? part.length : 0, ...part);
    draft.runs.push(stale);
  },
  'repeat frames': (random, { frames }) => {
    const from = random.below(frames.length);
    const part = frames.slice(from, from + random.whole(1, 4));
    frames.splice(from + random.below(8), 0, ...part);
  },
  'swap frames': (random, { frames }) => {
    const [one, other] = [random.below(frames.length), random.below(frames.length)];
    const near = random.chance(0.6) ? Math.min(frames.length - 1, one + 1) : other;
    [frames[one], frames[near]] = [frames[near] as Uint8Array, frames[one] as Uint8Array];
  },
  'cut a frame': (random, { frames }) => {
    const at = random.below(frames.length);
    const frame = frames[at] as Uint8Array;
    const kept = random.below(frame.length);
    frames[at] = random.chance(0.5) ? frame.slice(0, kept) : Uint8Array.of(...frame.slice(0, kept), 0);
  },
};

/**
 * Continues with another run from its frame `first`. Null: from a frame with a sequence number
 * that may fit.
 */
function goOn(random: Random, draft: Draft, all: Recordings, first: number | null): void {
  const next = random.of(all.short);
  const at = random.below(draft.frames.length);
  const fitting = random.chance(0.6) ? at % Math.min(MODULUS, next.frames.length) : random.below(next.frames.length);
  draft.frames = [...draft.frames.slice(0, at), ...next.frames.slice(first ?? fitting)];
  draft.runs.push(next);
}

const BYTE_DAMAGE: Readonly<Record<string, (random: Random, bytes: Uint8Array) => Uint8Array>> = {
  'flip bits': (random, bytes) => {
    for (let i = random.whole(1, 8); i > 0; i--) flip(bytes, random.below(bytes.length), random);
    return bytes;
  },
  'flip bits close together': (random, bytes) => {
    const at = random.below(bytes.length);
    for (let i = random.whole(2, 6); i > 0; i--) flip(bytes, at + random.below(8), random);
    return bytes;
  },
  'insert bytes': (random, bytes) => {
    const at = random.chance(0.4) ? beforeZero(bytes, random) : random.below(bytes.length);
    const inserted = Array.from({ length: random.whole(1, 4) }, () => random.of([0, 1, 1, 1, random.below(256)]));
    return spliced(bytes, at, 0, inserted);
  },
  'lose bytes': (random, bytes) => {
    const at = random.chance(0.4) ? beforeZero(bytes, random) - random.below(3) : random.below(bytes.length);
    return spliced(bytes, Math.max(0, at), random.chance(0.7) ? random.whole(1, 3) : random.whole(1, 300), []);
  },
  'repeat bytes': (random, bytes) => {
    const at = random.below(bytes.length);
    return spliced(bytes, at, 0, bytes.subarray(at, at + random.whole(1, 40)));
  },
  'a burst of noise': (random, bytes) => {
    const at = random.below(bytes.length);
    const end = Math.min(bytes.length, at + random.whole(2, 64));
    for (let i = at; i < end; i++) bytes[i] = random.below(256);
    return bytes;
  },
  'one byte set': (random, bytes) => {
    bytes[random.below(bytes.length)] = random.of([0, 1, 0xff, random.below(256)]);
    return bytes;
  },
  'bytes swapped': (random, bytes) => {
    const at = random.below(bytes.length - 1);
    [bytes[at], bytes[at + 1]] = [bytes[at + 1] as number, bytes[at] as number];
    return bytes;
  },
  'damage everywhere': (random, bytes) => {
    for (let at = random.below(60); at < bytes.length; at += random.whole(1, 200)) flip(bytes, at, random);
    return bytes;
  },
};

function flip(bytes: Uint8Array, at: number, random: Random): void {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
}

/** The position of a frame's terminating zero, at or after a position. */
function beforeZero(bytes: Uint8Array, random: Random): number {
  const zero = bytes.indexOf(0, random.below(bytes.length));
  return zero < 0 ? bytes.length - 1 : zero;
}

function spliced(bytes: Uint8Array, at: number, remove: number, insert: ArrayLike<number>): Uint8Array {
  const end = Math.min(bytes.length, at + remove);
  const result = new Uint8Array(bytes.length - (end - at) + insert.length);
  result.set(bytes.subarray(0, at));
  result.set(insert, at);
  result.set(bytes.subarray(end), at + insert.length);
  return result;
}

const FRAME_KINDS = Object.entries(FRAME_DAMAGE);
const BYTE_KINDS = Object.entries(BYTE_DAMAGE);

/** A stream of one or more runs with one to six kinds of damage. One in twenty is long enough to lose 1024 frames. */
export function damagedStream(random: Random, all: Recordings): Damaged {
  const first = random.of(random.chance(0.05) ? all.long : all.short);
  const draft: Draft = { frames: [...first.frames], runs: [first], done: [] };
  if (random.chance(0.4)) goOn(random, draft, all, 0);
  for (let left = random.whole(0, 3); left > 0 && draft.frames.length > 1; left--) {
    const [name, change] = random.of(FRAME_KINDS);
    draft.done.push(name);
    change(random, draft, all);
  }
  let bytes = joined(draft.frames);
  for (let left = random.whole(draft.done.length === 0 ? 1 : 0, 3); left > 0 && bytes.length > 10; left--) {
    const [name, change] = random.of(BYTE_KINDS);
    draft.done.push(name);
    bytes = change(random, bytes);
  }
  return { bytes, runs: [...new Set(draft.runs)], done: draft.done };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
