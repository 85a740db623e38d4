/**
 * Longest response time under EDF by its definition (M. Spuri 1996; without preemption L. George,
 * N. Rivierre, M. Spuri 1996), for every job of the busy period. It decides where the crate's model
 * does not apply. Times are integers.
 */

export interface EdfTask {
  readonly T: number;
  readonly C: number;
  readonly D: number;
  readonly J: number;
}

/** Least fixed point of an increasing function. */
function fixed(from: number, next: (value: number) => number): number {
  let value = from;
  for (let after = next(value); after !== value; after = next(value)) value = after;
  return value;
}

/** Number of jobs of a task that are released before `w` if the first one has the full jitter. */
const releasedBefore = ({ T, J }: EdfTask, w: number): number => Math.ceil((w + J) / T);
/** Number of these jobs with deadlines at or before `time`. */
const dueBy = ({ T, D, J }: EdfTask, time: number): number => Math.max(0, Math.floor((time - D + J) / T) + 1);

/**
 * The arrivals to examine, from −J on: those of the task's own jobs, and those at which the job's
 * deadline equals the deadline of another task's job.
 */
function arrivalsToTry(tasks: readonly EdfTask[], index: number, end: number): Set<number> {
  const self = tasks[index] as EdfTask;
  const arrivals = new Set<number>();
  for (const { T, D, J } of tasks) {
    for (let due = D - J; due - self.D < end; due += T) if (due - self.D >= -self.J) arrivals.add(due - self.D);
  }
  return arrivals;
}

/**
 * Completion time (without preemption: start time) of the job with deadline `due`. `blocker`: a job
 * of this task has just started; null: none.
 */
function windowOf(
  tasks: readonly EdfTask[],
  index: number,
  due: number,
  blocker: EdfTask | null,
  rules: { readonly preemptive: boolean; readonly unit: number },
): number {
  const self = tasks[index] as EdfTask;
  // Later jobs of the blocking task have even later deadlines.
  const rivals = tasks.filter((task, other) => other !== index && task !== blocker);
  const blocking = blocker === null ? 0 : blocker.C - rules.unit;
  const before = blocking + (dueBy(self, due) - (rules.preemptive ? 0 : 1)) * self.C;
  // Without preemption only jobs that have arrived when the job starts, or arrive at that instant,
  // matter.
  const grace = rules.preemptive ? 0 : rules.unit;
  return fixed(before, (w) =>
    rivals.reduce((sum, o) => sum + Math.min(releasedBefore(o, w + grace), dueBy(o, due)) * o.C, before),
  );
}

/**
 * Response time of the task from its arrival. Requires ΣC/T < 1. `unit`: a blocking job started
 * this much earlier.
 */
export function edfResponse(tasks: readonly EdfTask[], index: number, preemptive: boolean, unit: number): number {
  const self = tasks[index] as EdfTask;
  const longest = preemptive ? 0 : Math.max(0, ...tasks.map(({ C }) => C - unit));
  const all = (w: number) => longest + tasks.reduce((sum, task) => sum + releasedBefore(task, w) * task.C, 0);
  let worst = 0;
  for (const arrival of arrivalsToTry(tasks, index, fixed(1, all))) {
    const due = arrival + self.D;
    const later = tasks.filter(({ D }, other) => other !== index && D > due);
    for (const blocker of [null, ...(preemptive ? [] : later)]) {
      const window = windowOf(tasks, index, due, blocker, { preemptive, unit });
      worst = Math.max(worst, window + (preemptive ? 0 : self.C) - arrival);
    }
  }
  return worst;
}
