/**
 * The lanes of the charts: the tasks of a sketch and the handlers of its interrupts, numbered as in
 * telemetry.
 */

import type { Admission } from '../../../../generator/analysis/admission.ts';
import { boundsHoldUnder } from '../../../../generator/simulation/dispatchers/served.ts';
import type { DispatcherKind, SimulationModel } from '../../../../generator/simulation/model.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { Ns } from '../../../../generator/sketch/time.ts';
import type { Runnable } from '../../../../generator/system/runnables.ts';
import { systemOf } from '../../../../generator/system/system.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { taskLook } from '../../base/palette.ts';
import type { Lane, LaneGroup } from '../../charts/timeline/timeline.tsx';
import type { ElementRef } from '../../state/sketch/element-ref.ts';

/** Returns the element of a lane. Null when the sketch has no such element. */
export function laneElement(sketch: Sketch, index: number): ElementRef | null {
  const runnable = systemOf(sketch).runnables[index];
  return runnable === undefined
    ? null
    : { kind: runnable.element === 'task' ? 'tasks' : 'interrupts', name: runnable.name };
}

/** Returns the lane of an element. Null when it has none. */
export function elementLane(sketch: Sketch, { kind, name }: ElementRef): number | null {
  const element = kind === 'tasks' ? 'task' : kind === 'interrupts' ? 'interrupt' : null;
  const found = systemOf(sketch).runnables.find((runnable) => runnable.element === element && runnable.name === name);
  return found?.index ?? null;
}

const NO_GROUPS: readonly LaneGroup[] = [];

/**
 * Groups lanes by core, or by the cores that share a ready queue. There are no groups on a single
 * core.
 */
export function groupsOf(model: SimulationModel | undefined): readonly LaneGroup[] {
  if (model === undefined || model.cores === 1) return NO_GROUPS;
  return model.clusters.map(({ cores }, cluster) => {
    const tasks = model.tasks.flatMap((task, index) => (task.cluster === cluster ? [index] : []));
    const [first, last] = [cores[0] ?? 0, cores.at(-1) ?? 0];
    return { label: cores.length === 1 ? tr`Core ${first}` : tr`Cores ${first}–${last}`, cores, tasks };
  });
}

/**
 * Returns the lanes, most urgent first and background tasks last.
 *
 * @param admission the verdict on the sketch, with overheads
 * @param dispatcher the dispatcher of the shown schedule. Lanes have no bounds if the bounds do not
 * hold for it
 */
export function lanesOf(
  sketch: Sketch,
  { set, tasks, handlers }: Pick<Admission, 'set' | 'tasks' | 'handlers'>,
  dispatcher: DispatcherKind,
): Lane[] {
  const ofTask = new Map(tasks.map((row) => [row.task, row]));
  const bounded = boundsHoldUnder(dispatcher, set);
  const boundOf = ({ element, source }: Runnable): Ns | null => {
    if (!bounded) return null;
    const row = element === 'task' ? ofTask.get(source) : handlers.find(({ interrupt }) => interrupt === source);
    return row?.responseNs ?? null;
  };
  return systemOf(sketch).byRank.map((runnable): Lane => {
    const { index, name, kind, periodNs, offsetNs, deadlineNs, budgetNs } = runnable;
    return {
      taskIndex: index,
      ...taskLook(index),
      responseBoundNs: boundOf(runnable),
      name,
      periodNs,
      offsetNs: kind === 'periodic' ? offsetNs : null,
      deadlineNs,
      budgetNs,
    };
  });
}
