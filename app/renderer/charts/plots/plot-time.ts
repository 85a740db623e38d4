/** The time that the charts of the panel show: shared with the timeline, or their own. */
import type { SharedTimes } from '../../base/shared-time.ts';
import { ns, SECOND, type TimeSpan } from '../../base/time.ts';
import { FollowedTime } from '../timeline/following/follow.ts';
import { TimeLink } from '../timeline/following/time-link.ts';
import { initialView, reduceView, type ViewAction, type ViewState } from '../timeline/view.ts';

/** The time that is shown at first while the program runs. */
const LIVE_NS = 10 * SECOND;

export class PlotTime {
  readonly #kind: keyof SharedTimes;
  readonly #changed: () => void;
  readonly #followed = new FollowedTime();
  #link: TimeLink;
  #state: ViewState;
  #running: boolean;

  /**
   * @param times null: nothing is shared
   * @param changed called after each change of the view or of the instant
   */
  constructor(times: SharedTimes | null, kind: keyof SharedTimes, running: boolean, changed: () => void) {
    this.#kind = kind;
    this.#running = running;
    this.#changed = changed;
    this.#state = initialView(LIVE_NS, running);
    this.#link = this.#join(times);
  }

  get state(): ViewState {
    return this.#state;
  }

  /** The instant under the pointer, in a chart or in the timeline. Unit: ns. */
  get instant(): number | null {
    return this.#link.instant;
  }

  /** Shares the view and the pointer with the timeline, or stops sharing (null). */
  share(times: SharedTimes | null): void {
    this.#link.leave();
    this.#link = this.#join(times);
    this.#changed();
  }

  run(running: boolean): void {
    if (running === this.#running) return;
    this.#running = running;
    const state = reduceView(this.#state, { type: 'live', live: running });
    this.#state = running ? this.#link.adopt(state, running) : state;
    this.#changed();
  }

  dispatch(action: ViewAction): void {
    const isMoot = action.type === 'live' && action.live && !this.#running;
    this.#state = reduceView(this.#state, isMoot ? { type: 'end' } : action);
    this.#link.publish(this.#state);
    this.#changed();
  }

  point(instant: number | null): void {
    this.#link.point(instant);
    this.#changed();
  }

  /**
   * Takes the newest time of the trace.
   * @param elapsedMs since the last call. Without it, the view jumps to the newest time
   */
  advance(span: TimeSpan, elapsedMs?: number): void {
    const { at } = this.#followed.advance(span.to, this.#running ? elapsedMs : undefined);
    const { bounds } = this.#state;
    const to = ns(Math.max(span.from, at));
    if (bounds.from === span.from && bounds.to === to) return;
    const wasEmpty = bounds.to <= bounds.from;
    this.#state = reduceView(this.#state, { type: 'bounds', bounds: { from: span.from, to } });
    if (!wasEmpty || to <= span.from || this.#state.live) return;
    this.#state = reduceView(this.#state, { type: 'fit' });
    this.#state = this.#link.adopt(this.#state, this.#running);
  }

  leave(): void {
    this.#link.leave();
  }

  #join(times: SharedTimes | null): TimeLink {
    const link = new TimeLink(times, () => {
      this.#state = link.adopt(this.#state, this.#running);
      this.#changed();
    });
    link.join(this.#kind);
    this.#state = link.adopt(this.#state, this.#running);
    return link;
  }
}
