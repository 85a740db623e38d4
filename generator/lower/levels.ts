/** The levels of preemption on one stack: which jobs can lie on top of each other. */
import type { Policy } from '../sketch/model.ts';
import type { LoweredTask } from './program.ts';

type Leveled = Pick<LoweredTask, 'kind' | 'rank' | 'deadlineTicks' | 'overrun'>;

/**
 * From the least urgent level to the most urgent one. At most one job of each level is on the stack.
 *
 * - A background task runs while no job is on the stack, and no job of it starts on top of another one.
 * - Under EDF a job starts on top of another one only if its relative deadline is shorter. So tasks with the same
 *   deadline share a level.
 * - A task that can be demoted has a level of its own, because every other job can start on top of a demoted one.
 */
export function preemptionLevels<T extends Leveled>(tasks: readonly T[], policy: Policy): readonly (readonly T[])[] {
  const levels: T[][] = [];
  const jobs = tasks.filter(({ kind }) => kind !== 'background');
  for (const task of jobs.toSorted((a, b) => b.rank - a.rank)) {
    const same = levels.find(([other]) => other !== undefined && policy === 'edf' && sharesLevel(other, task));
    if (same === undefined) levels.push([task]);
    else same.push(task);
  }
  return levels;
}

const sharesLevel = (a: Leveled, b: Leveled): boolean =>
  a.deadlineTicks === b.deadlineTicks && a.overrun !== 'demote' && b.overrun !== 'demote';
