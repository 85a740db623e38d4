/**
 * RTEMS's Deterministic Priority Affinity SMP Scheduler (schedulerpriorityaffinitysmp.c): fixed priorities and any affinities.
 *
 * One that comes displaces the least urgent thread on its own cores; a core that becomes free goes to the most urgent
 * ready thread that may run there. Nobody is moved to make room: a task can wait although a core is free that a running one
 * could go to ("weak" affinity scheduling). After a change only the most urgent of all ready threads is looked at again:
 * one that was displaced, and stands behind another that cannot run either, waits even beside an idle core of its own.
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

  /** Idle threads may run everywhere. */
  #mayRun(thread: number, slot: number): boolean {
    return thread >= this.#setup.tasks || (this.#setup.affinity[thread] ?? []).includes(this.cores[slot]!);
  }
}
