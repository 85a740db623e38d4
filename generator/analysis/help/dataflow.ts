/**
 * The elements that exchange data, and the bounds on their timing. The analyses of chains and ring
 * buffers use them. Times are in ns.
 */
import type { Interrupt, Sketch, Task } from '../../sketch/model.ts';
import { tr } from '../../words/tr.ts';
import type { Admission } from '../admission.ts';
import type { Entity } from '../task-set.ts';
import type { InterruptDelay } from './types.ts';

/** A task or interrupt as an end of channels. */
export interface DataEnd {
  readonly name: string;
  /** timed: a periodic task. event: a sporadic task or an interrupt. idle: a background task. */
  readonly kind: 'timed' | 'event' | 'idle';
  /** T of a task, the minimum inter-arrival time of a sporadic one; null if it has none. */
  readonly periodNs: number | null;
  readonly offsetNs: number;
  /** From the arrival or the event to the end of the job; null if unbounded. */
  readonly responseNs: number | null;
  /**
   * The entity that competes by priority; null for an interrupt's bottom half or a background task.
   */
  readonly entity: Entity | null;
  /** Whether its jobs never wait for each other, so that none is delayed or dropped. */
  readonly prompt: boolean;
  readonly interrupt: Interrupt | null;
}

export function dataEnds(
  sketch: Sketch,
  admission: Admission,
  delays: readonly InterruptDelay[],
): ReadonlyMap<string, DataEnd> {
  const delayOf = new Map(delays.map((delay) => [delay.interrupt, delay.delayNs]));
  const entityOf = new Map(
    admission.set.entities.filter(({ kind }) => kind === 'task').map((entity) => [entity.source, entity]),
  );
  const responseOf = new Map(admission.tasks.map(({ task, responseNs }) => [task, responseNs]));
  return new Map([
    ...sketch.tasks.map((task, index): [string, DataEnd] => [
      task.name,
      endOfTask(task, entityOf.get(index) ?? null, responseOf.get(index) ?? null),
    ]),
    ...sketch.interrupts.map((interrupt): [string, DataEnd] => [
      interrupt.name,
      endOfInterrupt(interrupt, delayOf.get(interrupt.name) ?? null),
    ]),
  ]);
}

const KINDS = { periodic: 'timed', sporadic: 'event', background: 'idle' } as const;

function endOfTask(task: Task, entity: Entity | null, responseNs: number | null): DataEnd {
  return {
    name: task.name,
    kind: KINDS[task.kind],
    periodNs: entity?.periodNs ?? null,
    offsetNs: entity?.offsetNs ?? 0,
    responseNs,
    entity,
    prompt: entity !== null && responseNs !== null && responseNs <= entity.periodNs,
    interrupt: null,
  };
}

function endOfInterrupt(interrupt: Interrupt, responseNs: number | null): DataEnd {
  const { name } = interrupt;
  return {
    name,
    kind: 'event',
    periodNs: null,
    offsetNs: 0,
    responseNs,
    entity: null,
    prompt: responseNs !== null,
    interrupt,
  };
}

/**
 * The time after the arrival of a job of `first` from which on an arriving job of `second`
 * certainly starts after the first job's end: R of the first. If both compete for one core under
 * fixed priorities and the first is more urgent, only its jitter: from its release on, the second
 * job cannot start before it ends (M. Dürr, G. von der Brüggen, K.-H. Chen, J.-J. Chen, CASES
 * 2019). null if unbounded.
 */
export function settlesIn(first: DataEnd, second: DataEnd, { set }: Admission): number | null {
  if (first.responseNs === null) return null;
  const [a, b] = [first.entity, second.entity];
  const ordered = set.cores === 1 && set.policy !== 'edf' && a !== null && b !== null && a.rank < b.rank;
  return ordered ? a.jitterNs : first.responseNs;
}

/** Why the times of its jobs are unknown, in words for the user; null if they are known. */
export function untimed(end: DataEnd): string | null {
  if (end.kind === 'idle') return tr`"${end.name}" is a background task, so the times of its runs are unknown.`;
  if (end.kind === 'event') return tr`"${end.name}" runs on events, which have no maximum inter-arrival time.`;
  if (end.responseNs === null) return tr`No test bounds the response time of "${end.name}".`;
  return end.prompt ? null : tr`"${end.name}" can take longer than its period (R > T), so its releases may be dropped.`;
}
