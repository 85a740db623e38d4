/** Chooses the first view of each source, and decides when a source is fitted again. */
import type { KeptViews } from '../../../base/kept-view.ts';
import { durationOf, MILLISECOND, type TimeSpan } from '../../../base/time.ts';
import { fittedLength, type Lane } from '../lane.ts';
import type { TimelineSource } from '../source/source.ts';
import { DEFAULT_LIVE_NS, homeOf, initialView, reduceView, type ViewState } from '../view.ts';

/**
 * A view that follows the newest event is at least this long. A shorter one shows other jobs in
 * every frame.
 */
const LEAST_LIVE_NS = 500 * MILLISECOND;
/** The view is fitted again when the longest period has changed by more than this factor. */
const REFIT_FACTOR = 2;

export class FittedViews {
  /** The last view of each source, restored when the source is shown again. */
  readonly #views = new WeakMap<TimelineSource, ViewState>();
  /** The length that the view of each source was fitted to. */
  readonly #fitted = new WeakMap<TimelineSource, number>();
  /**
   * The first view of a source and its lanes, until other lanes come. The schedule of a new sketch may
   * come before its lanes. A view that the user has not moved is then fitted once more.
   */
  readonly #first = new WeakMap<TimelineSource, { readonly lanes: readonly Lane[]; readonly view: TimeSpan }>();
  readonly #settled = new WeakSet<TimelineSource>();
  /**
   * Length of the last view in live mode. The next run starts with it, unless the longest period is
   * another one by then.
   */
  #liveLength: number = DEFAULT_LIVE_NS;
  /** The length that `#liveLength` was fitted to. */
  #liveFitted = 0;

  /** The views before the chart was drawn. Each is used once, for the first source of its kind. */
  readonly #before: KeptViews;

  constructor(before: KeptViews = new Map()) {
    this.#before = new Map(before);
  }

  /** Keeps the view of a source that is no longer shown. */
  keep(source: TimelineSource, state: ViewState): void {
    this.#views.set(source, state);
  }

  /** The user changed a view in live mode. */
  keepLive(state: ViewState): void {
    this.#liveLength = durationOf(state.view);
  }

  /**
   * The view in which a source is shown first, or again. A prediction is never in live mode, because
   * it is complete.
   */
  stateFor(source: TimelineSource, following: boolean): ViewState {
    const known = this.#views.get(source);
    if (known !== undefined) return { ...known, live: known.live && following };
    const first = initialView(this.#liveLength, following && source.isPrediction !== true);
    const before = this.#before.get(kindOf(source));
    return first.live && before !== undefined ? initialView(durationOf(before.view), true) : first;
  }

  /**
   * Notes the longest period of the lanes. Returns whether it calls for another view.
   *
   * @param view the present view
   */
  refit(source: TimelineSource, lanes: readonly Lane[], view: TimeSpan): boolean {
    const length = fittedLength(lanes);
    if (length === null) return false;
    if (isOtherLength(length, this.#liveFitted)) {
      this.#liveFitted = length;
      this.#liveLength = Math.max(LEAST_LIVE_NS, length);
    }
    const before = this.#fitted.get(source);
    const wasEarly = this.#wasEarly(source, lanes, view) && length !== before;
    if (before !== undefined && !wasEarly && !isOtherLength(length, before)) return false;
    this.#fitted.set(source, length);
    return before !== undefined;
  }

  #wasEarly(source: TimelineSource, lanes: readonly Lane[], view: TimeSpan): boolean {
    const first = this.#first.get(source);
    if (first === undefined || first.lanes === lanes) return false;
    this.#first.delete(source);
    this.#settled.add(source);
    return first.view === view;
  }

  /** Shows the two longest periods: the first ones, or the newest ones in live mode. */
  home(state: ViewState, source: TimelineSource, lanes: readonly Lane[]): ViewState {
    const before = this.#before.get(kindOf(source));
    this.#before.delete(kindOf(source));
    if (state.live) {
      const factor = this.#liveLength / durationOf(state.view);
      return reduceView(state, { type: 'zoom', anchor: state.bounds.to, factor });
    }
    if (before !== undefined) return reduceView(state, { type: 'show', view: before.view });
    const length = fittedLength(lanes);
    const home = length === null ? source.home : homeOf(source.span.from, length);
    const found = reduceView(state, home == null ? { type: 'fit' } : { type: 'show', view: home });
    if (!this.#settled.has(source)) this.#first.set(source, { lanes, view: found.view });
    return found;
  }
}

export const kindOf = ({ isPrediction }: TimelineSource) => (isPrediction === true ? 'predicted' : 'measured');

function isOtherLength(length: number, before: number): boolean {
  return length > before * REFIT_FACTOR || length < before / REFIT_FACTOR;
}
