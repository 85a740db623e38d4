/**
 * Searches all non-preemptive schedules of a few periodic tasks, one time unit at a time, for their
 * response times. It shares no code with the product and uses no intervals. A state is the time,
 * the released and completed jobs of each task, and the running job with its remaining time. States
 * that differ by a hyperperiod are equal, so the search is finite.
 */
export interface OpenTask {
  readonly T: number;
  readonly offset: number;
  readonly J: number;
  /** Shortest and longest execution time of a job; at least 1. */
  readonly least: number;
  readonly C: number;
  readonly D: number;
}

interface Moment {
  readonly now: number;
  readonly released: readonly number[];
  readonly served: readonly number[];
  /** Index of the running task; −1 if none runs. */
  readonly running: number;
  readonly until: number;
}

export interface AllSchedules {
  readonly missed: boolean;
  /** Longest response time by task; meaningless if a deadline is missed. */
  readonly worst: readonly number[];
  /** False if the search exceeded its limit of states. */
  readonly complete: boolean;
}

export function everySchedule(tasks: readonly OpenTask[], edf: boolean, mostStates: number): AllSchedules {
  const hyper = tasks.reduce((multiple, { T }) => (multiple * T) / divisor(multiple, T), 1);
  const latest = Math.max(...tasks.map(({ offset }) => offset));
  const worst = tasks.map(() => 0);
  const seen = new Set<string>();
  const todo: Moment[] = [{ now: 0, released: tasks.map(() => 0), served: tasks.map(() => 0), running: -1, until: 0 }];
  const keyOf = ({ now, released, served, running, until }: Moment) => {
    const rounds = now < latest + hyper ? 0 : Math.floor((now - latest) / hyper);
    const back = (counts: readonly number[]) =>
      counts.map((count, i) => count - (rounds * hyper) / (tasks[i] as OpenTask).T);
    return [now - rounds * hyper, ...back(released), ...back(served), running, until - now].join();
  };
  for (let moment = todo.pop(); moment !== undefined; moment = todo.pop()) {
    if (seen.size > mostStates) return { missed: false, worst, complete: false };
    for (const released of releases(tasks, moment)) {
      const next = dispatch(tasks, edf, { ...moment, released });
      for (const after of next) {
        if (after.running >= 0 && after.until === after.now + 1) {
          const task = tasks[after.running] as OpenTask;
          const response = after.until - (task.offset + (after.served[after.running] as number) * task.T);
          worst[after.running] = Math.max(worst[after.running] as number, response);
          if (response > task.D) return { missed: true, worst, complete: true };
        }
        const ended = after.running >= 0 && after.until === after.now + 1;
        const moved: Moment = {
          ...after,
          now: after.now + 1,
          served: ended ? after.served.map((n, i) => (i === after.running ? n + 1 : n)) : after.served,
          running: ended ? -1 : after.running,
        };
        const key = keyOf({ ...moved, until: moved.running < 0 ? moved.now : moved.until });
        if (seen.has(key)) continue;
        seen.add(key);
        todo.push(moved);
      }
    }
  }
  return { missed: false, worst, complete: true };
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** All possible numbers of released jobs by task at this moment. */
function releases(tasks: readonly OpenTask[], { now, released }: Moment): number[][] {
  return tasks.reduce<number[][]>(
    (all, { T, offset, J }, task) => {
      let least = released[task] as number;
      while (offset + least * T + J <= now) least += 1;
      let most = least;
      while (offset + most * T <= now) most += 1;
      return all.flatMap((counts) => Array.from({ length: most - least + 1 }, (_, more) => [...counts, least + more]));
    },
    [[]],
  );
}

/** Starts the most urgent released job: one state for each possible execution time. */
function dispatch(tasks: readonly OpenTask[], edf: boolean, moment: Moment): Moment[] {
  if (moment.running >= 0) return [moment];
  let best = -1;
  let bestKey = 0;
  tasks.forEach(({ T, offset, D }, task) => {
    const job = moment.served[task] as number;
    if ((moment.released[task] as number) <= job) return;
    const key = edf ? offset + job * T + D : task;
    if (best < 0 || key < bestKey) [best, bestKey] = [task, key];
  });
  if (best < 0) return [moment];
  const { least, C } = tasks[best] as OpenTask;
  return Array.from({ length: C - least + 1 }, (_, more) => ({
    ...moment,
    running: best,
    until: moment.now + least + more,
  }));
}
