/** Generates a trace of any length in a store: periodic tasks on one processor without preemption. */
import { KIND_BOOT, KIND_COMPLETE, KIND_RELEASE, KIND_START, NO_OBJECT } from '../../generator/trace/kinds.ts';
import type { TraceStore } from '../../generator/trace/store/store.ts';

const MS = 1_000_000;
const EVENTS_PER_JOB = 3;

export interface MadeTask {
  readonly name: string;
  readonly periodNs: number;
  readonly executionNs: number;
}

/** Tasks with periods of 5 ms and more and a total utilization of about 0.7. */
export function madeTasks(count: number): MadeTask[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `Task ${i + 1}`,
    periodNs: (5 + 3 * i) * MS,
    executionNs: Math.round((0.7 * (5 + 3 * i) * MS) / count),
  }));
}

/** Writes at least `events` events; every 97th job of a task takes three times as long. */
export function writeTrace(store: TraceStore, tasks: readonly MadeTask[], events: number): void {
  store.metadata({
    clockHz: 2_000_000,
    objects: tasks.map(({ name, periodNs, executionNs }, index) => ({
      class: 'task',
      index,
      name,
      periodNs,
      offsetNs: 0,
      deadlineNs: periodNs,
      budgetNs: executionNs,
    })),
  });
  store.segment(true);
  store.event(0, KIND_BOOT, NO_OBJECT, 0);
  const next = tasks.map(() => 0);
  const ready = tasks.map(() => 0);
  const done = tasks.map(() => 0);
  let now = 0;
  for (let written = 1; written < events; ) {
    const from = now;
    const run = ready.findIndex((jobs) => jobs > 0);
    const task = tasks[run];
    if (task) now += task.executionNs * ((done[run] ?? 0) % 97 === 96 ? 3 : 1);
    else now = Math.min(...next);
    if (task) store.event(from, KIND_START, run, 0);
    releaseUntil(store, tasks, next, ready, now);
    if (!task) continue;
    store.event(now, KIND_COMPLETE, run, 0);
    ready[run] = (ready[run] ?? 0) - 1;
    done[run] = (done[run] ?? 0) + 1;
    written += EVENTS_PER_JOB;
  }
}

/** Sorted by time, as a board would send them. */
function releaseUntil(
  store: TraceStore,
  tasks: readonly MadeTask[],
  next: number[],
  ready: number[],
  now: number,
): void {
  for (;;) {
    const at = Math.min(...next);
    if (at > now) return;
    const task = next.indexOf(at);
    store.event(at, KIND_RELEASE, task, 0);
    next[task] = at + (tasks[task]?.periodNs ?? 0);
    ready[task] = (ready[task] ?? 0) + 1;
  }
}
