/**
 * The timeline as a React component for any TimelineSource: tool strip, lane labels, plot,
 * overview, readout, and the same facts as text for screen readers.
 */

import {
  lazy,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import type { KeptViews } from '../../base/kept-view.ts';
import type { SharedTimes } from '../../base/shared-time.ts';
import type { Judged } from './explained/explained-job.tsx';
import type { OpenedJob } from './job-card.tsx';
import { JobTable } from './job-table.tsx';
import {
  AXIS_HEIGHT,
  LABEL_WIDTH,
  type Lane,
  type LaneGroup,
  type Layout,
  layOut,
  NO_GROUPS,
  NO_PIN_ROWS,
  needsOf,
  type PinRow,
  type RowNeeds,
  rowSpace,
} from './lane.ts';
import { LaneLabels } from './lane-labels.tsx';
import type { TimelineSource } from './source/source.ts';
import { Strip } from './strip.tsx';
import './timeline.css';
import './timeline-cards.css';
import { useController } from './use-controller.ts';

/** Imperative handle of the chart. */
export interface TimelineHandle {
  /** Moves the view so that a time is at its centre. Unit: ns on the trace's axis. */
  jumpTo(timeNs: number): void;
  /** Shows the whole trace. */
  fit(): void;
  /** Goes to the next missed deadline after the centre of the view. After the last comes the first. */
  nextMiss(): void;
  /** Goes to the first miss and opens its card. A task's index asks for the first miss of that task. */
  firstMiss(task: number | null): void;
}

export interface TimelineChartProps {
  readonly source: TimelineSource;
  readonly predicted?: TimelineSource | null;
  /** One lane per task, most urgent first. */
  readonly lanes: readonly Lane[];
  /** Lanes by core or cluster. Pass the same array while its content does not change. */
  readonly groups?: readonly LaneGroup[];
  /** Pins to draw below the lane of their task. Pass the same array while its content does not change. */
  readonly pinRows?: readonly PinRow[];
  /**
   * True while the program runs. The view then follows the newest event until the user moves it.
   */
  readonly live: boolean;
  /** Number of misses in the whole trace, if another part of the window shows it, too. By default it is counted here. */
  readonly misses?: number | null;
  readonly onSelectTask?: (taskIndex: number) => void;
  /** Index of the selected task in the trace. Its busy periods and critical instants are marked. */
  readonly selectedTask?: number | null;
  /** Shown while there are no events. */
  readonly emptyHint?: string;
  /** First content of the tool strip. */
  readonly lead?: ReactNode;
  /** Takes the picture of the plot that the user asked for. Pass the same function. */
  readonly onPicture?: (picture: Blob) => void;
  /** Last content of the tool strip. */
  readonly tail?: ReactNode;
  /** A sentence at the bottom of the plot. */
  readonly note?: string | null;
  /** Remedies on the card of a late job. */
  readonly jobActions?: ((job: OpenedJob) => ReactNode) | undefined;
  /** The verdict whose bounds stand beside the jobs. By default there is none. */
  readonly judged?: Judged | null;
  /** True while the content is outdated. */
  readonly stale?: boolean;
  /** Whether the playback of a schedule has steps from event to event. */
  readonly steps?: boolean;
  /** Where the view is kept while the chart is not drawn. */
  readonly kept?: KeptViews;
  /** What is shared with other charts of the same trace. Pass the same object. */
  readonly times?: SharedTimes;
  readonly ref?: Ref<TimelineHandle>;
}

/** Loaded when the first job is opened, and when the pointer first comes to a chart. */
const JobCard = lazy(async () => ({ default: (await import('./job-card.tsx')).JobCard }));
const ReadoutCard = lazy(async () => ({ default: (await import('./pointer/readout-card.tsx')).ReadoutCard }));

const EMPTY_HINT = tr`Press Run, and every job of every task appears here with its predicted bound.`;

export function TimelineChart(props: TimelineChartProps) {
  const { source, predicted = null, lanes, live, onSelectTask, emptyHint = EMPTY_HINT } = props;
  const { judged = null, groups = NO_GROUPS, pinRows = NO_PIN_ROWS, selectedTask = null } = props;
  const isPrediction = source.isPrediction === true;
  const keysId = useId();
  const chart = useController(
    { source, predicted, lanes, groups, pinRows, selectedTask },
    live,
    onSelectTask,
    props.kept,
    props.times,
  );
  const { elements, controller, painted, pointed, playing, playhead, opened, closeJob } = chart;
  useImperativeHandle(
    props.ref,
    () => ({
      jumpTo: (timeNs) => controller.current?.dispatch({ type: 'jump', time: timeNs }),
      fit: () => controller.current?.dispatch({ type: 'fit' }),
      nextMiss: () => controller.current?.jumpToMiss(false),
      firstMiss: (task) => controller.current?.firstMiss(task),
    }),
    [controller],
  );
  // Computed on every render, because the first mark can arrive at any time. `painted` triggers a
  // render when it does.
  const needs = needsOf(source, lanes, groups, predicted !== null, pinRows, selectedTask);
  const layout = useLayoutOf(needs, useRowSpace(elements.plot));
  const { lead, tail, onPicture } = props;
  const savePicture = useMemo(() => {
    if (onPicture === undefined) return undefined;
    return async () => {
      const { pictureOf } = await import('./picture.ts');
      if (elements.plot.current !== null) onPicture(await pictureOf(elements.plot.current));
    };
  }, [onPicture, elements.plot]);
  return (
    <section
      ref={elements.root}
      className="pl-timeline"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart receives keys to pan and zoom, see the description.
      tabIndex={0}
      aria-label={isPrediction ? tr`Timeline of predicted jobs` : tr`Timeline of jobs`}
      aria-describedby={keysId}
      data-testid="timeline"
      data-shows={isPrediction ? 'predicted' : 'measured'}
      data-stale={props.stale === true}
    >
      <Strip
        {...{ controller, source, painted, live, playing, playhead, lead, tail }}
        misses={props.misses ?? painted.allMisses}
        onPicture={savePicture}
        steps={props.steps !== false}
      />
      <div ref={elements.plot} className="pl-timeline-plot">
        <canvas ref={elements.canvas} className="pl-timeline-canvas" />
        <div ref={elements.scroller} className="pl-timeline-scroller" style={{ top: AXIS_HEIGHT }}>
          <LaneLabels
            lanes={lanes}
            groups={groups}
            pinRows={pinRows}
            interrupts={source.interrupts}
            layout={layout}
            width={LABEL_WIDTH}
            onSelectTask={onSelectTask}
          />
        </div>
        {painted.allJobs === 0 && (
          <p className="pl-timeline-empty">
            <span>{emptyHint}</span>
          </p>
        )}
        {props.note != null && <p className="pl-timeline-note">{props.note}</p>}
        {opened && (
          <Suspense fallback={null}>
            <JobCard
              key={`${opened.task} ${opened.row} ${opened.dropped}`}
              {...{ opened, source, controller }}
              plot={elements.plot}
              actions={props.jobActions}
              {...{ judged, isPrediction }}
              onClose={closeJob}
            />
          </Suspense>
        )}
        {pointed && (
          <Suspense fallback={null}>
            <ReadoutCard {...{ pointed, lanes, source, judged, isPrediction }} plot={elements.plot} />
          </Suspense>
        )}
      </div>
      <Overview box={elements.overview} canvas={elements.overviewCanvas} />
      <KeyHelp id={keysId} />
      <JobTable source={source} lanes={lanes} painted={painted} />
    </section>
  );
}

/** The height below the axis, which the rows may fill. */
function useRowSpace(plot: RefObject<HTMLElement | null>): number {
  const [space, setSpace] = useState(0);
  useLayoutEffect(() => {
    const element = plot.current;
    if (element === null) return;
    const measure = () => setSpace(rowSpace(element.clientHeight));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [plot]);
  return space;
}

interface OverviewProps {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}

function Overview({ box, canvas }: OverviewProps) {
  return (
    <div ref={box} className="pl-timeline-overview" title={tr`The whole trace. Drag the window, or its edges.`}>
      <canvas ref={canvas} className="pl-timeline-canvas" />
      <span className="pl-timeline-overview-label" style={{ width: LABEL_WIDTH }}>{tr`Processor load`}</span>
    </div>
  );
}

/** The chart's description for assistive technology. */
function KeyHelp({ id }: { readonly id: string }) {
  return (
    <p
      id={id}
      className="pl-timeline-hidden"
    >{tr`Keys: left and right or A and D pan; up and down or W and S zoom; Home and End go to the start and the end; F shows all; L follows the newest event; M goes to the next missed deadline, Shift M to the one before; Page up and down scroll the lanes; Escape removes the measuring cursors. A prediction is played and paused with Space; full stop and comma step to the next event and the one before. The table after this chart lists the last jobs.`}</p>
  );
}

/**
 * Returns the same layout object while the rows are the same, so that components that depend on it
 * do not render again.
 */
function useLayoutOf(needs: RowNeeds, space: number): Layout {
  const { lanes, events, interrupts, idle, instants, predicted, groups, pins } = needs;
  return useMemo(
    () => layOut({ lanes, events, interrupts, idle, instants, predicted, groups, pins }, space),
    [lanes, events, interrupts, idle, instants, predicted, groups, pins, space],
  );
}
