/**
 * RTEMS's Earliest Deadline First SMP Scheduler (scheduleredfsmp.c), its default on several cores.
 * The scheduler orders tasks by absolute deadline, and tasks of equal deadlines first come, first
 * served. Tasks without a deadline run below all others, by priority.
 *
 * A task may run on all cores or on a single core. For any other set, RTEMS's manual specifies the
 * last core. There is one queue for unbound tasks and one for each core. A new task that is bound
 * to a core can displace only the bound task that runs there, if there is one. Otherwise it
 * displaces the least urgent of all tasks; if that one is on another core, the two displaced tasks
 * swap. The scheduler does not try to resume a task on its previous core.
 */
import type { DispatcherSetup } from '../dispatcher.ts';
import { RtemsSmp } from './rtems-smp.ts';

const ROAMS = -1;

export class RtemsEdf extends RtemsSmp {
  /** A thread keeps its sequence number ("generation") until it becomes ready again. */
  protected override readonly renews = false;
  /** For each thread, its only slot; −1: all slots. */
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

  /**
   * The scheduled thread that is bound to the same slot as this one; undefined if there is none.
   */
  #bound(thread: number): number | undefined {
    const only = this.#only[thread]!;
    return only === ROAMS ? undefined : this.scheduled.find((other) => this.#only[other] === only);
  }
}
