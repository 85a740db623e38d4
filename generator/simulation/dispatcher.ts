/**
 * Chooses which of the ready tasks of a cluster run, and on which of its cores. It knows keys, affinities and what ran last; the
 * engine knows time.
 *
 * A key is a number, the smaller the more urgent: a priority, or under EDF an absolute deadline. Equal keys are ordered by
 * `second` and then first come, first served (a resumed task keeps its place before those that came later).
 */
export interface Dispatcher {
  /** The task's oldest job is ready. */
  insert(task: number, key: number, second: number): void;
  /** It completed, waits for something, or may not run. */
  remove(task: number): void;
  /** Inheritance, a ceiling, a used-up budget, a postponed deadline; the place among equals is kept, or (`last`) is the last. */
  rekey(task: number, key: number, second: number, last: boolean): void;
  /**
   * Decides. `running` has an entry for each core of the machine: the task that runs there, or −1; entries of this cluster's cores
   * are rewritten. Returns whether any changed. A task that goes on running stays on its core where it can.
   */
  decide(running: Int32Array): boolean;
}

/** What a dispatcher is made from. */
export interface DispatcherSetup {
  /** Of the cluster, ascending. */
  readonly cores: readonly number[];
  /** Number of tasks of the model; only those of this cluster will be inserted. */
  readonly tasks: number;
  /** By task: cores on which it may run. */
  readonly affinity: readonly (readonly number[])[];
}
