/**
 * Connects state, painting and input of one timeline. The React component owns the controller and
 * passes it elements and props. The controller draws only after a change, and it reports to the
 * component what its text depends on.
 */

import { type TimeScale, timeScale, toNs } from '../../base/scale.ts';
import { attachSurface, type Frame, type Surface } from '../../base/surface.ts';
import { durationOf, MILLISECOND, ns, type TimeSpan } from '../../base/time.ts';
import { attentionOf, marksOf, shiftOf } from './attention.ts';
import { hitAt, type JobHit } from './hit.ts';
import { attachInput, type InputElements, type InputHost } from './input.ts';
import {
  AXIS_HEIGHT,
  fittedLength,
  LABEL_WIDTH,
  type Lane,
  type LaneGroup,
  type Layout,
  layOut,
  needsOf,
  rowSpace,
} from './lane.ts';
import { findMiss, findMissAround, type Miss, missedJob } from './misses.ts';
import { OverviewStrip } from './overview-strip.ts';
import { LookCache } from './paint/look.ts';
import { paintScene, plotScale } from './paint/paint.ts';
import type { OpenedMarks } from './paint/scene.ts';
import { Playback } from './playback.ts';
import { type PointerReadout, readPointer } from './pointer-readout.ts';
import { countShown, type Shown } from './shown.ts';
import type { JobColumn, JobRef, TimelineSource } from './source/source.ts';
import { LaneSummary } from './summary.ts';
import { DEFAULT_LIVE_NS, homeOf, initialView, reduceView, type ViewAction, type ViewState } from './view.ts';

export interface TimelineElements extends InputElements {
  readonly canvas: HTMLCanvasElement;
  readonly overviewCanvas: HTMLCanvasElement;
}

export interface TimelineEvents {
  /** Called after each frame with the content of the frame. */
  painted(state: ViewState, shown: Shown): void;
  /** The pointer moved or left, or the content under it changed. */
  pointed(readout: PointerReadout | null): void;
  /** The user clicked a job box or an empty place of a lane. */
  clicked(hit: JobHit): void;
  /** The user clicked a late job, or went to a missed deadline. */
  opened(job: JobRef): void;
  /** Playback of a schedule started or stopped. */
  playing(playing: boolean): void;
  /** The playhead moved or was removed. */
  stood(playhead: number | null): void;
}

export interface TimelineData {
  readonly source: TimelineSource;
  readonly predicted: TimelineSource | null;
  readonly lanes: readonly Lane[];
  readonly groups: readonly LaneGroup[];
  /** Index of the task in the trace. Null when no task is selected. */
  readonly selectedTask: number | null;
}

/**
 * Time constant with which the right edge follows the newest event in live mode, so that the view
 * scrolls smoothly when data arrives in bursts.
 */
const FOLLOW_MS = 90;
/** Interval between checks for new data while nothing runs. */
const IDLE_POLL_MS = 250;
/**
 * A view that follows the newest event is at least this long. A shorter one shows other jobs in
 * every frame.
 */
const LEAST_LIVE_NS = 500 * MILLISECOND;
/** The view is fitted again when the longest period has changed by more than this factor. */
const REFIT_FACTOR = 2;
/** A jump to a miss shows at most this many periods of its task, so that the miss is visible. */
const MISS_PERIODS = 24;

/** A job whose card opens is at least this wide. */
const LEAST_OPENED_PX = 24;

export class TimelineController implements InputHost {
  readonly #elements: TimelineElements;
  readonly #events: TimelineEvents;
  readonly #plot: Surface;
  readonly #strip: Surface;
  readonly #stop: (() => void)[] = [];
  readonly #looks = new LookCache();
  readonly #overview = new OverviewStrip();
  readonly #playback = new Playback({
    playhead: () => this.#state.playhead,
    endNs: () => this.#data.source.span.to,
    moveTo: (time) => this.dispatch({ type: 'playhead', time }),
    changed: (playing) => {
      this.#events.playing(playing);
      if (!playing) this.#events.stood(this.#state.playhead);
    },
  });
  #summaries = new WeakMap<JobColumn, LaneSummary>();
  /** The last view of each source, restored when the source is shown again. */
  readonly #views = new WeakMap<TimelineSource, ViewState>();
  /** The length that the view of each source was fitted to. */
  readonly #fitted = new WeakMap<TimelineSource, number>();
  #unsubscribe: (() => void) | null = null;

  #data: TimelineData;
  #state: ViewState = initialView(DEFAULT_LIVE_NS, false);
  #layout: Layout;
  #pointer: { x: number; y: number } | null = null;
  #seenVersion = -1;
  /**
   * Length of the last view in live mode. The next run starts with it, unless the longest period is
   * another one by then.
   */
  #liveLength: number = DEFAULT_LIVE_NS;
  /** The length that `#liveLength` was fitted to. */
  #liveFitted = 0;
  /** Height of the plot that the layout was made for. */
  #layoutFor = 0;
  #following = false;
  #followed = 0;
  #lastTick = 0;
  #frame = 0;
  #timer = 0;
  #opened: OpenedMarks | null = null;

  /** `following`: whether new events are arriving. See setFollowing. */
  constructor(elements: TimelineElements, data: TimelineData, events: TimelineEvents, following: boolean) {
    this.#elements = elements;
    this.#data = data;
    this.#events = events;
    this.#plot = attachSurface(elements.canvas, (frame) => this.#paint(frame));
    this.#layout = this.#makeLayout();
    this.#refit(data);
    this.#state = this.#stateFor(data.source);
    this.#strip = attachSurface(elements.overviewCanvas, (frame) => this.#paintStrip(frame));
    this.#stop.push(attachInput(elements, this));
    const scrolled = (): void => this.#plot.invalidate();
    elements.scroller.addEventListener('scroll', scrolled, { passive: true });
    this.#stop.push(() => elements.scroller.removeEventListener('scroll', scrolled));
    this.setFollowing(following);
    this.#listen();
    this.#takeData();
    this.#timer = window.setInterval(() => this.#poll(), IDLE_POLL_MS);
  }

  dispose(): void {
    clearInterval(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#playback.pause();
    this.#unsubscribe?.();
    for (const stop of this.#stop) stop();
    this.#plot.dispose();
    this.#strip.dispose();
  }

  /** Height of all rows, for the scrolling layer. */
  get layout(): Layout {
    return this.#layout;
  }

  setData(data: TimelineData): void {
    const isOther = data.source !== this.#data.source;
    if (isOther) {
      this.#playback.pause();
      this.#views.set(this.#data.source, this.#state);
      this.#summaries = new WeakMap();
      this.#seenVersion = -1;
      this.#followed = 0;
    }
    const isRefit = this.#refit(data);
    if (isOther) {
      this.#state = this.#stateFor(data.source);
      this.#events.stood(this.#state.playhead);
    }
    this.#data = data;
    if (isRefit && !isOther) this.#goHome();
    this.#listen();
    if (isOther) this.#overview.forget();
    else this.#overview.age();
    this.#layout = this.#makeLayout();
    this.#takeData();
    this.#plot.invalidate();
    if (isOther) this.#strip.invalidate();
  }

  /** Notes the longest period of the lanes. Returns whether it calls for another view. */
  #refit({ source, lanes }: TimelineData): boolean {
    const length = fittedLength(lanes);
    if (length === null) return false;
    if (isOtherLength(length, this.#liveFitted)) {
      this.#liveFitted = length;
      this.#liveLength = Math.max(LEAST_LIVE_NS, length);
    }
    const before = this.#fitted.get(source);
    if (before !== undefined && !isOtherLength(length, before)) return false;
    this.#fitted.set(source, length);
    return before !== undefined;
  }

  /** A prediction is never in live mode, because it is complete. */
  #stateFor(source: TimelineSource): ViewState {
    const known = this.#views.get(source);
    if (known !== undefined) return { ...known, live: known.live && this.#following };
    return initialView(this.#liveLength, this.#following && source.isPrediction !== true);
  }

  #listen(): void {
    this.#unsubscribe?.();
    const { source, predicted } = this.#data;
    const stops = [source.subscribe?.(() => this.#takeData()), predicted?.subscribe?.(() => this.#invalidate())];
    this.#unsubscribe = () => {
      for (const stop of stops) stop?.();
    };
  }

  /** Sets whether new events are arriving. If so, every frame checks for them. */
  setFollowing(following: boolean): void {
    if (following === this.#following) return;
    this.#following = following;
    this.#lastTick = performance.now();
    this.dispatch({ type: 'live', live: following });
    cancelAnimationFrame(this.#frame);
    if (following) {
      this.#takeData();
      this.#frame = requestAnimationFrame(this.#tick);
    } else this.#takeData();
  }

  scale(): TimeScale {
    return plotScale(this.#state.view, this.#plot.size().width, LABEL_WIDTH);
  }

  overviewScale(): TimeScale {
    const { from, to } = this.#data.source.span;
    const end = Math.max(to, from + 1_000_000);
    return timeScale({ from, to: ns(end) }, LABEL_WIDTH, Math.max(1, this.#strip.size().width - LABEL_WIDTH));
  }

  state(): ViewState {
    return this.#state;
  }

  dispatch(action: ViewAction): void {
    // A complete trace has nothing to follow.
    const isMoot = action.type === 'live' && action.live && !this.#following;
    this.#state = reduceView(this.#state, isMoot ? { type: 'end' } : action);
    if (this.#state.live) this.#liveLength = durationOf(this.#state.view);
    if (action.type === 'playhead' && !this.#playback.isPlaying) this.#events.stood(this.#state.playhead);
    this.#invalidate();
    if (this.#pointer) this.#readPointer();
  }

  togglePlay(): void {
    if (this.#data.source.facts == null) return;
    if (this.#playback.isPlaying) this.#playback.pause();
    else this.#playback.play(Math.max(0, this.#state.view.from));
  }

  setSpeed(speed: number): void {
    this.#playback.setSpeed(speed);
  }

  /** Moves the playhead to the next or the previous event. */
  step(back: boolean): void {
    const { facts } = this.#data.source;
    if (facts == null) return;
    this.#playback.pause();
    const { playhead, view } = this.#state;
    const time = facts.step(playhead ?? Math.max(0, view.from) - 1, back);
    if (time !== null) this.dispatch({ type: 'playhead', time });
  }

  /** Shows the whole schedule, and moves the next playback to its start. */
  rewind(): void {
    this.#playback.pause();
    this.dispatch({ type: 'playhead', time: null });
    this.dispatch({ type: 'start' });
  }

  /** Goes to the first miss of the trace. */
  firstMiss(): void {
    this.#jumpTo(findMiss(this.#data.source, this.#data.lanes, this.#summaryOf, Number.NEGATIVE_INFINITY, false));
  }

  pointTo(point: { readonly x: number; readonly y: number } | null): void {
    if (point === null && this.#pointer === null) return;
    this.#pointer = point;
    this.#readPointer();
    this.#plot.invalidate();
  }

  click(x: number, y: number): void {
    const hit = this.#hit(x, y);
    if (!hit) return;
    this.#events.clicked(hit);
    const lane = this.#data.lanes[hit.lane];
    if (lane === undefined || hit.job < 0) return;
    if (this.#data.source.column(lane.taskIndex).missedAt(hit.job)) this.#open(lane.taskIndex, hit.job);
  }

  /** Frames a job and the job to blame until the next call. */
  markJob(opened: OpenedMarks | null): void {
    this.#opened = opened;
    this.#plot.invalidate();
  }

  #open(task: number, row: number): void {
    this.dispatch({ type: 'live', live: false });
    this.#bringIntoView(this.#data.source.column(task), row);
    this.#events.opened({ task, row });
  }

  /** Shows the job and its surroundings if it is too narrow to be seen. */
  #bringIntoView(column: JobColumn, row: number): void {
    const from = column.arrivalAt(row);
    const to = Math.max(column.knownEndAt(row), column.deadlineAt(row), from + 1);
    const { view } = this.#state;
    const isWide = (to - from) / durationOf(view) > this.#leastShare();
    if (isWide && from >= view.from && to <= view.to) return;
    this.dispatch({ type: 'show', view: { from: ns(from - 2 * (to - from)), to: ns(to + 2 * (to - from)) } });
  }

  /** The share of the plot that makes a job wide enough to be seen. */
  #leastShare(): number {
    return LEAST_OPENED_PX / Math.max(1, this.#plot.size().width - LABEL_WIDTH);
  }

  /** Shows one job from its arrival to its end, with a margin of the same length. */
  open(x: number, y: number): void {
    const hit = this.#hit(x, y);
    const lane = hit ? this.#data.lanes[hit.lane] : undefined;
    if (!hit || !lane || hit.job < 0) return;
    const column = this.#data.source.column(lane.taskIndex);
    const from = column.arrivalAt(hit.job);
    const to = Math.max(column.knownEndAt(hit.job), column.deadlineAt(hit.job), from + 1);
    const air = (to - from) * 0.25;
    this.dispatch({ type: 'show', view: { from: ns(from - air), to: ns(to + air) } });
  }

  jumpToMiss(back: boolean): void {
    const { view } = this.#state;
    const middle = (view.from + view.to) / 2;
    const { source, lanes } = this.#data;
    // A miss at the centre of the view is not the next one. The tolerance covers rounding of the
    // view.
    const slack = durationOf(view) * 0.001;
    this.#jumpTo(findMissAround(source, lanes, this.#summaryOf, middle + (back ? -slack : slack), back));
  }

  #jumpTo(miss: Miss | null): void {
    if (miss === null) return;
    this.#playback.pause();
    // During playback, the playhead moves to the miss, because anything after the playhead is
    // hidden.
    if (this.#state.playhead !== null) this.dispatch({ type: 'playhead', time: miss.time });
    this.dispatch({ type: 'jump', time: miss.time });
    const widest = (miss.lane.periodNs ?? Number.POSITIVE_INFINITY) * MISS_PERIODS;
    const factor = widest / durationOf(this.#state.view);
    if (factor < 1) this.dispatch({ type: 'zoom', anchor: miss.time, factor });
    const { taskIndex } = miss.lane;
    const row = missedJob(this.#data.source.column(taskIndex), miss.time);
    if (row >= 0) this.#open(taskIndex, row);
  }

  readonly #tick = (now: number): void => {
    const elapsed = Math.max(0, now - this.#lastTick);
    this.#lastTick = now;
    this.#takeData(elapsed);
    if (this.#following) this.#frame = requestAnimationFrame(this.#tick);
  };

  #poll(): void {
    if (!this.#following) this.#takeData();
    // Repaints the overview, because the last data may have arrived during its refresh interval.
    if (this.#overview.isDue(this.#data.source.version)) this.#strip.invalidate();
  }

  /**
   * Reads the newest time. `elapsed` is the time in ms since the last call. Without it the view
   * jumps to the newest time.
   */
  #takeData(elapsed?: number): void {
    const { source, predicted } = this.#data;
    source.refresh();
    predicted?.refresh();
    const { span: full } = source;
    const isNew = source.version !== this.#seenVersion;
    const behind = full.to - this.#followed;
    // A jump of more than one second is a new trace or a pause, and is not smoothed.
    const smooth = elapsed !== undefined && behind > 0 && behind < 1e9;
    const end = smooth ? this.#followed + behind * (1 - Math.exp(-elapsed / FOLLOW_MS)) : full.to;
    if (!isNew && Math.abs(end - this.#followed) < 1) return;
    this.#seenVersion = source.version;
    this.#followed = end;
    const wasEmpty = this.#state.bounds.to <= this.#state.bounds.from;
    const bounds: TimeSpan = { from: full.from, to: ns(Math.max(full.from, end)) };
    this.#state = reduceView(this.#state, { type: 'bounds', bounds });
    if (wasEmpty && !this.#state.live && full.to > full.from) this.#goHome();
    if (this.#pointer) this.#readPointer();
    const layout = this.#makeLayout();
    if (layout.height !== this.#layout.height) this.#layout = layout;
    this.#plot.invalidate();
    // While a run is followed, the overview changes with every frame. Otherwise it is repainted
    // only when its picture is outdated, at its own interval.
    if (this.#following || this.#overview.isDue(source.version)) this.#strip.invalidate();
  }

  /** Shows the two longest periods: the first ones, or the newest ones in live mode. */
  #goHome(): void {
    const { source, lanes } = this.#data;
    if (this.#state.live) {
      const factor = this.#liveLength / durationOf(this.#state.view);
      this.#state = reduceView(this.#state, { type: 'zoom', anchor: this.#state.bounds.to, factor });
      return;
    }
    const length = fittedLength(lanes);
    const home = length === null ? source.home : homeOf(source.span.from, length);
    this.#state = reduceView(this.#state, home == null ? { type: 'fit' } : { type: 'show', view: home });
  }

  #invalidate(): void {
    this.#plot.invalidate();
    this.#strip.invalidate();
  }

  #makeLayout(): Layout {
    const { source, predicted, lanes, groups } = this.#data;
    this.#layoutFor = this.#plot.size().height;
    return layOut(needsOf(source, lanes, groups, predicted !== null), rowSpace(this.#layoutFor));
  }

  readonly #summaryOf = (column: JobColumn): LaneSummary => {
    const known = this.#summaries.get(column);
    if (known) return known;
    const summary = new LaneSummary();
    this.#summaries.set(column, summary);
    return summary;
  };

  #paint(frame: Frame): void {
    if (frame.height !== this.#layoutFor) this.#layout = this.#makeLayout();
    const scale = plotScale(this.#state.view, frame.width, LABEL_WIDTH);
    const { source, predicted, lanes, selectedTask } = this.#data;
    const hovered = this.#pointer ? this.#hit(this.#pointer.x, this.#pointer.y) : null;
    const under = hovered && this.#pointer ? { lane: hovered.lane, time: toNs(scale, this.#pointer.x) } : null;
    const count = paintScene({
      ...this.#data,
      predictedShiftNs: predicted === null ? 0 : shiftOf(source, predicted, lanes),
      marks: marksOf(source, this.#state.view, attentionOf(lanes, under, selectedTask, this.#state.playhead)),
      frame,
      scale,
      state: this.#state,
      layout: this.#layout,
      scrollTop: this.#elements.scroller.scrollTop,
      ...this.#looks.of(lanes, source.isPrediction === true, frame),
      summaryOf: this.#summaryOf,
      pointer: this.#pointer ? { time: toNs(scale, this.#pointer.x), y: this.#pointer.y } : null,
      hovered,
      opened: this.#opened,
    });
    this.#events.painted(this.#state, countShown(this.#data, this.#summaryOf, this.#state.view, count.paints));
  }

  #paintStrip(frame: Frame): void {
    const { source, lanes } = this.#data;
    const { styles, gapStyle } = this.#looks.of(lanes, source.isPrediction === true, frame);
    const input = { source, lanes, styles, gapStyle, summaryOf: this.#summaryOf };
    this.#overview.paint(frame, input, this.overviewScale(), this.#state.view);
  }

  #hit(x: number, y: number): JobHit | null {
    const { source, lanes } = this.#data;
    if (y < AXIS_HEIGHT) return null;
    const time = toNs(this.scale(), x);
    return hitAt(source, lanes, this.#layout, time, y - AXIS_HEIGHT + this.#elements.scroller.scrollTop);
  }

  #readPointer(): void {
    if (!this.#pointer) {
      this.#events.pointed(null);
      return;
    }
    const plot = {
      scale: this.scale(),
      layout: this.#layout,
      scrollTop: this.#elements.scroller.scrollTop,
      ...this.#plot.size(),
    };
    this.#events.pointed(readPointer(this.#data, plot, this.#pointer.x, this.#pointer.y));
  }
}

function isOtherLength(length: number, before: number): boolean {
  return length > before * REFIT_FACTOR || length < before / REFIT_FACTOR;
}
