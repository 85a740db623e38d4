/** The charts, given the trace of the last run and the bounds of the sketch that it was made from. */
import { useMemo, useRef } from 'react';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { deadlineUsOf } from '../../../generator/sketch/model.ts';
import { taskLook } from '../base/palette.ts';
import { StatisticsTable } from '../charts/statistics/statistics-table.tsx';
import { type Lane, Timeline } from '../charts/timeline/timeline.tsx';
import { judge } from '../state/admission.ts';
import { currentSketch, useDocument } from '../state/document.ts';
import { useRun } from '../state/run.ts';
import { select } from '../state/selection.ts';
import { useTrace } from '../state/trace.ts';

export function TimelinePanel() {
  const { store, jobs, sketch } = useTrace();
  const lanes = useLanes();
  const live = useRun(({ phase }) => phase === 'running');
  const onSelectTask = (index: number) => selectTask(sketch, index);
  return <Timeline store={store} jobs={jobs} lanes={lanes} live={live} onSelectTask={onSelectTask} />;
}

export function StatisticsPanel() {
  const { store, jobs, statistics, sketch } = useTrace();
  const lanes = useLanes();
  const onSelectTask = (index: number) => selectTask(sketch, index);
  return (
    <StatisticsTable store={store} jobs={jobs} statistics={statistics} lanes={lanes} onSelectTask={onSelectTask} />
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

const toNs = (us: number | null): number | null => (us === null ? null : us * 1000);

/** Most urgent first, background tasks last. */
export function lanesOf(sketch: Sketch): Lane[] {
  const admission = judge(sketch, false);
  const ranked = admission.set.entities.filter(({ kind }) => kind === 'task').map(({ source }) => source);
  const rest = sketch.tasks.map((_, index) => index).filter((index) => !ranked.includes(index));
  return [...ranked, ...rest].flatMap((index): Lane[] => {
    const task = sketch.tasks[index];
    if (task === undefined) return [];
    const bound = admission.tasks.find((row) => row.task === index)?.responseNs ?? null;
    return [
      {
        taskIndex: index,
        name: task.name,
        ...taskLook(index),
        periodNs: toNs(task.periodUs),
        offsetNs: task.kind === 'periodic' ? task.offsetUs * 1000 : null,
        deadlineNs: toNs(deadlineUsOf(task)),
        budgetNs: toNs(task.budgetUs),
        responseBoundNs: bound,
      },
    ];
  });
}

/** The task of the traced sketch, if the sketch on the canvas still has it. */
function selectTask(traced: Sketch | null, index: number): void {
  const name = (traced ?? currentSketch()).tasks[index]?.name;
  if (name !== undefined && currentSketch().tasks.some((task) => task.name === name)) select([{ kind: 'tasks', name }]);
}
