/**
 * The names and the clock of a sketch's program, as telemetry sends them and the window uses them.
 */

import type { Board } from '../platform/board.ts';
import { allCode } from '../sketch/code/pieces.ts';
import { plotsIn } from '../sketch/code/plots.ts';
import { fingerprint } from '../sketch/fingerprint.ts';
import type { Sketch } from '../sketch/model.ts';
import type { Runnable } from '../system/runnables.ts';
import { systemOf } from '../system/system.ts';
import type { ObjectClass, TraceMetadata, TraceObject } from '../trace/events.ts';

/** Handlers are tasks in a trace. A background task has no times there. */
function taskObject({ index, name, kind, periodNs, offsetNs, deadlineNs, budgetNs }: Runnable): TraceObject {
  return {
    class: 'task',
    index,
    name,
    periodNs,
    offsetNs: kind === 'periodic' ? offsetNs : null,
    deadlineNs,
    budgetNs: kind === 'background' ? null : budgetNs,
  };
}

function plainObjects(kind: ObjectClass, elements: readonly { readonly name: string }[]): TraceObject[] {
  const none = { periodNs: null, offsetNs: null, deadlineNs: null, budgetNs: null };
  return elements.map(({ name }, index) => ({ class: kind, index, name, ...none }));
}

/** The objects of this program's events. Indices are in sketch order. */
export function traceMetadata(sketch: Sketch, { timerHz }: Pick<Board, 'timerHz'>): TraceMetadata {
  return {
    clockHz: timerHz,
    fingerprint: fingerprint(sketch),
    objects: [
      ...systemOf(sketch).runnables.map(taskObject),
      ...plainObjects('interrupt', sketch.interrupts),
      ...plainObjects('channel', sketch.channels),
      ...plainObjects('resource', sketch.resources),
      ...plainObjects(
        'mark',
        plotsIn(allCode(sketch)).map((name) => ({ name })),
      ),
    ],
  };
}
