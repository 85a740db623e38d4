/**
 * The timeline as a React component over any TimelineSource: tool strip, lane labels, plot, overview, readout, and the same
 * facts in words for those who cannot see them.
 */
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { TimelineController, type TimelineElements } from './controller.ts';
import type { JobHit } from './hit.ts';
import { JobTable } from './job-table.tsx';
import {
  AXIS_HEIGHT,
  LABEL_WIDTH,
  type Lane,
  type LaneGroup,
  type Layout,
  layOut,
  NO_GROUPS,
  needsOf,
  type RowNeeds,
} from './lane.ts';
import { LaneLabels } from './lane-labels.tsx';
import { ReadoutCard } from './readout-card.tsx';
import type { TimelineSource } from './source.ts';
import { StepCaption } from './step-caption.tsx';
import './timeline.css';
import { Toolbar } from './toolbar.tsx';
import { Transport } from './transport.tsx';
import { usePainted, usePointed } from './use-painted.ts';

/** What a parent can tell the chart to do. */
export interface TimelineHandle {
  /** Brings a time (ns on the trace's axis) to the middle of the view. */
  jumpTo(timeNs: number): void;
  /** Shows the whole trace. */
  fit(): void;
  /** Goes to the next missed deadline after the middle of the view. */
  nextMiss(): void;
}

export interface TimelineChartProps {
  readonly source: TimelineSource;
  readonly predicted?: TimelineSource | null;
  /** One a task, most urgent first. */
  readonly lanes: readonly Lane[];
  /** Lanes by core or cluster; keep the array the same while nothing in it changes. */
  readonly groups?: readonly LaneGroup[];
  /** The program runs: the view follows the newest event until the user moves it. */
  readonly live: boolean;
  readonly onSelectTask?: (taskIndex: number) => void;
  /** By its index in the trace: its busy periods and critical instants are marked. */
  readonly selectedTask?: number | null;
  /** Shown while there is no event yet. */
  readonly emptyHint?: string;
  /** What stands first in the tool strip. */
  readonly lead?: ReactNode;
  /** What stands last in it, for what is shown. */
  readonly tail?: ReactNode;
  /** What is shown is of a moment ago. */
  readonly stale?: boolean;
  readonly ref?: Ref<TimelineHandle>;
}

const EMPTY_HINT = 'Press Run, and every job of every task appears here beside its predicted bound.';

export function TimelineChart(props: TimelineChartProps) {
  const { source, predicted = null, lanes, live, onSelectTask, emptyHint = EMPTY_HINT } = props;
  const { groups = NO_GROUPS, selectedTask = null } = props;
  const isPrediction = source.isPrediction === true;
  const root = useRef<HTMLElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const overview = useRef<HTMLDivElement>(null);
  const overviewCanvas = useRef<HTMLCanvasElement>(null);
  const keysId = useId();
  const controller = useRef<TimelineController | null>(null);
  const { painted, onPainted } = usePainted(root, source);
  const { pointed, onPointed } = usePointed();
  const [playing, setPlaying] = useState(false);
  const [playhead, setPlayhead] = useState<number | null>(null);

  const lanesRef = useRef(lanes);
  lanesRef.current = lanes;
  const select = useCallback(
    (hit: JobHit) => {
      const lane = lanesRef.current[hit.lane];
      if (lane) onSelectTask?.(lane.taskIndex);
    },
    [onSelectTask],
  );
  const selectRef = useRef(select);
  selectRef.current = select;

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; later data comes through setData below.
  useEffect(() => {
    const elements = elementsOf({ root, plot, scroller, canvas, overview, overviewCanvas });
    if (!elements) return;
    const made = new TimelineController(
      elements,
      { source, predicted, lanes, groups, selectedTask },
      {
        painted: onPainted,
        pointed: onPointed,
        clicked: (hit) => selectRef.current(hit),
        playing: setPlaying,
        stood: setPlayhead,
      },
      live,
    );
    controller.current = made;
    return () => {
      made.dispose();
      controller.current = null;
    };
  }, []);
  useEffect(
    () => controller.current?.setData({ source, predicted, lanes, groups, selectedTask }),
    [source, predicted, lanes, groups, selectedTask],
  );
  useEffect(() => controller.current?.setFollowing(live), [live]);
  useImperativeHandle(
    props.ref,
    () => ({
      jumpTo: (timeNs) => controller.current?.dispatch({ type: 'jump', time: timeNs }),
      fit: () => controller.current?.dispatch({ type: 'fit' }),
      nextMiss: () => controller.current?.jumpToMiss(false),
    }),
    [],
  );

  // Asked on every render: the first mark may come at any time, and `painted` renders when it does.
  const layout = useLayoutOf(needsOf(source, lanes, groups, predicted !== null));
  const dispatch = useCallback((action: Parameters<TimelineController['dispatch']>[0]) => {
    controller.current?.dispatch(action);
  }, []);
  const facts = source.facts ?? null;
  const stood = playing ? null : playhead;
  // Drawn anew only for itself: lanes come with every move of a slider.
  const { lead, tail } = props;
  const caption = facts === null || stood === null ? null : <StepCaption facts={facts} time={stood} />;
  const toolbar = useMemo(
    () => (
      <Toolbar
        painted={painted}
        running={live}
        isPrediction={isPrediction}
        dispatch={dispatch}
        onMiss={(back) => controller.current?.jumpToMiss(back)}
        onFirstMiss={() => controller.current?.firstMiss()}
        lead={lead}
        tail={tail}
        caption={caption}
      >
        {isPrediction ? (
          <Transport controller={controller} playing={playing} viewNs={painted.toNs - painted.fromNs} />
        ) : null}
      </Toolbar>
    ),
    [painted, live, isPrediction, dispatch, lead, tail, caption, playing],
  );
  return (
    <section
      ref={root}
      className="pl-timeline"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart takes keys to pan and zoom, see the description.
      tabIndex={0}
      aria-label={isPrediction ? 'Timeline of predicted jobs' : 'Timeline of jobs'}
      aria-describedby={keysId}
      data-testid="timeline"
      data-shows={isPrediction ? 'predicted' : 'measured'}
      data-stale={props.stale === true}
    >
      {toolbar}
      <div ref={plot} className="pl-timeline-plot">
        <canvas ref={canvas} className="pl-timeline-canvas" />
        <div ref={scroller} className="pl-timeline-scroller" style={{ top: AXIS_HEIGHT }}>
          <LaneLabels
            lanes={lanes}
            groups={groups}
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
        {pointed && <ReadoutCard pointed={pointed} lanes={lanes} plot={plot} isPrediction={isPrediction} />}
      </div>
      <div ref={overview} className="pl-timeline-overview" title="The whole trace. Drag the window, or its edges.">
        <canvas ref={overviewCanvas} className="pl-timeline-canvas" />
        <span className="pl-timeline-overview-label" style={{ width: LABEL_WIDTH }}>
          Processor load
        </span>
      </div>
      <p id={keysId} className="pl-timeline-hidden">
        Keys: left and right or A and D pan; up and down or W and S zoom; Home and End go to the start and the end; F
        shows all; L follows the newest event; M goes to the next missed deadline, Shift M to the one before; Page up
        and down scroll the lanes; Escape removes the measuring cursors. A prediction is played and paused with Space;
        full stop and comma step to the next event and the one before. The table after this chart lists the last jobs.
      </p>
      <JobTable source={source} lanes={lanes} painted={painted} />
    </section>
  );
}

/** The same layout while the rows are the same, so that what is beside them is not drawn again. */
function useLayoutOf({ lanes, events, interrupts, idle, predicted, groups }: RowNeeds): Layout {
  return useMemo(
    () => layOut({ lanes, events, interrupts, idle, predicted, groups }),
    [lanes, events, interrupts, idle, predicted, groups],
  );
}

type ElementRefs = { readonly [K in keyof TimelineElements]: RefObject<TimelineElements[K] | null> };

/** All elements, once all of them are mounted. */
function elementsOf(refs: ElementRefs): TimelineElements | null {
  const { root, plot, scroller, canvas, overview, overviewCanvas } = refs;
  if (!root.current || !plot.current || !scroller.current) return null;
  if (!canvas.current || !overview.current || !overviewCanvas.current) return null;
  return {
    root: root.current,
    plot: plot.current,
    scroller: scroller.current,
    canvas: canvas.current,
    overview: overview.current,
    overviewCanvas: overviewCanvas.current,
  };
}
