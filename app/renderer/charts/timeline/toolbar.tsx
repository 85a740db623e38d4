/**
 * The tool strip above the plot: follow or freeze, fit and zoom, the visible time span, misses, and
 * the legend.
 */

import { ChevronsRight, ImageDown, Maximize2, Radio, SkipBack, SkipForward, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { tr, trCount } from '../../../../generator/words/tr.ts';
import { formatCount, formatDuration } from '../../base/format.ts';
import { useRoving } from '../../base/use-roving.ts';
import { Legend } from './legend.tsx';
import type { Painted } from './use-painted.ts';
import type { ViewAction } from './view.ts';

interface Props {
  readonly painted: Painted;
  /** In the whole trace. */
  readonly misses: number;
  readonly running: boolean;
  readonly isPrediction: boolean;
  readonly dispatch: (action: ViewAction) => void;
  readonly onMiss: (back: boolean) => void;
  readonly onFirstMiss: () => void;
  /** Saves a picture of the plot. */
  readonly onPicture?: (() => void) | undefined;
  readonly lead?: ReactNode;
  readonly tail?: ReactNode;
  /** Replaces the visible time span: the events at the playhead. */
  readonly caption: ReactNode;
  /** The playback controls of a schedule. */
  readonly children?: ReactNode;
}

const ICON = 15;

export function Toolbar(props: Props) {
  const { painted, misses, running, isPrediction, dispatch, onMiss, onFirstMiss, lead, tail, caption, children } =
    props;
  const centre = (painted.fromNs + painted.toNs) / 2;
  const toolbar = useRef<HTMLDivElement>(null);
  useRoving(toolbar, { items: 'button, select' });
  const zoom = (factor: number) => dispatch({ type: 'zoom', anchor: centre, factor });
  return (
    <div ref={toolbar} className="pl-timeline-toolbar" role="toolbar" aria-label={tr`Timeline`}>
      {lead}
      {isPrediction ? children : <LiveButton painted={painted} running={running} dispatch={dispatch} />}
      <ToolButton
        className="pl-timeline-zoom"
        label={tr`Zoom in (W)`}
        onClick={() => zoom(1 / 1.6)}
        icon={<ZoomIn size={ICON} aria-hidden="true" />}
      />
      <ToolButton
        className="pl-timeline-zoom"
        label={tr`Zoom out (S)`}
        onClick={() => zoom(1.6)}
        icon={<ZoomOut size={ICON} aria-hidden="true" />}
      />
      <ToolButton
        label={tr`Show all (F)`}
        onClick={() => dispatch({ type: 'fit' })}
        icon={<Maximize2 size={ICON - 1} aria-hidden="true" />}
      />
      {caption ?? <span className="pl-timeline-window">{windowText(painted)}</span>}
      {misses > 0 ? (
        <button
          type="button"
          className="pl-timeline-misses"
          title={tr`Go to the first missed deadline`}
          onClick={onFirstMiss}
        >
          <span aria-hidden="true">✕</span> {tr`${formatCount(misses)} missed`}
        </button>
      ) : isPrediction && painted.allJobs > 0 ? (
        <span className="pl-timeline-no-miss">{tr`no miss`}</span>
      ) : null}
      {misses > 1 ? (
        <>
          <ToolButton
            label={tr`Previous missed deadline (Shift M)`}
            onClick={() => onMiss(true)}
            icon={<SkipBack size={ICON} aria-hidden="true" />}
          />
          <ToolButton
            label={tr`Next missed deadline (M)`}
            onClick={() => onMiss(false)}
            icon={<SkipForward size={ICON} aria-hidden="true" />}
          />
        </>
      ) : null}
      {props.onPicture && painted.allJobs > 0 ? (
        <ToolButton
          className="pl-timeline-zoom"
          label={tr`Save a picture (PNG)`}
          onClick={props.onPicture}
          icon={<ImageDown size={ICON} aria-hidden="true" />}
        />
      ) : null}
      {tail}
      <Legend />
    </div>
  );
}

function LiveButton({ painted, running, dispatch }: Pick<Props, 'painted' | 'running' | 'dispatch'>) {
  return (
    <button
      type="button"
      className="pl-timeline-live"
      aria-pressed={running ? painted.live : undefined}
      title={running ? tr`Follow the newest event (L)` : tr`Go to the newest event (L)`}
      onClick={() => dispatch({ type: 'live', live: !painted.live })}
    >
      {running ? <Radio size={ICON} aria-hidden="true" /> : <ChevronsRight size={ICON} aria-hidden="true" />}
      {painted.live ? tr`Live` : running ? tr`Frozen` : tr`Newest`}
    </button>
  );
}

export function windowText(painted: Painted): string {
  if (painted.allJobs === 0) return '';
  const [a, b] = painted.cursors;
  if (a !== undefined && b !== undefined && a !== b) {
    const delta = Math.abs(b - a);
    return `Δ ${formatDuration(delta)} · ${formatCount(1e9 / delta)} Hz`;
  }
  const [viewNs, wholeNs] = [painted.toNs - painted.fromNs, painted.boundsNs];
  const whole = formatDuration(wholeNs, 3);
  const shown = viewNs < wholeNs ? tr`${formatDuration(viewNs, 3)} of ${whole}` : tr`all ${whole}`;
  return `${shown} · ${trCount(painted.jobs, '{1} job', '{1} jobs', formatCount(painted.jobs))}`;
}

interface ToolProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly icon: ReactNode;
  readonly className?: string;
}

export function ToolButton(props: ToolProps) {
  return (
    <button
      type="button"
      className={`pl-timeline-tool ${props.className ?? ''}`}
      title={props.label}
      aria-label={props.label}
      onClick={props.onClick}
    >
      {props.icon}
    </button>
  );
}
