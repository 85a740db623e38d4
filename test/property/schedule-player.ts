/** A schedule played out unit by unit: slow, small and obviously right; the referee of the analysis. */

export interface PlayTask {
  readonly period: number;
  readonly cost: number;
  readonly offset: number;
}

interface PlayJob {
  readonly task: number;
  readonly arrival: number;
  left: number;
}

/** Worst response of each task among the jobs that arrive before `horizon`; tasks in order of priority. */
export function worstResponses(tasks: readonly PlayTask[], horizon: number, preemptive: boolean): number[] {
  const worst = tasks.map(() => 0);
  const ready: PlayJob[] = [];
  let running: PlayJob | null = null;
  for (let time = 0; time < horizon || ready.length > 0; time += 1) {
    if (time < horizon) release(tasks, time, ready);
    if (running === null || preemptive) running = mostUrgent(ready);
    if (running === null) continue;
    running.left -= 1;
    if (running.left > 0) continue;
    worst[running.task] = Math.max(worst[running.task] ?? 0, time + 1 - running.arrival);
    ready.splice(ready.indexOf(running), 1);
    running = null;
  }
  return worst;
}

function release(tasks: readonly PlayTask[], time: number, ready: PlayJob[]): void {
  tasks.forEach(({ period, cost, offset }, task) => {
    if (time >= offset && (time - offset) % period === 0) ready.push({ task, arrival: time, left: cost });
  });
}

/** Lowest task number first, the older job first within a task. */
function mostUrgent(ready: readonly PlayJob[]): PlayJob | null {
  let best: PlayJob | null = null;
  for (const job of ready) {
    if (best === null || job.task < best.task || (job.task === best.task && job.arrival < best.arrival)) best = job;
  }
  return best;
}
