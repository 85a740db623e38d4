/**
 * Millions of points of one quantity over time, for charts at any zoom. Each block of 64 points and
 * each chunk of 4,096 keeps its least and its greatest value. So a chart reads a few thousand
 * summaries, however many points it shows, and no peak is lost.
 *
 * A point takes 12 bytes and its share of the summaries 0.3. Beyond `capacity` the oldest chunk is
 * dropped. Values have single precision, 7 digits.
 */
const CHUNK = 4096;
const BLOCK = 64;
const DEFAULT_CAPACITY = 4 * 1024 * 1024;

class Chunk {
  readonly times = new Float64Array(CHUNK);
  readonly values = new Float32Array(CHUNK);
  readonly least = new Float32Array(CHUNK / BLOCK).fill(Number.POSITIVE_INFINITY);
  readonly greatest = new Float32Array(CHUNK / BLOCK).fill(Number.NEGATIVE_INFINITY);
  length = 0;

  push(timeNs: number, value: number): void {
    const block = Math.floor(this.length / BLOCK);
    this.times[this.length] = timeNs;
    this.values[this.length++] = value;
    this.least[block] = Math.min(this.least[block] as number, value);
    this.greatest[block] = Math.max(this.greatest[block] as number, value);
  }

  get endNs(): number {
    return this.times[this.length - 1] as number;
  }

  /** The first point at or after a time. */
  search(timeNs: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle] as number) < timeNs) low = middle + 1;
      else high = middle;
    }
    return low;
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
    return this.#chunks[0]?.times[0] ?? null;
  }

  get endNs(): number | null {
    return this.#chunks.at(-1)?.endNs ?? null;
  }

  /** Adds a point. A time before that of the last point counts as that time. NaN is left out. */
  push(timeNs: number, value: number): void {
    if (Number.isNaN(value)) return;
    let chunk = this.#chunks.at(-1);
    if (chunk === undefined || chunk.length === CHUNK) {
      if (this.#chunks.length === this.#most) this.#count -= this.#chunks.shift()?.length ?? 0;
      chunk = new Chunk();
      this.#chunks.push(chunk);
    }
    chunk.push(Math.max(timeNs, this.endNs ?? timeNs), value);
    this.#count++;
  }

  /**
   * The points between two times, and one on each side. If there are more than two for each column,
   * the result has the least and the greatest value of each column, at the column's times.
   */
  sample(fromNs: number, toNs: number, columns: number): Sampled {
    const out = new Columns(fromNs, toNs, columns);
    const first = this.#chunkAt(fromNs);
    const last = this.#chunkAt(toNs);
    const isDense = this.#between(first, fromNs, last, toNs) > 2 * columns;
    this.#neighbour(first, fromNs, out);
    for (let i = first; i < this.#chunks.length && i <= last; i++)
      addChunk(this.#chunks[i] as Chunk, fromNs, toNs, isDense ? out : null, out);
    out.end();
    this.#next(last, toNs, out);
    return { times: out.times, values: out.values };
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
    if (chunk !== undefined && i >= 0) out.point(chunk.times[i] as number, chunk.values[i] as number);
  }

  #next(last: number, toNs: number, out: Columns): void {
    const chunk = this.#chunks[last];
    const i = chunk?.search(toNs) ?? 0;
    if (chunk !== undefined && i < chunk.length) out.point(chunk.times[i] as number, chunk.values[i] as number);
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

/** Adds the points of a chunk with fromNs ≤ time < toNs: in columns, or each by itself. */
function addChunk(chunk: Chunk, fromNs: number, toNs: number, columns: Columns | null, out: Columns): void {
  const to = chunk.search(toNs);
  for (let i = chunk.search(fromNs); i < to; ) {
    const end = Math.min(to, (Math.floor(i / BLOCK) + 1) * BLOCK);
    const block = Math.floor(i / BLOCK);
    const [start, stop] = [chunk.times[i] as number, chunk.times[end - 1] as number];
    if (columns !== null && end - i === BLOCK && columns.isOne(start, stop)) {
      columns.add(start, chunk.least[block] as number, chunk.greatest[block] as number);
    } else {
      for (let k = i; k < end; k++) {
        const [time, value] = [chunk.times[k] as number, chunk.values[k] as number];
        if (columns === null) out.point(time, value);
        else columns.add(time, value, value);
      }
    }
    i = end;
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
