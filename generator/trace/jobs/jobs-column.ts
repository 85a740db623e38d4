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

/** Places of a new column. Most tasks of a short schedule have few jobs, and a moving slider makes many schedules. */
const FIRST_PLACES = 16;

export type Column = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** Returns a column with a place for a job: the same one, or a copy of twice its length, up to a whole chunk. */
export function withPlace<T extends Column>(column: T, make: (length: number) => T, i: number): T {
  if (i < column.length) return column;
  const longer = make(Math.min(JOBS_PER_CHUNK, Math.max(FIRST_PLACES, 2 * column.length, i + 1)));
  longer.set(column);
  return longer;
}

export const bytes = (length: number) => new Uint8Array(length);
export const shorts = (length: number) => new Uint16Array(length);
export const words = (length: number) => new Uint32Array(length);

const offsets = (length: number) => new Uint32Array(length).fill(STORED_NEVER);

/** Offsets ≥ 0 from a base that the caller stores, or NEVER. */
export class OffsetColumn {
  #offsets = offsets(0);
  #wide: Map<number, number> | null = null;

  set(i: number, offset: number): void {
    this.#offsets = withPlace(this.#offsets, offsets, i);
    if (offset === NEVER) this.#offsets[i] = STORED_NEVER;
    else if (offset >= 0 && offset < STORED_WIDE && Number.isInteger(offset)) this.#offsets[i] = offset;
    else {
      this.#offsets[i] = STORED_WIDE;
      this.#wide ??= new Map();
      this.#wide.set(i, offset);
    }
  }

  get(i: number): number {
    const stored = this.#offsets[i] ?? STORED_NEVER;
    if (stored < STORED_WIDE) return stored;
    return stored === STORED_WIDE ? (this.#wide?.get(i) ?? NEVER) : NEVER;
  }
}
