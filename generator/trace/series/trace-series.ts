/**
 * The series of a trace: the values that the program plots, and the response and execution time of
 * each job.
 *
 *   const series = new TraceSeries(store, jobs);
 *   series.update();                            // reads only what is new
 *   series.values.get('temperature')?.sample(fromNs, toNs, columns)
 */
import type { JobTracker } from '../jobs/jobs.ts';
import { NEVER } from '../jobs/jobs-column.ts';
import type { TaskJobs } from '../jobs/task-jobs.ts';
import { STATE_COMPLETE } from '../jobs/task-jobs.ts';
import { KIND_MARK, KIND_PLOT } from '../kinds.ts';
import { TraceNames } from '../names.ts';
import { numberOf } from '../number.ts';
import type { TraceStore } from '../store/store.ts';
import { Series } from './series.ts';

export interface TaskSeries {
  /** From the arrival of a job to its end, at its end. Unit: ns. */
  readonly response: Series;
  /** Processor time of a job, at its end. Unit: ns. */
  readonly execution: Series;
}

export class TraceSeries {
  /** By the name that the code gives. */
  readonly values = new Map<string, Series>();
  /** By the task's index. */
  readonly tasks = new Map<number, TaskSeries>();
  readonly #store: TraceStore;
  readonly #jobs: JobTracker;
  #read = 0;
  /** By the task's index: the next row. */
  readonly #rows = new Map<number, number>();

  constructor(store: TraceStore, jobs: JobTracker) {
    this.#store = store;
    this.#jobs = jobs;
  }

  update(): void {
    const store = this.#store;
    if (store.end < this.#read) this.#restart();
    this.#jobs.update();
    const names = new TraceNames(store.currentMetadata);
    store.walk(this.#read, store.end, (_index, timeNs, kind, object, value) => {
      if (kind !== KIND_MARK && kind !== KIND_PLOT) return;
      const name = names.of(kind, object);
      const series = this.values.get(name) ?? new Series();
      this.values.set(name, series);
      series.push(timeNs, numberOf(kind, value));
    });
    this.#read = store.end;
    for (const task of this.#jobs.tasks) this.#readJobs(task);
  }

  #restart(): void {
    this.#read = 0;
    this.#rows.clear();
    this.values.clear();
    this.tasks.clear();
  }

  #readJobs(task: TaskJobs): void {
    const { index } = task.task;
    const series = this.tasks.get(index) ?? { response: new Series(), execution: new Series() };
    this.tasks.set(index, series);
    for (let row = Math.max(task.first, this.#rows.get(index) ?? 0); row < task.settled; row++) {
      const end = task.endAt(row);
      if (end === NEVER || task.stateAt(row) !== STATE_COMPLETE) continue;
      series.response.push(end, end - task.arrivalAt(row));
      series.execution.push(end, task.executionAt(row));
    }
    this.#rows.set(index, task.settled);
  }
}
