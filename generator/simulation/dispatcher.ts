/**
 * A dispatcher chooses which ready tasks of a cluster run, and on which of its cores. It uses keys,
 * affinities and the tasks that ran last. The engine handles time.
 *
 * A key is a number, and a smaller key is more urgent: a priority, or under EDF an absolute
 * deadline. `second` orders equal keys, and then tasks run first come, first served. A resumed task
 * keeps its place before tasks that came later.
 */
export interface Dispatcher {
  /** The task's oldest job becomes ready. */
  insert(task: number, key: number, second: number): void;
  /** The task completed, waits for something, or may not run. */
  remove(task: number): void;
  /**
   * The task's key changed by inheritance, a ceiling, an exhausted budget or a postponed deadline.
   * It keeps its place among equal keys, or with `last` moves to the last place.
   */
  rekey(task: number, key: number, second: number, last: boolean): void;
  /**
   * Decides which tasks run. `running` has an entry for each core of the machine: the task that
   * runs there, or −1. The dispatcher updates the entries of this cluster's cores. Returns whether
   * any entry changed. A task that continues to run stays on its core if possible.
   */
  decide(running: Int32Array): boolean;
}

/** The parameters of a dispatcher. */
export interface DispatcherSetup {
  /** Cores of the cluster, ascending. */
  readonly cores: readonly number[];
  /** Number of tasks of the model. Only tasks of this cluster are inserted. */
  readonly tasks: number;
  /** For each task, the cores on which it may run. */
  readonly affinity: readonly (readonly number[])[];
}
