/**
 * Connects state, painting and input of one timeline. The React component owns the controller and
 * passes it elements and props. The controller draws only after a change, and it reports to the
 * component what its text depends on.
 */

import type { KeptViews } from '../../base/kept-view.ts';
import { nsPerPx, type TimeScale, timeScale, toNs } from '../../base/scale.ts';
import type { SharedTimes } from '../../base/shared-time.ts';
import { attachSurface, type Frame, type Surface } from '../../base/surface.ts';
import { ns, type TimeSpan } from '../../base/time.ts';
import { attentionOf, marksOf, shiftOf } from './attention.ts';
import { FittedViews, kindOf } from './following/fitted-views.ts';
import { FollowedTime, FrameLoop } from './following/follow.ts';
import { TimeLink } from './following/time-link.ts';
import { attachInput, type InputHost } from './input.ts';
import { JobOpening } from './job-opening.ts';
import { AXIS_HEIGHT, LABEL_WIDTH, type Layout, layOut, needsOf, rowAt, rowSpace } from './lane.ts';
import { OverviewStrip } from './overview-strip.ts';
import { LookCache } from './paint/look.ts';
import { paintScene, plotScale } from './paint/paint.ts';
import type { OpenedMarks } from './paint/scene.ts';
import { Playback } from './playback.ts';
import { type Point, TimelinePointer } from './pointer/pointer.ts';
import type { PlotPlace } from './pointer/pointer-readout.ts';
import { countShown } from './shown.ts';
import type { JobColumn } from './source/source.ts';
import { LaneSummary } from './summary.ts';
import type { TimelineData, TimelineElements, TimelineEvents } from './timeline-owner.ts';
import { DEFAULT_LIVE_NS, initialView, reduceView, type ViewAction, type ViewState } from './view.ts';

/** A click this close to a dropped release opens it. */
const NEAR_PX = 5;

export class TimelineController implements InputHost {
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
  readonly #views: FittedViews;
  readonly #kept: KeptViews;
  readonly #link: TimeLink;
  readonly #followed = new FollowedTime();
  readonly #frames: FrameLoop;
  readonly #jobs: JobOpening;
  readonly #pointer: TimelinePointer;
  #summaries = new WeakMap<JobColumn, LaneSummary>();
  #unsubscribe: (() => void) | null = null;

  #data: TimelineData;
  #state: ViewState = initialView(DEFAULT_LIVE_NS, false);
  #layout: Layout;
  /** How far the lanes are scrolled. Asking the element in a frame would lay out the whole page. */
  #scrollTop = 0;
  #seenVersion = -1;
  /** Height of the plot that the layout was made for. */
  #layoutFor = 0;
  #opened: OpenedMarks | null = null;

  /**
   * @param following whether new events are arriving. See setFollowing
   * @param kept where the view is kept for the next controller
   * @param times what is shared with other charts
   */
  constructor(
    elements: TimelineElements,
    data: TimelineData,
    events: TimelineEvents,
    following: boolean,
    kept: KeptViews = new Map(),
    times: SharedTimes | null = null,
  ) {
    this.#kept = kept;
    this.#link = new TimeLink(times, () => this.#adopt());
    this.#pointer = new TimelinePointer(this.#link, {
      data: () => this.#data,
      plot: () => this.#plotPlace(),
      pointed: (readout) => events.pointed(readout),
    });
    this.#views = new FittedViews(kept);
    this.#data = data;
    this.#events = events;
    this.#plot = attachSurface(elements.canvas, (frame) => this.#paint(frame));
    this.#layout = this.#makeLayout();
    this.#frames = new FrameLoop({ frame: (elapsed) => this.#takeData(elapsed), poll: () => this.#poll() });
    this.#jobs = this.#makeJobs();
    this.#views.refit(data.source, data.lanes, this.#state.view);
    this.#state = this.#views.stateFor(data.source, following);
    this.#strip = attachSurface(elements.overviewCanvas, (frame) => this.#paintStrip(frame));
    this.#stop.push(attachInput(elements, this));
    const scrolled = (): void => {
      this.#scrollTop = elements.scroller.scrollTop;
      this.#plot.invalidate();
    };
    elements.scroller.addEventListener('scroll', scrolled, { passive: true });
    this.#stop.push(() => elements.scroller.removeEventListener('scroll', scrolled));
    this.#link.join(kindOf(data.source));
    this.setFollowing(following);
    this.#listen();
    this.#takeData();
    elements.scroller.scrollTop = kept.get(kindOf(data.source))?.scrollTop ?? 0;
  }

  dispose(): void {
    this.#keepView();
    this.#frames.dispose();
    this.#playback.pause();
    this.#link.leave();
    this.#unsubscribe?.();
    for (const stop of this.#stop) stop();
    this.#plot.dispose();
    this.#strip.dispose();
  }

  #keepView(): void {
    const { view, bounds } = this.#state;
    if (bounds.to <= bounds.from) return;
    this.#kept.set(kindOf(this.#data.source), { view, scrollTop: this.#scrollTop });
  }

  /** Height of all rows, for the scrolling layer. */
  get layout(): Layout {
    return this.#layout;
  }

  setData(data: TimelineData): void {
    const isOther = data.source !== this.#data.source;
    const isOtherKind = kindOf(data.source) !== kindOf(this.#data.source);
    if (isOther) {
      this.#playback.pause();
      this.#views.keep(this.#data.source, this.#state);
      this.#summaries = new WeakMap();
      this.#seenVersion = -1;
      this.#followed.reset();
    }
    const isRefit = this.#views.refit(data.source, data.lanes, this.#state.view);
    if (isOther) {
      this.#state = this.#views.stateFor(data.source, this.#frames.isRunning);
      this.#events.stood(this.#state.playhead);
      this.#link.join(kindOf(data.source));
      this.#link.publish(this.#state);
    }
    this.#data = data;
    if (isRefit && !isOther) this.#goHome();
    this.#listen();
    // A prediction that follows a slider is replaced in each frame, and its overview at its own interval.
    if (isOtherKind) this.#overview.forget();
    else this.#overview.age();
    this.#layout = this.#makeLayout();
    this.#takeData();
    this.#plot.invalidate();
    if (isOther) this.#strip.invalidate();
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
    if (following === this.#frames.isRunning) return;
    // The last events of a run may not be shown yet.
    if (!following) this.#takeData();
    this.#frames.run(following);
    this.dispatch({ type: 'live', live: following });
    this.#takeData();
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
    const isMoot = action.type === 'live' && action.live && !this.#frames.isRunning;
    this.#state = reduceView(this.#state, isMoot ? { type: 'end' } : action);
    if (this.#state.live) this.#views.keepLive(this.#state);
    this.#link.publish(this.#state);
    if (action.type === 'playhead' && !this.#playback.isPlaying) this.#events.stood(this.#state.playhead);
    this.#invalidate();
    this.#pointer.read();
  }

  /** Another chart of this trace has moved its view or its pointer. */
  #adopt(): void {
    this.#state = this.#link.adopt(this.#state, this.#frames.isRunning);
    this.#invalidate();
    this.#pointer.read();
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
  firstMiss(task: number | null = null): void {
    this.#jobs.firstMiss(task);
  }

  jumpToMiss(back: boolean): void {
    this.#jobs.jumpToMiss(back);
  }

  pointTo(point: Point | null): void {
    if (this.#pointer.moveTo(point)) this.#plot.invalidate();
  }

  click(x: number, y: number): void {
    const hit = this.#pointer.hit({ x, y });
    if (!hit) return;
    this.#events.clicked(hit);
    const scale = this.scale();
    const below = y - AXIS_HEIGHT + this.#scrollTop;
    const isHead = below - (rowAt(this.#layout, below)?.top ?? 0) < this.#layout.boxTop;
    this.#jobs.openAt(hit, { time: toNs(scale, x), reach: NEAR_PX * nsPerPx(scale), isHead });
  }

  /** Zooms to the job at a point. */
  open(x: number, y: number): void {
    const hit = this.#pointer.hit({ x, y });
    if (hit) this.#jobs.zoomTo(hit);
  }

  /** Frames a job and the job to blame until the next call. */
  markJob(opened: OpenedMarks | null): void {
    this.#opened = opened;
    this.#plot.invalidate();
  }

  #makeJobs(): JobOpening {
    const data = () => this.#data;
    return new JobOpening({
      get data() {
        return data();
      },
      summaryOf: this.#summaryOf,
      state: () => this.#state,
      dispatch: (action) => this.dispatch(action),
      plotWidth: () => Math.max(1, this.#plot.size().width - LABEL_WIDTH),
      pause: () => this.#playback.pause(),
      opened: (job) => this.#events.opened(job),
    });
  }

  #poll(): void {
    if (!this.#frames.isRunning) this.#takeData();
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
    const { at, moved } = this.#followed.advance(full.to, elapsed);
    if (!isNew && !moved) return;
    this.#seenVersion = source.version;
    const wasEmpty = this.#state.bounds.to <= this.#state.bounds.from;
    const bounds: TimeSpan = { from: full.from, to: ns(Math.max(full.from, at)) };
    this.#state = reduceView(this.#state, { type: 'bounds', bounds });
    if (wasEmpty && !this.#state.live && full.to > full.from) this.#goHome();
    this.#pointer.read();
    const layout = this.#makeLayout();
    if (layout.height !== this.#layout.height || layout.laneHeight !== this.#layout.laneHeight) this.#layout = layout;
    this.#plot.invalidate();
    // While a run is followed, the overview changes with every frame. Otherwise it is repainted
    // only when its picture is outdated, at its own interval.
    if (this.#frames.isRunning || this.#overview.isDue(source.version)) this.#strip.invalidate();
  }

  #goHome(): void {
    this.#state = this.#views.home(this.#state, this.#data.source, this.#data.lanes);
    this.#link.publish(this.#state);
  }

  #invalidate(): void {
    this.#plot.invalidate();
    this.#strip.invalidate();
  }

  #makeLayout(): Layout {
    const { source, predicted, lanes, groups, pinRows, selectedTask } = this.#data;
    this.#layoutFor = this.#plot.size().height;
    const needs = needsOf(source, lanes, groups, predicted !== null, pinRows, selectedTask);
    return layOut(needs, rowSpace(this.#layoutFor));
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
    const hovered = this.#pointer.hovered();
    const instant = this.#pointer.instant(scale);
    const under = hovered && instant !== null ? { lane: hovered.lane, time: instant } : null;
    const count = paintScene({
      ...this.#data,
      predictedShiftNs: predicted === null ? 0 : shiftOf(source, predicted, lanes),
      marks: marksOf(source, this.#state.view, attentionOf(lanes, under, selectedTask, this.#state.playhead)),
      frame,
      scale,
      state: this.#state,
      layout: this.#layout,
      scrollTop: this.#scrollTop,
      ...this.#looks.of(lanes, source.isPrediction === true, frame),
      summaryOf: this.#summaryOf,
      instant,
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

  #plotPlace(): PlotPlace {
    return { scale: this.scale(), layout: this.#layout, scrollTop: this.#scrollTop, ...this.#plot.size() };
  }
}
