/**
 * What the timeline and the charts of one trace have in common: the part that they show, whether it
 * follows the newest event, and the instant under the pointer.
 *
 *   const shared = new SharedTime();
 *   const stop = shared.subscribe(this, () => show(shared.shown, shared.instant));
 *   shared.show(this, { view, live });           // tells all others, not `this`
 */
import type { TimeSpan } from './time.ts';

export interface ShownTime {
  readonly view: TimeSpan;
  readonly live: boolean;
}

export class SharedTime {
  #shown: ShownTime | null = null;
  #instant: number | null = null;
  readonly #listeners = new Map<object, () => void>();

  /** null: no view has been shown yet. */
  get shown(): ShownTime | null {
    return this.#shown;
  }

  /** The instant under the pointer, on the trace's axis. null: the pointer is elsewhere. Unit: ns. */
  get instant(): number | null {
    return this.#instant;
  }

  show(by: object, { view, live }: ShownTime): void {
    const before = this.#shown;
    if (before?.live === live && before.view.from === view.from && before.view.to === view.to) return;
    this.#shown = { view, live };
    this.#tell(by);
  }

  point(by: object, instant: number | null): void {
    if (instant === this.#instant) return;
    this.#instant = instant;
    this.#tell(by);
  }

  /** Calls `changed` after each change by another. Returns the function that stops it. */
  subscribe(by: object, changed: () => void): () => void {
    this.#listeners.set(by, changed);
    return () => this.#listeners.delete(by);
  }

  #tell(by: object): void {
    for (const [listener, changed] of [...this.#listeners]) if (listener !== by) changed();
  }
}

/** The times of a predicted and of a measured trace have nothing in common. */
export interface SharedTimes {
  readonly predicted: SharedTime;
  readonly measured: SharedTime;
}

export const sharedTimes = (): SharedTimes => ({ predicted: new SharedTime(), measured: new SharedTime() });
