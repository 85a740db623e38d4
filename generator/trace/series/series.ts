/**
 * Millions of points of one quantity over time, for charts at any zoom. Blocks of 16, of 256 and of
 * 4,096 points keep their least and their greatest value. So a chart reads about a hundred
 * summaries for each of its columns, however many points it shows, and no peak is lost.
 *
 * A point takes 8 bytes and its share of the summaries 0.6, or 4 bytes more where points are far apart.
 * Beyond `capacity` the oldest 4,096 points are dropped. Values have single precision, 7 digits.
 */
import { TimeColumn } from '../store/time-column.ts';

const CHUNK = 4096;
/** The lengths of the blocks in a chunk, shortest first. */
const BLOCKS = [16, 256, CHUNK] as const;
/** Where the summaries of each length begin. The shortest come first. */
const FIRST = [0, CHUNK / 16, CHUNK / 16 + CHUNK / 256] as const;
const SUMMARIES = CHUNK / 16 + CHUNK / 256 + 1;
const DEFAULT_CAPACITY = 1024 * 1024;

class Chunk {
  readonly values = new Float32Array(CHUNK);
  readonly least = new Float32Array(SUMMARIES).fill(Number.POSITIVE_INFINITY);
  readonly greatest = new Float32Array(SUMMARIES).fill(Number.NEGATIVE_INFINITY);
  length = 0;
  endNs = 0;
  readonly #times = new TimeColumn(CHUNK);

  timeAt(i: number): number {
    return this.#times.get(i);
  }

  push(timeNs: number, value: number): void {
    const i = this.length++;
    this.#times.set(i, timeNs);
    this.values[i] = value;
    this.endNs = timeNs;
    for (let level = 0; level < BLOCKS.length; level++) {
      const place = FIRST[level]! + Math.floor(i / BLOCKS[level]!);
      if (value < this.least[place]!) this.least[place] = value;
      if (value > this.greatest[place]!) this.greatest[place] = value;
    }
  }

  /** The first point at or after a time. */
  search(timeNs: number): number {
    return this.#times.search(timeNs, this.length);
  }

  /** Adds the points from ≤ i < to to columns: whole blocks where they are in one column. */
  addTo(columns: Columns, from: number, to: number): void {
    for (let i = from; i < to; ) i = this.#addBlock(columns, i, to);
  }

  /** Adds the longest block that begins at a point, ends before `to`, and is in one column. Returns its end. */
  #addBlock(columns: Columns, i: number, to: number): number {
    const timeNs = this.timeAt(i);
    for (let level = BLOCKS.length - 1; level >= 0; level--) {
      const length = BLOCKS[level]!;
      const end = i + length;
      if (i % length !== 0 || end > to || !columns.isOne(timeNs, this.timeAt(end - 1))) continue;
      const place = FIRST[level]! + i / length;
      columns.add(timeNs, this.least[place]!, this.greatest[place]!);
      return end;
    }
    const value = this.values[i]!;
    columns.add(timeNs, value, value);
    return i + 1;
  }
}

/** The points of a chart, in order of time. */
export interface Sampled {
  /** Unit: ns. */
  readonly times: number[];
  readonly values: number[];
}

export class Series {
  readonly #most: number;
  #chunks: Chunk[] = [];
  #count = 0;

  /** @param capacity most points that are kept */
  constructor(capacity = DEFAULT_CAPACITY) {
    this.#most = Math.max(2, Math.ceil(capacity / CHUNK));
  }

  /** Number of points that are kept. */
  get count(): number {
    return this.#count;
  }

  /** Time of the oldest point; null if there is none. */
  get startNs(): number | null {
    return this.#chunks[0]?.timeAt(0) ?? null;
  }

  get endNs(): number | null {
    return this.#chunks.at(-1)?.endNs ?? null;
  }

  /** Adds a point. A time before that of the last point counts as that time. NaN is left out. */
  push(timeNs: number, value: number): void {
    if (Number.isNaN(value)) return;
    let chunk = this.#chunks.at(-1);
    const atNs = Math.max(timeNs, chunk?.endNs ?? timeNs);
    if (chunk === undefined || chunk.length === CHUNK) {
      if (this.#chunks.length === this.#most) this.#count -= this.#chunks.shift()?.length ?? 0;
      chunk = new Chunk();
      this.#chunks.push(chunk);
    }
    chunk.push(atNs, value);
    this.#count++;
  }

  /** Drops chunks whose points are all before a time. */
  forget(beforeNs: number): void {
    while (this.#chunks.length > 1 && (this.#chunks[0] as Chunk).endNs < beforeNs) {
      this.#count -= this.#chunks.shift()?.length ?? 0;
    }
  }

  /**
   * The points between two times, and one on each side. If there are more than two for each column,
   * the result has the least and the greatest value of each column, at the column's times.
   */
  sample(fromNs: number, toNs: number, columns: number): Sampled {
    const out = new Columns(fromNs, toNs, columns);
    const [first, last] = [this.#chunkAt(fromNs), this.#chunkAt(toNs)];
    const isDense = this.#between(first, fromNs, last, toNs) > 2 * columns;
    this.#neighbour(first, fromNs, out);
    this.#eachPart(fromNs, toNs, (chunk, from, to) => {
      if (isDense) chunk.addTo(out, from, to);
      else for (let i = from; i < to; i++) out.point(chunk.timeAt(i), chunk.values[i]!);
    });
    out.end();
    this.#next(last, toNs, out);
    return { times: out.times, values: out.values };
  }

  /** Calls `visit` with each value between two times. */
  eachValue(fromNs: number, toNs: number, visit: (value: number) => void): void {
    this.#eachPart(fromNs, toNs, ({ values }, from, to) => {
      for (let i = from; i < to; i++) visit(values[i]!);
    });
  }

  /** The parts of chunks with fromNs ≤ time < toNs. */
  #eachPart(fromNs: number, toNs: number, visit: (chunk: Chunk, from: number, to: number) => void): void {
    const last = this.#chunkAt(toNs);
    for (let i = this.#chunkAt(fromNs); i < this.#chunks.length && i <= last; i++) {
      const chunk = this.#chunks[i] as Chunk;
      visit(chunk, chunk.search(fromNs), chunk.search(toNs));
    }
  }

  #between(first: number, fromNs: number, last: number, toNs: number): number {
    const place = (i: number, timeNs: number) => {
      const chunk = this.#chunks[i];
      return chunk === undefined ? this.#count : i * CHUNK + chunk.search(timeNs);
    };
    return place(last, toNs) - place(first, fromNs);
  }

  /** The point before the range, so that a line enters the chart from its edge. */
  #neighbour(first: number, fromNs: number, out: Columns): void {
    const at = this.#chunks[first]?.search(fromNs) ?? 0;
    const chunk = at > 0 ? this.#chunks[first] : this.#chunks[first - 1];
    const i = at > 0 ? at - 1 : (chunk?.length ?? 0) - 1;
    if (chunk !== undefined && i >= 0) out.point(chunk.timeAt(i), chunk.values[i]!);
  }

  #next(last: number, toNs: number, out: Columns): void {
    const chunk = this.#chunks[last];
    const i = chunk?.search(toNs) ?? 0;
    if (chunk !== undefined && i < chunk.length) out.point(chunk.timeAt(i), chunk.values[i]!);
  }

  /** The first chunk that ends at or after a time. */
  #chunkAt(timeNs: number): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#chunks[middle] as Chunk).endNs < timeNs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Collects points: the least and the greatest value of each column, or each point by itself. */
class Columns {
  readonly times: number[] = [];
  readonly values: number[] = [];
  readonly #fromNs: number;
  readonly #width: number;
  #column = -1;
  #least = 0;
  #greatest = 0;

  constructor(fromNs: number, toNs: number, columns: number) {
    this.#fromNs = fromNs;
    this.#width = Math.max(Number.MIN_VALUE, (toNs - fromNs) / Math.max(1, columns));
  }

  /** Whether two times are in one column. */
  isOne(fromNs: number, toNs: number): boolean {
    return this.#of(fromNs) === this.#of(toNs);
  }

  add(timeNs: number, least: number, greatest: number): void {
    const column = this.#of(timeNs);
    if (column !== this.#column) {
      this.end();
      this.#column = column;
      this.#least = least;
      this.#greatest = greatest;
      return;
    }
    this.#least = Math.min(this.#least, least);
    this.#greatest = Math.max(this.#greatest, greatest);
  }

  point(timeNs: number, value: number): void {
    this.times.push(timeNs);
    this.values.push(value);
  }

  /** Ends the last column. */
  end(): void {
    if (this.#column < 0) return;
    const at = this.#fromNs + this.#column * this.#width;
    this.point(at, this.#least);
    if (this.#greatest > this.#least) this.point(at + this.#width / 2, this.#greatest);
    this.#column = -1;
  }

  #of(timeNs: number): number {
    return Math.floor((timeNs - this.#fromNs) / this.#width);
  }
}
