/**
 * RTEMS's Earliest Deadline First SMP Scheduler (scheduleredfsmp.c), its default on several cores: by absolute deadline, equals first come,
 * first served; tasks without a deadline below all others, by priority.
 *
 * A task may run on all cores or on a single one; of any other set RTEMS's manual takes the last core. A queue for the tasks that
 * roam and one for each core: who comes for a core on which another task of that queue runs can displace that one alone. Else it displaces the
 * least urgent of all, and if that one has another core, the two that are in the way swap. No attempt is made to
 * bring a task back to the core that it had.
 */
import type { DispatcherSetup } from '../dispatcher.ts';
import { RtemsSmp } from './rtems-smp.ts';

const ROAMS = -1;

export class RtemsEdf extends RtemsSmp {
  /** A thread keeps its number ("generation") until it comes anew. */
  protected override readonly renews = false;
  /** By thread: its only slot; −1: all. */
  readonly #only: Int32Array;

  constructor(setup: DispatcherSetup) {
    super(setup);
    const { cores, tasks, affinity } = setup;
    this.#only = new Int32Array(tasks + cores.length).fill(ROAMS);
    affinity.forEach((allowed, task) => {
      if (!cores.every((core) => allowed.includes(core))) {
        this.#only[task] = cores.findLastIndex((core) => allowed.includes(core));
      }
    });
  }

  protected override highestReady(): number {
    return this.ready.find((thread) => this.#bound(thread) === undefined)!;
  }

  protected override lowestScheduled(candidate: number): number {
    return this.#bound(candidate) ?? this.scheduled.at(-1)!;
  }

  protected override allocate(thread: number, slot: number): void {
    const only = this.#only[thread]!;
    if (only !== ROAMS && only !== slot) this.give(this.heir[only]!, slot);
    this.give(thread, only === ROAMS ? slot : only);
  }

  /** The scheduled thread that is bound to the same slot as this one; undefined: there is none. */
  #bound(thread: number): number | undefined {
    const only = this.#only[thread]!;
    return only === ROAMS ? undefined : this.scheduled.find((other) => this.#only[other] === only);
  }
}
