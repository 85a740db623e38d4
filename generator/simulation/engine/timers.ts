/**
 * The times at which a fixed number of sources need attention: a binary heap that always contains
 * every source, at Infinity if nothing is due. Equal times are ordered by source number, so a
 * schedule does not depend on the heap's history.
 */
export class TimerQueue {
  /** Indexed by place in the heap. */
  readonly #times: Float64Array;
  readonly #sources: Int32Array;
  /** For each source, its place. */
  readonly #places: Int32Array;

  constructor(sources: number) {
    this.#times = new Float64Array(sources + 1).fill(Number.POSITIVE_INFINITY);
    this.#sources = Int32Array.from({ length: sources + 1 }, (_, source) => source);
    this.#places = Int32Array.from({ length: sources + 1 }, (_, source) => source);
  }

  /** The earliest time; Infinity: nothing is due. */
  get firstNs(): number {
    return this.#times[0]!;
  }

  get first(): number {
    return this.#sources[0]!;
  }

  timeOf(source: number): number {
    return this.#times[this.#places[source]!]!;
  }

  set(source: number, timeNs: number): void {
    const place = this.#places[source]!;
    const before = this.#times[place]!;
    if (timeNs < before) this.#up(place, source, timeNs);
    else if (timeNs > before) this.#down(place, source, timeNs);
  }

  #up(from: number, source: number, timeNs: number): void {
    const times = this.#times;
    const sources = this.#sources;
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = times[parent]!;
      if (above < timeNs || (above === timeNs && sources[parent]! < source)) break;
      this.#put(place, sources[parent]!, above);
      place = parent;
    }
    this.#put(place, source, timeNs);
  }

  #down(from: number, source: number, timeNs: number): void {
    const times = this.#times;
    const sources = this.#sources;
    const last = times.length - 1;
    let place = from;
    for (let child = 2 * place + 1; child <= last; child = 2 * place + 1) {
      let below = times[child]!;
      if (child < last) {
        const right = times[child + 1]!;
        if (right < below || (right === below && sources[child + 1]! < sources[child]!)) {
          child++;
          below = right;
        }
      }
      if (below > timeNs || (below === timeNs && sources[child]! > source)) break;
      this.#put(place, sources[child]!, below);
      place = child;
    }
    this.#put(place, source, timeNs);
  }

  #put(place: number, source: number, timeNs: number): void {
    this.#times[place] = timeNs;
    this.#sources[place] = source;
    this.#places[source] = place;
  }
}
