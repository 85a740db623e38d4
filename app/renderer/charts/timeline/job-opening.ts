/** Opens jobs: the card of a late job, a zoom to one job, and jumps from miss to miss. */
import { durationOf, ns } from '../../base/time.ts';
import type { Lane } from './lane.ts';
import { droppedNear, findMiss, findMissAround, type Miss, missedJob } from './misses.ts';
import type { JobHit } from './pointer/hit.ts';
import type { JobColumn, Opened, TimelineSource } from './source/source.ts';
import type { LaneSummary } from './summary.ts';
import type { ViewAction, ViewState } from './view.ts';

/** A jump to a miss shows at most this many periods of its task, so that the miss is visible. */
const MISS_PERIODS = 24;
/** A job is at least this wide when its card opens. */
const LEAST_OPENED_PX = 24;
/** Margin on both sides of a job that is zoomed to, as a share of the job. */
const ZOOM_AIR = 0.25;
/** Margin on both sides of a job when its card opens, as a multiple of the job. */
const OPENED_AIR = 2;

export interface ClickPlace {
  readonly time: number;
  /** A dropped release this close to the time is clicked. */
  readonly reach: number;
  /** Whether the click is above the boxes, where arrows have their heads. */
  readonly isHead: boolean;
}

export interface JobOpeningHost {
  readonly data: { readonly source: TimelineSource; readonly lanes: readonly Lane[] };
  readonly summaryOf: (column: JobColumn) => LaneSummary;
  state(): ViewState;
  dispatch(action: ViewAction): void;
  /** Width of the plot without the labels. Unit: CSS pixels. */
  plotWidth(): number;
  pause(): void;
  /** The card of this job opens. */
  opened(job: Opened): void;
}

export class JobOpening {
  readonly #host: JobOpeningHost;

  constructor(host: JobOpeningHost) {
    this.#host = host;
  }

  /**
   * Opens the card of a job, or of a dropped release. A view that follows the newest event stops, because
   * the job would leave it.
   */
  openAt(hit: JobHit, { time, reach, isHead }: ClickPlace): void {
    const { source, lanes } = this.#host.data;
    const lane = lanes[hit.lane];
    if (lane === undefined) return;
    const column = source.column(lane.taskIndex);
    const dropped = droppedNear(column, time, reach);
    const isMissed = hit.job >= 0 && column.missedAt(hit.job);
    // The arrow of a dropped release is in front of the job that was open then.
    if (dropped >= 0 && (isHead || !isMissed)) this.#openDropped(lane.taskIndex, dropped);
    else if (isMissed || isWithin(column, hit.job, time))
      this.#open({ task: lane.taskIndex, row: hit.job, dropped: null });
  }

  /** Shows one job from its arrival to its end, with a margin. */
  zoomTo(hit: JobHit): void {
    const { source, lanes } = this.#host.data;
    const lane = lanes[hit.lane];
    if (lane === undefined || hit.job < 0) return;
    this.#show(extentOf(source.column(lane.taskIndex), hit.job), ZOOM_AIR);
  }

  /**
   * Goes to the first miss of the trace.
   *
   * @param task index of the task whose miss it is. Null: the first of all
   */
  firstMiss(task: number | null): void {
    const { data, summaryOf } = this.#host;
    const lanes = task === null ? data.lanes : data.lanes.filter(({ taskIndex }) => taskIndex === task);
    this.#jumpTo(findMiss(data.source, lanes, summaryOf, Number.NEGATIVE_INFINITY, false));
  }

  /** Goes to the next or the previous miss, as seen from the centre of the view. */
  jumpToMiss(back: boolean): void {
    const { data, summaryOf } = this.#host;
    const { view } = this.#host.state();
    const middle = (view.from + view.to) / 2;
    // A miss at the centre of the view is not the next one. The tolerance covers rounding of the
    // view.
    const slack = durationOf(view) * 0.001;
    this.#jumpTo(findMissAround(data.source, data.lanes, summaryOf, middle + (back ? -slack : slack), back));
  }

  #jumpTo(miss: Miss | null): void {
    if (miss === null) return;
    const host = this.#host;
    host.pause();
    // During playback, the playhead moves to the miss, because anything after the playhead is
    // hidden.
    if (host.state().playhead !== null) host.dispatch({ type: 'playhead', time: miss.time });
    host.dispatch({ type: 'jump', time: miss.time });
    const widest = (miss.lane.periodNs ?? Number.POSITIVE_INFINITY) * MISS_PERIODS;
    const factor = widest / durationOf(host.state().view);
    if (factor < 1) host.dispatch({ type: 'zoom', anchor: miss.time, factor });
    const { taskIndex } = miss.lane;
    if (miss.dropped !== null) {
      this.#openDropped(taskIndex, miss.dropped);
      return;
    }
    const row = missedJob(host.data.source.column(taskIndex), miss.time);
    if (row >= 0) this.#open({ task: taskIndex, row, dropped: null });
  }

  /** The job that was open at the time of the dropped release may not be recorded any more. */
  #openDropped(task: number, dropped: number): void {
    const column = this.#host.data.source.column(task);
    const row = missedJob(column, column.droppedReleases?.atNs(dropped) ?? 0);
    this.#open({ task, row, dropped });
  }

  #open(opened: Opened): void {
    this.#host.dispatch({ type: 'live', live: false });
    if (opened.row >= 0) this.#bringIntoView(this.#host.data.source.column(opened.task), opened.row);
    this.#host.opened(opened);
  }

  /** Shows the job and its surroundings if it is outside the view or too narrow to be seen. */
  #bringIntoView(column: JobColumn, row: number): void {
    const extent = extentOf(column, row);
    const { view } = this.#host.state();
    const widthPx = ((extent.to - extent.from) / durationOf(view)) * this.#host.plotWidth();
    if (widthPx > LEAST_OPENED_PX && extent.from >= view.from && extent.to <= view.to) return;
    this.#show(extent, OPENED_AIR);
  }

  #show({ from, to }: Extent, air: number): void {
    const margin = (to - from) * air;
    this.#host.dispatch({ type: 'show', view: { from: ns(from - margin), to: ns(to + margin) } });
  }
}

interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Whether a time is between the arrival and the end of a job. */
const isWithin = (column: JobColumn, job: number, time: number): boolean =>
  job >= 0 && time >= column.arrivalAt(job) && time <= column.knownEndAt(job);

/** From the arrival of a job to its end or to its deadline, whichever is later. */
function extentOf(column: JobColumn, row: number): Extent {
  const from = column.arrivalAt(row);
  return { from, to: Math.max(column.knownEndAt(row), column.deadlineAt(row), from + 1) };
}
