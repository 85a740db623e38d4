/**
 * RTEMS's Simple SMP Priority Scheduler (schedulersimplesmp.c): fixed priorities, global, one
 * sorted list of ready threads, so its overhead grows with their number. It has no affinities:
 * RTEMS rejects an affinity, and the task may run on all cores.
 *
 * If a thread is given a core while it still executes on another (its core was taken and another
 * became free at one instant), it keeps its current core, and the two threads swap.
 */
import { RtemsSmp } from './rtems-smp.ts';

export class RtemsSimple extends RtemsSmp {
  protected override highestReady(): number {
    return this.ready[0]!;
  }

  protected override lowestScheduled(): number {
    return this.scheduled.at(-1)!;
  }

  protected override allocate(thread: number, slot: number): void {
    const had = this.slot[thread]!;
    if (had === slot || !this.executing.includes(thread)) {
      this.give(thread, slot);
      return;
    }
    const heir = this.heir[had]!;
    this.give(thread, had);
    this.give(heir, slot);
  }
}
