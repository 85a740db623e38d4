/**
 * What the last frames showed, for text, tests and assistive technology. The element's data
 * attributes are updated with every frame. React state is updated less often, so a running timeline
 * does not render the page sixty times per second.
 */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { PointerReadout } from './pointer/pointer-readout.ts';
import type { Shown } from './shown.ts';
import type { TimelineSource } from './source/source.ts';
import type { ViewState } from './view.ts';

const CALM_MS = 200;

export interface Painted {
  readonly live: boolean;
  readonly fromNs: number;
  readonly toNs: number;
  readonly boundsNs: number;
  /** Jobs and misses in the view. */
  readonly jobs: number;
  readonly misses: number;
  /** Jobs and misses in the whole trace. */
  readonly allJobs: number;
  readonly allMisses: number;
  /** Events in the whole trace. */
  readonly events: number;
  readonly version: number;
  readonly cursors: readonly number[];
  readonly playhead: number | null;
}

const NOTHING: Painted = {
  live: false,
  fromNs: 0,
  toNs: 0,
  boundsNs: 0,
  jobs: 0,
  misses: 0,
  allJobs: 0,
  allMisses: 0,
  events: 0,
  version: 0,
  cursors: [],
  playhead: null,
};

export function usePainted(root: RefObject<HTMLElement | null>, source: TimelineSource) {
  const [painted, setPainted] = useState<Painted>({ ...NOTHING, events: source.eventCount });
  const latest = useRef<Painted>(painted);
  const timer = useRef(0);
  const sourceRef = useRef(source);
  sourceRef.current = source;
  useEffect(() => () => clearTimeout(timer.current), []);

  const onPainted = useCallback(
    (state: ViewState, shown: Shown) => {
      latest.current = {
        live: state.live,
        fromNs: state.view.from,
        toNs: state.view.to,
        boundsNs: state.bounds.to,
        jobs: shown.jobs,
        misses: shown.misses,
        allJobs: shown.allJobs,
        allMisses: shown.allMisses,
        events: sourceRef.current.eventCount,
        version: sourceRef.current.version,
        cursors: state.cursors,
        playhead: state.playhead,
      };
      if (root.current) writeAttributes(root.current, latest.current, shown.paints);
      if (timer.current === 0) {
        timer.current = window.setTimeout(() => {
          timer.current = 0;
          setPainted(latest.current);
        }, CALM_MS);
      }
    },
    [root],
  );
  return { painted, onPainted };
}

function writeAttributes(element: HTMLElement, painted: Painted, paints: number): void {
  const { dataset } = element;
  dataset.jobs = String(painted.jobs);
  dataset.misses = String(painted.misses);
  dataset.allJobs = String(painted.allJobs);
  dataset.allMisses = String(painted.allMisses);
  dataset.events = String(painted.events);
  dataset.fromNs = String(painted.fromNs);
  dataset.toNs = String(painted.toNs);
  dataset.live = String(painted.live);
  dataset.paints = String(paints);
  dataset.playheadNs = painted.playhead === null ? '' : String(painted.playhead);
}

/** The pointer's readout, updated at most once per frame. */
export function usePointed() {
  const [pointed, setPointed] = useState<PointerReadout | null>(null);
  const latest = useRef<PointerReadout | null>(null);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const onPointed = useCallback((readout: PointerReadout | null) => {
    latest.current = readout;
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      setPointed(latest.current);
    });
  }, []);
  return { pointed, onPointed };
}
