/** The names and the clock of a sketch's program, as its telemetry sends them and the window looks them up. */
import { fingerprint } from '../sketch/fingerprint.ts';
import { deadlineUsOf, type Interrupt, type Sketch, type Task } from '../sketch/model.ts';
import type { Board } from '../sketch/platform.ts';
import type { ObjectClass, TraceMetadata, TraceObject } from '../trace/events.ts';
import { handled } from './ranks.ts';

const NS_PER_US = 1000;

function nanoseconds(us: number | null): number | null {
  return us === null ? null : us * NS_PER_US;
}

function taskObject(task: Task, index: number): TraceObject {
  const timed = task.kind !== 'background';
  return {
    class: 'task',
    index,
    name: task.name,
    periodNs: timed ? nanoseconds(task.periodUs) : null,
    offsetNs: task.kind === 'periodic' ? nanoseconds(task.offsetUs) : null,
    deadlineNs: timed ? nanoseconds(deadlineUsOf(task)) : null,
    budgetNs: timed ? nanoseconds(task.budgetUs) : null,
  };
}

/** The handler of an interrupt: a sporadic task that comes after the sketch's own, named as the interrupt. */
function handlerObject(interrupt: Interrupt, index: number): TraceObject {
  return {
    class: 'task',
    index,
    name: interrupt.name,
    periodNs: nanoseconds(interrupt.handlerPeriodUs),
    offsetNs: null,
    deadlineNs: nanoseconds(interrupt.handlerPeriodUs),
    budgetNs: nanoseconds(interrupt.handlerBudgetUs),
  };
}

function plainObjects(kind: ObjectClass, elements: readonly { readonly name: string }[]): TraceObject[] {
  const none = { periodNs: null, offsetNs: null, deadlineNs: null, budgetNs: null };
  return elements.map(({ name }, index) => ({ class: kind, index, name, ...none }));
}

/** What events of this sketch's program refer to: indices are those of the drawing. */
export function traceMetadata(sketch: Sketch, { timerHz }: Pick<Board, 'timerHz'>): TraceMetadata {
  return {
    clockHz: timerHz,
    fingerprint: fingerprint(sketch),
    objects: [
      ...sketch.tasks.map(taskObject),
      ...handled(sketch.interrupts).map((interrupt, order) => handlerObject(interrupt, sketch.tasks.length + order)),
      ...plainObjects('interrupt', sketch.interrupts),
      ...plainObjects('channel', sketch.channels),
      ...plainObjects('resource', sketch.resources),
    ],
  };
}
