/** Shares the view and the pointer of a chart with the other charts of its trace. */
import { SharedTime, type SharedTimes } from '../../../base/shared-time.ts';
import type { ViewState } from '../view.ts';

export class TimeLink {
  readonly #times: SharedTimes | null;
  readonly #changed: () => void;
  #shared = new SharedTime();
  #stop: () => void = () => undefined;

  /**
   * @param times null: nothing is shared
   * @param changed called when another chart has changed the view or the instant
   */
  constructor(times: SharedTimes | null, changed: () => void) {
    this.#times = times;
    this.#changed = changed;
  }

  /** Joins the charts of this kind of trace, and leaves those of another. */
  join(kind: keyof SharedTimes): void {
    this.leave();
    this.#shared = this.#times?.[kind] ?? new SharedTime();
    this.#stop = this.#shared.subscribe(this, this.#changed);
  }

  leave(): void {
    this.#shared.point(this, null);
    this.#stop();
  }

  /** The instant under the pointer of this chart or of another. Unit: ns. */
  get instant(): number | null {
    return this.#shared.instant;
  }

  point(instant: number | null): void {
    this.#shared.point(this, instant);
  }

  /** Tells the other charts what this one shows. */
  publish({ view, live }: ViewState): void {
    this.#shared.show(this, { view, live });
  }

  /** The state with the view of the other charts. A trace that has ended cannot be followed. */
  adopt(state: ViewState, running: boolean): ViewState {
    const { shown } = this.#shared;
    if (shown === null) return state;
    return { ...state, view: shown.view, live: shown.live && running };
  }
}
