/**
 * The levels of one pin over time, as a list of edges. Between two edges the level is known, so
 * duty cycles over any time span are exact, and cost one search each.
 *
 * Memory: 16 bytes per edge, in chunks of 1,024.
 */

const CHUNK_EDGES = 1024;

interface Chunk {
  readonly times: Float64Array;
  /** Total time at high level up to each edge. */
  readonly highs: Float64Array;
}

export class PinLevels {
  /** The level is known from this time on. */
  #startNs: number;
  #chunks: Chunk[] = [];
  /** Number of the oldest stored edge. */
  #first = 0;
  #end = 0;
  /** The level before the edge with the number 0. All edges alternate. */
  readonly #initial: 0 | 1;
  #level: 0 | 1;
  #lastNs: number;
  #highNs = 0;

  constructor(level: 0 | 1, startNs: number) {
    this.#initial = level;
    this.#level = level;
    this.#startNs = startNs;
    this.#lastNs = startNs;
  }

  get startNs(): number {
    return this.#startNs;
  }

  /** Number of the oldest stored edge. Edges have the numbers from `first` to `end` - 1. */
  get first(): number {
    return this.#first;
  }

  get end(): number {
    return this.#end;
  }

  get chunkCount(): number {
    return this.#chunks.length;
  }

  /** Adds an edge. Does nothing if the pin has this level already. Times must not run backwards. */
  set(timeNs: number, level: 0 | 1): void {
    if (level === this.#level) return;
    const at = Math.max(timeNs, this.#lastNs);
    if (this.#level === 1) this.#highNs += at - this.#lastNs;
    const index = this.#end % CHUNK_EDGES;
    if (index === 0) this.#chunks.push({ times: new Float64Array(CHUNK_EDGES), highs: new Float64Array(CHUNK_EDGES) });
    const chunk = this.#chunks.at(-1) as Chunk;
    chunk.times[index] = at;
    chunk.highs[index] = this.#highNs;
    this.#end++;
    this.#level = level;
    this.#lastNs = at;
  }

  /** Forgets the oldest edges. */
  dropChunk(): void {
    if (this.#chunks.length < 2) return;
    const [dropped] = this.#chunks.splice(0, 1);
    this.#first += CHUNK_EDGES;
    this.#startNs = dropped?.times[CHUNK_EDGES - 1] ?? this.#startNs;
  }

  timeNs(edge: number): number {
    return this.#chunkOf(edge).times[edge % CHUNK_EDGES]!;
  }

  /** The level after an edge. The level before the first edge is that of `first` - 1. */
  levelAfter(edge: number): 0 | 1 {
    return (edge & 1) === 0 ? ((1 - this.#initial) as 0 | 1) : this.#initial;
  }

  levelAt(timeNs: number): 0 | 1 {
    return this.levelAfter(this.firstAfter(timeNs) - 1);
  }

  /** The number of the first edge after a time, or `end`. */
  firstAfter(timeNs: number): number {
    let [low, high] = [this.#first, this.#end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.timeNs(middle) > timeNs) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The share of time at high level. `fromNs` must be before `toNs`. */
  duty(fromNs: number, toNs: number): number {
    return (this.#highUntil(toNs) - this.#highUntil(fromNs)) / (toNs - fromNs);
  }

  #highUntil(timeNs: number): number {
    const edge = this.firstAfter(timeNs) - 1;
    const level = this.levelAfter(edge);
    if (edge < this.#first) return level === 1 ? timeNs - this.#startNs + this.#highAtStart() : this.#highAtStart();
    const high = this.#chunkOf(edge).highs[edge % CHUNK_EDGES]!;
    return level === 1 ? high + timeNs - this.timeNs(edge) : high;
  }

  /** Total time at high level before the oldest stored edge, up to `startNs`. */
  #highAtStart(): number {
    if (this.#first === this.#end) return 0;
    const high = this.#chunkOf(this.#first).highs[0]!;
    return this.levelAfter(this.#first - 1) === 1 ? high - (this.timeNs(this.#first) - this.#startNs) : high;
  }

  #chunkOf(edge: number): Chunk {
    return this.#chunks[Math.floor((edge - this.#first) / CHUNK_EDGES)] as Chunk;
  }
}
