/**
 * Computes the schedule of a super-loop from the documentation of runtime-c alone. The most urgent
 * ready job runs to its end. A release is dropped while the job before it is not complete (overrun
 * policy `skip`). It shares no code with the product.
 */

/** The highest priority comes first. All times in µs. */
export interface HandTask {
  readonly name: string;
  readonly periodUs: number;
  readonly offsetUs: number;
  readonly deadlineUs: number;
  /** Execution time of each job. */
  readonly lengthUs: number;
}

/** The outcome of a release. */
export type Fate = 'in time' | 'missed' | 'dropped';

export interface HandSchedule {
  /**
   * By task, then by k. Contains the releases with an outcome that is known at the end of the schedule.
   */
  readonly fates: readonly (readonly Fate[])[];
  /**
   * The schedule's decisions stay the same if each execution time differs from `lengthUs` by at
   * most this time. It is the shortest time between the end of a job and a release or the job's
   * deadline, divided by the number of jobs since the processor was last idle.
   */
  readonly toleranceUs: number;
}

class Player {
  readonly fates: Fate[][];
  toleranceUs = Number.POSITIVE_INFINITY;
  readonly #tasks: readonly HandTask[];
  /** By task: k of the next release. */
  readonly #next: number[];
  /** By task: k of the released, incomplete job. Null if there is none. */
  readonly #ready: (number | null)[];
  #nowUs = 0;
  #jobsSinceIdle = 0;

  constructor(tasks: readonly HandTask[]) {
    this.#tasks = tasks;
    this.fates = tasks.map(() => []);
    this.#next = tasks.map(() => 0);
    this.#ready = tasks.map(() => null);
  }

  play(untilUs: number): void {
    while (this.#nowUs < untilUs) {
      this.#releaseUpToNow();
      const chosen = this.#ready.findIndex((job) => job !== null);
      if (chosen < 0) this.#idle();
      else this.#run(chosen);
    }
  }

  #releaseAt(task: number, k: number): number {
    const { offsetUs, periodUs } = this.#tasks[task] as HandTask;
    return offsetUs + k * periodUs;
  }

  #releaseUpToNow(): void {
    this.#tasks.forEach((_, task) => {
      for (
        ;
        this.#releaseAt(task, this.#next[task] ?? 0) <= this.#nowUs;
        this.#next[task] = (this.#next[task] ?? 0) + 1
      ) {
        const k = this.#next[task] ?? 0;
        if (this.#ready[task] === null) this.#ready[task] = k;
        else (this.fates[task] as Fate[])[k] = 'dropped';
      }
    });
  }

  #idle(): void {
    this.#nowUs = Math.min(...this.#tasks.map((_, task) => this.#releaseAt(task, this.#next[task] ?? 0)));
    this.#jobsSinceIdle = 0;
  }

  #run(task: number): void {
    const { lengthUs, deadlineUs } = this.#tasks[task] as HandTask;
    const k = this.#ready[task] ?? 0;
    const end = this.#nowUs + lengthUs;
    const deadline = this.#releaseAt(task, k) + deadlineUs;
    this.#nowUs = end;
    this.#jobsSinceIdle += 1;
    this.#releaseUpToNow();
    this.#ready[task] = null;
    (this.fates[task] as Fate[])[k] = end > deadline ? 'missed' : 'in time';
    this.#close(Math.abs(end - deadline));
    this.#tasks.forEach((other, index) => {
      const next = this.#releaseAt(index, this.#next[index] ?? 0);
      this.#close(next - end);
      this.#close(end - (next - other.periodUs));
    });
  }

  #close(distanceUs: number): void {
    this.toleranceUs = Math.min(this.toleranceUs, distanceUs / this.#jobsSinceIdle);
  }
}

/** Computes the schedule from time 0, at which tasks without an offset have their first release. */
export function scheduleByHand(tasks: readonly HandTask[], untilUs: number): HandSchedule {
  const player = new Player(tasks);
  player.play(untilUs);
  return { fates: player.fates, toleranceUs: player.toleranceUs };
}
