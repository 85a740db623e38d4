/**
 * Execution times of a recorded run, for use in a simulation: those of the completely recorded
 * jobs, in order of completion. Times measured on a board include the interrupts during the job.
 */

import { nsOfUs } from '../../sketch/time.ts';
import type { JobTracker } from '../../trace/jobs/jobs.ts';
import { JOB_STATES, STATE_COMPLETE } from '../../trace/jobs/task-jobs.ts';

/** Keyed by task name. Unit: ns. */
export type TimesByTask = ReadonlyMap<string, Float64Array>;

/** Collects the times from a trace as it grows. */
export class RecordedTimes {
  readonly #jobs: JobTracker;
  readonly #times = new Map<string, number[]>();
  /** For each task, in the tracker's order: the number of collected jobs. */
  readonly #read: number[] = [];

  constructor(jobs: JobTracker) {
    this.#jobs = jobs;
  }

  /** Call this after each update of the jobs. */
  update(): void {
    this.#jobs.tasks.forEach((jobs, task) => {
      const times = listFor(this.#times, jobs.task.name);
      for (let row = Math.max(this.#read[task] ?? 0, jobs.first); row < jobs.settled; row++) {
        if (jobs.stateAt(row) === STATE_COMPLETE) times.push(jobs.executionAt(row));
      }
      this.#read[task] = jobs.settled;
    });
  }

  /** Omits tasks without a complete job. */
  get byTask(): TimesByTask {
    return whole(this.#times);
  }
}

/** A part of a job as generator/trace/exports/chrome.ts writes it. */
interface Piece {
  readonly ph: 'X';
  readonly tid: number;
  readonly args: {
    readonly job: number;
    readonly state: string;
    readonly arrival_us: number;
    readonly execution_us: number;
  };
}

const COMPLETE = JOB_STATES[STATE_COMPLETE];

/** The same from the parsed Perfetto export; null if the document is something else. */
export function timesFromChromeTrace(document: unknown): TimesByTask | null {
  const events = isObject(document) ? document.traceEvents : undefined;
  if (!Array.isArray(events)) return null;
  const names = new Map<unknown, string>();
  const times = new Map<string, number[]>();
  /** For each thread, the last collected job. The parts of a job are consecutive. */
  const taken = new Map<number, string>();
  for (const event of events) {
    if (isObject(event) && event.name === 'thread_name' && isObject(event.args)) {
      names.set(event.tid, String(event.args.name));
    } else if (isPiece(event) && event.args.state === COMPLETE) {
      const job = `${event.args.job} ${event.args.arrival_us}`;
      if (taken.get(event.tid) === job) continue;
      taken.set(event.tid, job);
      listFor(times, names.get(event.tid) ?? '').push(Math.round(nsOfUs(event.args.execution_us)));
    }
  }
  return whole(times);
}

function listFor(times: Map<string, number[]>, name: string): number[] {
  const known = times.get(name);
  if (known !== undefined) return known;
  const list: number[] = [];
  times.set(name, list);
  return list;
}

const whole = (times: ReadonlyMap<string, number[]>): TimesByTask =>
  new Map([...times].filter(([, list]) => list.length > 0).map(([name, list]) => [name, Float64Array.from(list)]));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && Number.isFinite(value);

function isPiece(event: unknown): event is Piece {
  if (!isObject(event) || event.ph !== 'X' || !isObject(event.args)) return false;
  const { job, state, arrival_us, execution_us } = event.args;
  return isTime(event.tid) && isTime(job) && typeof state === 'string' && isTime(arrival_us) && isTime(execution_us);
}
