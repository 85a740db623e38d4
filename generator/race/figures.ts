/** The figures by which racers are compared. All times are in nanoseconds. */
import type { Profile, TaskProfile } from '../profile/profile.ts';

/** A task or handler with the largest of some ratio. */
export interface WorstResponse {
  readonly name: string;
  readonly responseNs: number;
  readonly limitNs: number;
}

export interface RaceFigures {
  readonly jobs: number;
  /** Late jobs and dropped releases. */
  readonly misses: number;
  /** The longest measured response relative to its deadline. Null: no task has a deadline. */
  readonly worst: WorstResponse | null;
  /** The largest difference between the longest and the shortest response of one task. Null: there are no responses. */
  readonly jitterNs: number | null;
  /** Share of the processor of the runtime with its telemetry. Null: the board does not measure it. */
  readonly overhead: number | null;
  /** Whether a response exceeded its bound. Null: there are no bounds. */
  readonly aboveBound: boolean | null;
}

export function figuresOf({ tasks, load }: Profile): RaceFigures {
  const sum = (of: (task: TaskProfile) => number): number => tasks.reduce((all, task) => all + of(task), 0);
  const timed = tasks.flatMap(({ response, boundNs }) =>
    response === null || boundNs === null ? [] : [{ response, boundNs }],
  );
  const spans = tasks.flatMap(({ response }) => (response === null ? [] : [response.mostNs - response.leastNs]));
  return {
    jobs: sum(({ jobs }) => jobs),
    misses: sum(({ late, dropped }) => late + dropped),
    worst: worstOf(tasks),
    jitterNs: spans.length === 0 ? null : Math.max(...spans),
    overhead: load.runtime === null ? null : load.runtime + (load.telemetry ?? 0),
    aboveBound: timed.length === 0 ? null : timed.some(({ response, boundNs }) => response.mostNs > boundNs),
  };
}

function worstOf(tasks: readonly TaskProfile[]): WorstResponse | null {
  let worst: WorstResponse | null = null;
  for (const { name, response, deadlineNs } of tasks) {
    if (response === null || deadlineNs === null) continue;
    const found = { name, responseNs: response.mostNs, limitNs: deadlineNs };
    if (worst === null || found.responseNs * worst.limitNs > worst.responseNs * found.limitNs) worst = found;
  }
  return worst;
}
