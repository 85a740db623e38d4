/**
 * Connects a timeline's controller to a component. The controller is created when its elements are
 * mounted, receives new data, and is disposed with the elements.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeptViews } from '../../base/kept-view.ts';
import type { SharedTimes } from '../../base/shared-time.ts';
import { TimelineController } from './controller.ts';
import type { Lane, LaneGroup, PinRow } from './lane.ts';
import type { Opened, TimelineSource } from './source/source.ts';
import type { TimelineElements } from './timeline-owner.ts';
import { usePainted, usePointed } from './use-painted.ts';

interface Data {
  readonly source: TimelineSource;
  readonly predicted: TimelineSource | null;
  readonly lanes: readonly Lane[];
  readonly groups: readonly LaneGroup[];
  readonly pinRows: readonly PinRow[];
  readonly selectedTask: number | null;
}

export function useController(
  data: Data,
  live: boolean,
  onSelectTask: ((taskIndex: number) => void) | undefined,
  kept: KeptViews | undefined,
  times: SharedTimes | undefined,
) {
  const { source, predicted, lanes, groups, pinRows, selectedTask } = data;
  const elements = useElements();
  const controller = useRef<TimelineController | null>(null);
  const { painted, onPainted } = usePainted(elements.root, source);
  const { pointed, onPointed } = usePointed();
  const { opened, setOpened } = useOpened(source);
  const [playing, setPlaying] = useState(false);
  const [playhead, setPlayhead] = useState<number | null>(null);

  const latest = useRef({ lanes, onSelectTask });
  latest.current = { lanes, onSelectTask };

  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; later data is passed through setData below.
  useEffect(() => {
    const mounted = mountedOf(elements);
    if (mounted === null) return;
    const made = new TimelineController(
      mounted,
      data,
      {
        painted: onPainted,
        pointed: onPointed,
        clicked: (hit) => {
          const lane = latest.current.lanes[hit.lane];
          if (lane !== undefined) latest.current.onSelectTask?.(lane.taskIndex);
        },
        opened: setOpened,
        playing: setPlaying,
        stood: setPlayhead,
      },
      live,
      kept,
      times,
    );
    controller.current = made;
    return () => {
      made.dispose();
      controller.current = null;
    };
  }, []);
  useEffect(
    () => controller.current?.setData({ source, predicted, lanes, groups, pinRows, selectedTask }),
    [source, predicted, lanes, groups, pinRows, selectedTask],
  );
  useEffect(() => controller.current?.setFollowing(live), [live]);

  const closeJob = useCallback(() => setOpened(null), [setOpened]);
  return { elements, controller, painted, pointed, playing, playhead, opened, closeJob };
}

/** The job with the open card. The card closes when another source is shown. */
function useOpened(source: TimelineSource) {
  const [state, setState] = useState<{ job: Opened; source: TimelineSource } | null>(null);
  const latest = useRef(source);
  latest.current = source;
  const setOpened = useCallback(
    (job: Opened | null) => setState(job === null ? null : { job, source: latest.current }),
    [],
  );
  return { opened: state?.source === source ? state.job : null, setOpened };
}

function useElements() {
  return {
    root: useRef<HTMLElement>(null),
    plot: useRef<HTMLDivElement>(null),
    scroller: useRef<HTMLDivElement>(null),
    canvas: useRef<HTMLCanvasElement>(null),
    overview: useRef<HTMLDivElement>(null),
    overviewCanvas: useRef<HTMLCanvasElement>(null),
  };
}

/** Returns all elements, or null until all of them are mounted. */
function mountedOf(refs: ReturnType<typeof useElements>): TimelineElements | null {
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
