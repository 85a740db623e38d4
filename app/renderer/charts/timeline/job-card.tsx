/**
 * A card about one job that stays open: the sentence of its reasons, the job that is to blame, the parts
 * of its response, and the remedies that the chart's owner offers for a late job.
 */

import { X } from 'lucide-react';
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

import { tr } from '../../../../generator/words/tr.ts';
import { boxOf, windowSize } from '../../base/zoom.ts';

import type { TimelineController } from './controller.ts';
import type { Judged } from './explained/explained-job.tsx';
import { type JobExplanation, NEVER, type Opened, type TimelineSource } from './source/source.ts';

/** The job of a card, for the owner's remedies. */
export interface OpenedJob {
  readonly task: number;
  readonly culprit: JobExplanation['culprit'];
}

/** Loaded when the first job is explained. */
export const ExplainedJob = lazy(async () => ({
  default: (await import('./explained/explained-job.tsx')).ExplainedJob,
}));

interface Props {
  readonly opened: Opened;
  readonly source: TimelineSource;
  readonly controller: RefObject<TimelineController | null>;
  readonly plot: RefObject<HTMLElement | null>;
  readonly actions: ((job: OpenedJob) => ReactNode) | undefined;
  readonly judged: Judged | null;
  readonly isPrediction: boolean;
  readonly onClose: () => void;
}

const EDGE = 8;

export function JobCard({ opened, source, controller, plot, actions, judged, isPrediction, onClose }: Props) {
  const explanation = useExplanation(source, opened);
  const [, placeAgain] = useReducer((count: number) => count + 1, 0);
  const card = useRef<HTMLDivElement>(null);
  const place = usePlace(card, plot, placeAgain);
  const culprit = explanation?.culprit ?? null;
  const [task, row] = [culprit?.task ?? -1, culprit?.row ?? -1];
  useEffect(() => {
    controller.current?.markJob({ own: opened, culprit: task === -1 ? null : { task, row } });
  }, [controller, opened, task, row]);
  useEffect(() => () => controller.current?.markJob(null), [controller]);
  useEscape(onClose);
  if (explanation === null) return null;
  const isLate = opened.dropped !== null || source.column(opened.task).missedAt(opened.row);
  return createPortal(
    <div
      ref={card}
      className="pl-timeline-job"
      role="dialog"
      aria-label={titleOf(opened, isLate)}
      data-late={isLate}
      data-testid="job-card"
      style={place ?? { visibility: 'hidden' }}
    >
      <p>{explanation.sentence}</p>
      {culprit === null || culprit.sentence === '' ? null : <p className="is-culprit">{culprit.sentence}</p>}
      {opened.row < 0 ? null : (
        <Suspense fallback={null}>
          <ExplainedJob
            {...{ source, judged, isPrediction }}
            task={opened.task}
            row={opened.row}
            extent="whole"
            onShown={placeAgain}
          />
        </Suspense>
      )}
      {actions === undefined || !isLate ? null : (
        <div className="pl-timeline-job-actions">{actions({ task: opened.task, culprit })}</div>
      )}
      <button type="button" className="pl-timeline-job-close" aria-label={tr`Close`} onClick={onClose}>
        <X size={15} aria-hidden="true" />
      </button>
    </div>,
    document.body,
  );
}

function titleOf({ dropped }: Opened, isLate: boolean): string {
  if (dropped !== null) return tr`Why this release was dropped`;
  return isLate ? tr`Why this job was late` : tr`What this job spent its time on`;
}

/** The words for a job that has ended do not change. Those for an open job are renewed. */
const RENEW_MS = 1_000;

function useExplanation(source: TimelineSource, { task, row, dropped }: Opened): JobExplanation | null {
  const read = () =>
    (dropped === null ? source.reasons?.course(task, row) : source.reasons?.dropped(task, dropped)) ?? null;
  const [explanation, setExplanation] = useState(read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` depends on these only.
  useEffect(() => {
    setExplanation(read());
    const column = source.column(task);
    if (row < column.count && column.endAt(row) !== NEVER) return;
    const timer = setInterval(() => setExplanation(read()), RENEW_MS);
    return () => clearInterval(timer);
  }, [source, task, row, dropped]);
  return explanation;
}

/**
 * Above the chart, so that the card hides no lane; or else below it; or else at the top of the window. Null while another
 * panel is in front of the chart.
 */
function usePlace(card: RefObject<HTMLElement | null>, plot: RefObject<HTMLElement | null>, placeAgain: () => void) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useEffect(() => {
    const chart = plot.current?.closest('.pl-timeline');
    if (chart == null) return;
    const observer = new ResizeObserver(placeAgain);
    observer.observe(chart);
    return () => observer.disconnect();
  }, [plot, placeAgain]);
  useLayoutEffect(() => {
    const chart = plot.current?.closest('.pl-timeline');
    const height = card.current?.offsetHeight ?? 0;
    const width = card.current?.offsetWidth ?? 0;
    if (chart == null) return;
    const box = boxOf(chart);
    if (box.width === 0) return setPlace(null);
    const within = windowSize();
    const left = Math.max(EDGE, Math.min(box.left + EDGE, within.width - width - EDGE));
    const above = box.top - height - EDGE;
    const below = box.bottom + EDGE;
    const top = above >= EDGE ? above : below + height + EDGE <= within.height ? below : EDGE;
    setPlace((now) => (now?.left === left && now.top === top ? now : { left, top }));
  });
  return place;
}

function useEscape(onClose: () => void): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => (event.key === 'Escape' ? latest.current() : undefined);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
