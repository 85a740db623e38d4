/**
 * The reference scheduler for tests of the analysis: simulates a schedule job by job. It is slow
 * and simple, and shares no code with the product. It uses the caller's unit of time.
 */

export interface ReferenceJob {
  /** Index of the task. INTERRUPT: above all tasks, in FIFO order. */
  readonly task: number;
  readonly arrival: number;
  /** Time at which the scheduler releases the job: its arrival plus at most the jitter. */
  readonly release: number;
  readonly cost: number;
  /** Absolute deadline, the order of jobs under EDF. */
  readonly due: number;
}

export const INTERRUPT = -1;
const BACKGROUND = -2;

/** After `at` units of execution time a job holds a resource with ceiling `ceiling` for `length` units. */
export interface Section {
  readonly at: number;
  readonly length: number;
  readonly ceiling: number;
}

export interface Rules {
  readonly preemptive: boolean;
  /**
   * Priority of each task, 0 the highest. Jobs of equal priority run in FIFO order. Absent: EDF.
   */
  readonly levels?: readonly number[];
  /** By task; under EDF the ceiling is a preemption level, the relative deadline. */
  readonly sections?: readonly (Section | null)[];
  /** Lengths of successive background runs. One starts whenever no job is ready. */
  readonly background?: readonly number[];
  /** End of the simulation. Incomplete jobs count as completed at this time. */
  readonly until: number;
}

export interface Outcome {
  /** Longest response time from the arrival, by task. 0 without a job. */
  readonly worst: readonly number[];
  /** Whether a job ended after its deadline. */
  readonly missed: boolean;
  /** Completion time by index of the job. Infinity if the job did not complete before `until`. */
  readonly ends: readonly number[];
}

interface Live {
  readonly job: ReferenceJob;
  left: number;
}

class Player {
  readonly #rules: Rules;
  readonly #pending: ReferenceJob[];
  readonly #worst: number[];
  readonly #ends = new Map<ReferenceJob, number>();
  readonly #jobs: readonly ReferenceJob[];
  #ready: Live[] = [];
  #running: Live | null = null;
  #now = 0;
  #missed = false;
  #backgroundRuns = 0;

  constructor(jobs: readonly ReferenceJob[], tasks: number, rules: Rules) {
    this.#rules = rules;
    this.#jobs = jobs;
    this.#pending = [...jobs].sort((a, b) => b.release - a.release);
    this.#worst = new Array<number>(tasks).fill(0);
    this.#now = this.#pending.at(-1)?.release ?? 0;
  }

  play(): Outcome {
    while (this.#now < this.#rules.until) {
      this.#release();
      const live = this.#choose();
      if (live !== null) this.#run(live);
      else if (!this.#fillIn()) {
        const next = this.#pending.at(-1);
        if (next === undefined) break;
        this.#now = next.release;
      }
    }
    const ends = this.#jobs.map((job) => this.#ends.get(job) ?? Number.POSITIVE_INFINITY);
    for (const live of this.#ready) this.#end(live);
    return { worst: this.#worst, missed: this.#missed, ends };
  }

  #release(): void {
    for (
      let next = this.#pending.at(-1);
      next !== undefined && next.release <= this.#now;
      next = this.#pending.at(-1)
    ) {
      this.#pending.pop();
      this.#ready.push({ job: next, left: next.cost });
    }
  }

  /** Starts a background run. Returns false if there is none. */
  #fillIn(): boolean {
    const lengths = this.#rules.background ?? [];
    const cost = lengths[this.#backgroundRuns % lengths.length];
    if (cost === undefined) return false;
    this.#backgroundRuns += 1;
    const job = { task: BACKGROUND, arrival: this.#now, release: this.#now, cost, due: Number.POSITIVE_INFINITY };
    const live = { job, left: cost };
    this.#ready.push(live);
    this.#run(live);
    return true;
  }

  #run(live: Live): void {
    const next = this.#pending.at(-1)?.release ?? Number.POSITIVE_INFINITY;
    const step = this.#sectionOf(live) === null ? Math.min(live.left, next - this.#now) : 1;
    live.left -= step;
    this.#now += step;
    if (live.job.task !== INTERRUPT) this.#running = live;
    if (live.left > 0) return;
    this.#end(live);
    this.#ready = this.#ready.filter((other) => other !== live);
    if (this.#running === live) this.#running = null;
  }

  #end({ job }: Live): void {
    if (job.task < 0) return;
    const end = Math.max(this.#now, job.release);
    this.#ends.set(job, end);
    this.#worst[job.task] = Math.max(this.#worst[job.task] ?? 0, end - job.arrival);
    if (end > job.due) this.#missed = true;
  }

  #choose(): Live | null {
    let best: Live | null = null;
    for (const live of this.#ready) if (best === null || this.#before(live, best)) best = live;
    if (best === null || best.job.task === INTERRUPT) return best;
    return this.#rules.preemptive ? best : (this.#running ?? best);
  }

  #before(a: Live, b: Live): boolean {
    const [keyA, keyB] = [this.#key(a), this.#key(b)];
    if (keyA !== keyB) return keyA < keyB;
    return a.job.release < b.job.release || (a.job.release === b.job.release && a.job.arrival < b.job.arrival);
  }

  #key(live: Live): number {
    const { task, due } = live.job;
    if (task === INTERRUPT) return Number.NEGATIVE_INFINITY;
    if (task === BACKGROUND) return Number.POSITIVE_INFINITY;
    const section = this.#heldBy(live);
    const own = this.#rules.levels?.[task] ?? due;
    return section === null ? own : Math.min(own, section.ceiling);
  }

  #sectionOf({ job }: Live): Section | null {
    return this.#rules.sections?.[job.task] ?? null;
  }

  /** The section that a job has entered and not left. */
  #heldBy(live: Live): Section | null {
    const section = this.#sectionOf(live);
    if (section === null) return null;
    const done = live.job.cost - live.left;
    return done > section.at && done < section.at + section.length ? section : null;
  }
}

/** Simulates the jobs of `tasks` tasks by the rules. */
export function play(jobs: readonly ReferenceJob[], tasks: number, rules: Rules): Outcome {
  return new Player(jobs, tasks, rules).play();
}
