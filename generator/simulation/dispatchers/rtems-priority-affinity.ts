/**
 * RTEMS's Deterministic Priority Affinity SMP Scheduler (schedulerpriorityaffinitysmp.c): fixed
 * priorities and any affinities.
 *
 * A new thread displaces the least urgent thread on its own cores. A core that becomes free goes to
 * the most urgent ready thread that may run there. The scheduler never migrates a thread to make
 * room, so a task can wait although a running task could move to a free core ("weak" affinity
 * scheduling). After a change only the most urgent ready thread is reconsidered. A displaced thread
 * behind another thread that cannot run either waits even if one of its own cores is idle.
 */
import type { DispatcherSetup } from '../dispatcher.ts';
import { RtemsSmp } from './rtems-smp.ts';

export class RtemsPriorityAffinity extends RtemsSmp {
  readonly #setup: DispatcherSetup;

  constructor(setup: DispatcherSetup) {
    super(setup);
    this.#setup = setup;
  }

  protected override highestReady(victim: number): number {
    const slot = this.slot[victim]!;
    return this.ready.find((thread) => this.#mayRun(thread, slot))!;
  }

  protected override lowestScheduled(candidate: number): number {
    return this.scheduled.findLast((thread) => this.#mayRun(candidate, this.slot[thread]!)) ?? -1;
  }

  protected override allocate(thread: number, slot: number): void {
    this.give(thread, slot);
  }

  protected override settle(): void {
    for (;;) {
      const highest = this.ready[0];
      const lowest = highest === undefined ? -1 : this.lowestScheduled(highest);
      if (highest === undefined || lowest < 0 || !this.order.moreUrgent(highest, lowest)) return;
      this.ready.shift();
      this.order.place(highest, 'last');
      this.displace(lowest, highest);
    }
  }

  /** Idle threads may run on every core. */
  #mayRun(thread: number, slot: number): boolean {
    return thread >= this.#setup.tasks || (this.#setup.affinity[thread] ?? []).includes(this.cores[slot]!);
  }
}
