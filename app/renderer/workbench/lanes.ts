/** The charts' lanes: the tasks of a sketch and the handlers of its interrupts, as telemetry numbers them. */
import type { Entity } from '../../../generator/analysis/task-set.ts';
import { boundsHoldUnder } from '../../../generator/simulation/dispatchers/served.ts';
import type { DispatcherKind, SimulationModel } from '../../../generator/simulation/model.ts';
import { deadlineUsOf, type Interrupt, type Sketch } from '../../../generator/sketch/model.ts';
import { taskLook } from '../base/palette.ts';
import type { Lane, LaneGroup } from '../charts/timeline/timeline.tsx';
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

/** The lane of an element; null when it has none. */
export function elementLane(sketch: Sketch, { kind, name }: ElementRef): number | null {
  const [elements, before] = kind === 'interrupts' ? [handled(sketch), sketch.tasks.length] : [sketch.tasks, 0];
  const index = kind === 'tasks' || kind === 'interrupts' ? elements.findIndex((each) => each.name === name) : -1;
  return index === -1 ? null : before + index;
}

const NO_GROUPS: readonly LaneGroup[] = [];

/** By core, or by the cores that share a ready queue; none where there is one core. */
export function groupsOf(model: SimulationModel | undefined): readonly LaneGroup[] {
  if (model === undefined || model.cores === 1) return NO_GROUPS;
  return model.clusters.map(({ cores }, cluster) => {
    const tasks = model.tasks.flatMap((task, index) => (task.cluster === cluster ? [index] : []));
    const [first, last] = [cores[0], cores.at(-1)];
    return { label: cores.length === 1 ? `Core ${first}` : `Cores ${first}–${last}`, cores, tasks };
  });
}

/**
 * Most urgent first, background tasks last.
 *
 * @param dispatcher what plays the schedule that is shown; where the bounds do not hold for it there are none
 */
export function lanesOf(sketch: Sketch, dispatcher: DispatcherKind): Lane[] {
  const { set, tasks, handlers } = judge(sketch, false);
  const bounded = boundsHoldUnder(dispatcher, set);
  const boundOf = ({ kind, source }: Entity): number | null => {
    if (!bounded) return null;
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
