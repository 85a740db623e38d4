/** The charts, given the trace of the last run and the bounds of the sketch that it was made from. */
import { useMemo, useRef } from 'react';
import { findElement } from '../../../generator/sketch/elements.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { StatisticsTable } from '../charts/statistics/statistics-table.tsx';
import { type Lane, Timeline } from '../charts/timeline/timeline.tsx';
import { currentSketch, useDocument } from '../state/document.ts';
import { useRun } from '../state/run.ts';
import { select } from '../state/selection.ts';
import { useTrace } from '../state/trace.ts';
import { laneElement, lanesOf } from './lanes.ts';

export function TimelinePanel() {
  const { store, jobs, spans, sketch } = useTrace();
  const lanes = useLanes();
  const live = useRun(({ phase }) => phase === 'running');
  const onSelectTask = (index: number) => selectTask(sketch, index);
  return <Timeline store={store} jobs={jobs} spans={spans} lanes={lanes} live={live} onSelectTask={onSelectTask} />;
}

export function StatisticsPanel() {
  const { store, jobs, statistics, spans, sketch } = useTrace();
  const lanes = useLanes();
  const onSelectTask = (index: number) => selectTask(sketch, index);
  return (
    <StatisticsTable
      store={store}
      jobs={jobs}
      statistics={statistics}
      spans={spans}
      lanes={lanes}
      onSelectTask={onSelectTask}
    />
  );
}

/** Of the sketch that ran; before the first run, of the one on the canvas, as it is when a slider is let go. */
function useLanes(): readonly Lane[] {
  const traced = useTrace(({ sketch }) => sketch);
  const settled = useDocument(({ history }) => (history.openKey === null ? history.present : null));
  const last = useRef(settled ?? currentSketch());
  if (settled !== null) last.current = settled;
  const shown = traced ?? last.current;
  return useMemo(() => lanesOf(shown), [shown]);
}

/** The task or interrupt of the traced sketch whose lane it is, if the sketch on the canvas still has it. */
function selectTask(traced: Sketch | null, index: number): void {
  const ref = laneElement(traced ?? currentSketch(), index);
  if (ref !== null && findElement(currentSketch(), ref.kind, ref.name) !== null) select([ref]);
}
