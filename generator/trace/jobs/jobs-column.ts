/**
 * A growing list of times that are mostly close to another time. Offsets of up to 4.29 s take four
 * bytes; larger ones and "never" are stored separately. The list consists of chunks, so growing
 * copies nothing and the oldest can be dropped.
 */
export const JOBS_PER_CHUNK = 1024;
/** The time of something that has not happened, or that a job does not have. */
export const NEVER = -1;

const STORED_NEVER = 0xffffffff;
const STORED_WIDE = 0xfffffffe;

/** Offsets ≥ 0 from a base that the caller stores, or NEVER. */
export class OffsetColumn {
  readonly #offsets = new Uint32Array(JOBS_PER_CHUNK).fill(STORED_NEVER);
  #wide: Map<number, number> | null = null;

  set(i: number, offset: number): void {
    if (offset === NEVER) this.#offsets[i] = STORED_NEVER;
    else if (offset >= 0 && offset < STORED_WIDE && Number.isInteger(offset)) this.#offsets[i] = offset;
    else {
      this.#offsets[i] = STORED_WIDE;
      this.#wide ??= new Map();
      this.#wide.set(i, offset);
    }
  }

  get(i: number): number {
    const stored = this.#offsets[i] as number;
    if (stored < STORED_WIDE) return stored;
    return stored === STORED_WIDE ? (this.#wide?.get(i) ?? NEVER) : NEVER;
  }
}
