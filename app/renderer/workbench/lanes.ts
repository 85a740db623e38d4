/** The charts' lanes: the tasks of a sketch and the handlers of its interrupts, as telemetry numbers them. */
import type { Entity } from '../../../generator/analysis/task-set.ts';
import { deadlineUsOf, type Interrupt, type Sketch } from '../../../generator/sketch/model.ts';
import { taskLook } from '../base/palette.ts';
import type { Lane } from '../charts/timeline/timeline.tsx';
import { judge } from '../state/admission.ts';
import type { ElementRef } from '../state/element-ref.ts';

/** Handlers are tasks to the runtime, and come after the sketch's own. */
const handled = ({ interrupts }: Sketch): readonly Interrupt[] =>
  interrupts.filter(({ handlerBudgetUs }) => handlerBudgetUs > 0);

/** What a lane is of; null when the sketch has nothing of that number. */
export function laneElement(sketch: Sketch, index: number): ElementRef | null {
  const { tasks } = sketch;
  const [kind, element] =
    index < tasks.length
      ? (['tasks', tasks[index]] as const)
      : (['interrupts', handled(sketch)[index - tasks.length]] as const);
  return element === undefined ? null : { kind, name: element.name };
}

/** Most urgent first, background tasks last. */
export function lanesOf(sketch: Sketch): Lane[] {
  const { set, tasks, handlers } = judge(sketch, false);
  const boundOf = ({ kind, source }: Entity): number | null => {
    const row =
      kind === 'task'
        ? tasks.find(({ task }) => task === source)
        : handlers.find(({ interrupt }) => interrupt === source);
    return row?.responseNs ?? null;
  };
  const ranked = set.entities.map((entity) => ({ index: indexOf(sketch, entity), bound: boundOf(entity) }));
  const known = new Set(ranked.map(({ index }) => index));
  const rest = sketch.tasks.flatMap((_, index) => (known.has(index) ? [] : [{ index, bound: null }]));
  return [...ranked, ...rest].flatMap(({ index, bound }) => laneOf(sketch, index, bound));
}

function indexOf(sketch: Sketch, { kind, name, source }: Entity): number {
  if (kind === 'task') return source;
  return sketch.tasks.length + handled(sketch).findIndex((interrupt) => interrupt.name === name);
}

const toNs = (us: number | null): number | null => (us === null ? null : us * 1000);

function laneOf(sketch: Sketch, index: number, responseBoundNs: number | null): Lane[] {
  const task = sketch.tasks[index];
  const interrupt = handled(sketch)[index - sketch.tasks.length];
  const common = { taskIndex: index, ...taskLook(index), responseBoundNs };
  if (task !== undefined) {
    return [
      {
        ...common,
        name: task.name,
        periodNs: toNs(task.periodUs),
        offsetNs: task.kind === 'periodic' ? task.offsetUs * 1000 : null,
        deadlineNs: toNs(deadlineUsOf(task)),
        budgetNs: toNs(task.budgetUs),
      },
    ];
  }
  if (interrupt === undefined) return [];
  const { name, handlerPeriodUs, handlerBudgetUs } = interrupt;
  const periodNs = handlerPeriodUs * 1000;
  return [{ ...common, name, periodNs, offsetNs: null, deadlineNs: periodNs, budgetNs: handlerBudgetUs * 1000 }];
}
