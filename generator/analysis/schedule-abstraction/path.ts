/**
 * One schedule that leads to a late job: the release, start and end of each job of its busy period.
 */
import { arrivalOf, type Edge, type LateJob, type State } from './explore.ts';
import type { Pattern, PatternTask } from './pattern.ts';

export interface ServedJob {
  readonly task: number;
  /** From 0. */
  readonly job: number;
  readonly releasedNs: number;
  readonly startedNs: number;
  readonly endedNs: number;
}

/**
 * Goes backwards from the late job to the last moment before it at which the processor was idle.
 */
export function pathTo(pattern: Pattern, { edge, endNs }: LateJob): ServedJob[] {
  const path: ServedJob[] = [served(pattern, edge, edge.lastStartNs, endNs)];
  let state = edge.before;
  let startNs = edge.lastStartNs;
  for (;;) {
    // A job that starts later than the processor becomes free found it idle.
    if (startNs > state.latestNs) break;
    const before = edgeThatEnds(pattern, state, startNs);
    if (before === null) break;
    const { mostNs, leastNs } = pattern.tasks[before.task] as PatternTask;
    const begunNs = Math.min(before.lastStartNs, Math.max(before.firstStartNs, startNs - mostNs), startNs - leastNs);
    path.push(served(pattern, before, begunNs, startNs));
    startNs = begunNs;
    state = before.before;
  }
  return path.reverse();
}

/** The job that can end at exactly this moment; null if the processor was idle before. */
function edgeThatEnds({ tasks }: Pattern, { from }: State, timeNs: number): Edge | null {
  const found = from.find(({ task, firstStartNs, lastStartNs }) => {
    const { leastNs, mostNs } = tasks[task] as PatternTask;
    return firstStartNs + leastNs <= timeNs && timeNs <= lastStartNs + mostNs;
  });
  return found ?? null;
}

/** Each job is released as late as possible, so it is not there yet when earlier jobs start. */
function served({ tasks }: Pattern, { task, before }: Edge, startedNs: number, endedNs: number): ServedJob {
  const self = tasks[task] as PatternTask;
  const job = before.served[task]!;
  const releasedNs = Math.min(arrivalOf(self, job) + self.jitterNs, startedNs);
  return { task, job, releasedNs, startedNs, endedNs };
}
