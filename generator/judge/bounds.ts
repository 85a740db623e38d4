/** The bounds of an analysis in the order of the runnables, in which traces number the tasks and handlers. */
import type { Admission } from '../analysis/admission.ts';
import type { Sketch } from '../sketch/model.ts';
import { systemOf } from '../system/system.ts';

/** By the index of the runnable: the bound for its response time, or null. Unit: ns. */
export function responseBoundsNs(sketch: Sketch, { tasks, handlers }: Admission): readonly (number | null)[] {
  return systemOf(sketch).runnables.map(({ element, source }) => {
    const row =
      element === 'task'
        ? tasks.find(({ task }) => task === source)
        : handlers.find(({ interrupt }) => interrupt === source);
    return row?.responseNs ?? null;
  });
}
