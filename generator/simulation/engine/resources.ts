/**
 * The holders of resources, the tasks that wait for them, and the effect on their urgency.
 *
 * ceiling: under fixed priorities the holder runs at the resource's ceiling from its acquisition on
 * (Sha, Rajkumar, Lehoczky 1990, in the immediate form). Under EDF with one core per cluster, a
 * task with a preemption level at or below the ceiling does not start until the resource is
 * released (the stack resource policy, Baker 1991). If several cores share a queue, no level can
 * prevent other tasks from requesting the resource, so under EDF inheritance is used instead.
 * inheritance: the holder is as urgent as the most urgent of the tasks that wait for it. none: the
 * holder keeps its urgency, and any task in between delays both (priority inversion).
 *
 * A task holds at most one resource, because its sections do not overlap. So there is no deadlock.
 */
import { KIND_LOCK_ACQUIRE, KIND_LOCK_RELEASE, KIND_LOCK_WAIT } from '../../trace/kinds.ts';
import type { SimulatedTask, SimulationModel } from '../model.ts';
import type { Recorder } from '../recorder.ts';
import { HELD_BY_CEILING, HELD_BY_RESOURCE, type ReadyTasks } from './ready.ts';

const NOBODY = -1;
const NONE = -1;
const NO_CEILING = Number.POSITIVE_INFINITY;
/**
 * Priorities are whole numbers. The holder of a resource goes before all tasks at its ceiling,
 * whenever they came.
 */
const BEFORE_EQUALS = 0.5;

export class Resources {
  /** For each resource, its holder, and the number of waiting tasks. */
  readonly #holders: Int32Array;
  readonly #waiters: Int32Array;
  /**
   * For each task, the resource that it holds, the resource that it waits for, and its sequence
   * number in the wait.
   */
  readonly #holds: Int32Array;
  readonly #waitsFor: Int32Array;
  readonly #turns: Float64Array;
  #nextTurn = 0;
  /** For each cluster with the stack resource policy, the most urgent ceiling in force. */
  readonly #ceilings: Float64Array;
  readonly #keptOut: Uint8Array;
  #keptOutCount = 0;
  readonly #model: SimulationModel;
  readonly #ready: ReadyTasks;
  readonly #recorder: Recorder;

  constructor(model: SimulationModel, ready: ReadyTasks, recorder: Recorder) {
    const { tasks, resources, clusters } = model;
    this.#holders = new Int32Array(resources.length).fill(NOBODY);
    this.#waiters = new Int32Array(resources.length);
    this.#holds = new Int32Array(tasks.length).fill(NONE);
    this.#waitsFor = new Int32Array(tasks.length).fill(NONE);
    this.#turns = new Float64Array(tasks.length);
    this.#ceilings = new Float64Array(clusters.length).fill(NO_CEILING);
    this.#keptOut = new Uint8Array(tasks.length);
    this.#model = model;
    this.#ready = ready;
    this.#recorder = recorder;
  }

  holdsOne(task: number): boolean {
    return this.#holds[task] !== NONE;
  }

  isWaiting(task: number): boolean {
    return this.#waitsFor[task] !== NONE;
  }

  /**
   * The running task requests a resource. Returns whether it got it. Otherwise it waits until it
   * gets it.
   */
  acquire(task: number, resource: number, nowNs: number): boolean {
    const holder = this.#holders[resource]!;
    if (holder === NOBODY) {
      this.#give(task, resource, nowNs);
      return true;
    }
    this.#recorder.event(nowNs, KIND_LOCK_WAIT, resource, task);
    this.#waitsFor[task] = resource;
    this.#waiters[resource] = this.#waiters[resource]! + 1;
    this.#turns[task] = this.#nextTurn++;
    this.#ready.hold(task, HELD_BY_RESOURCE);
    if (this.#inherits()) this.#inherit(holder, resource);
    return false;
  }

  /** The task releases its resource, and the most urgent waiting task gets it. */
  release(task: number, nowNs: number): void {
    const resource = this.#holds[task]!;
    this.#recorder.event(nowNs, KIND_LOCK_RELEASE, resource, task);
    this.#holders[resource] = NOBODY;
    this.#holds[task] = NONE;
    if (this.#model.preemptive) this.#ready.lift(task, Number.POSITIVE_INFINITY);
    const next = this.#mostUrgentWaiter(resource);
    if (next !== NOBODY) {
      this.#waitsFor[next] = NONE;
      this.#waiters[resource] = this.#waiters[resource]! - 1;
      this.#give(next, resource, nowNs);
      this.#ready.letGo(next, HELD_BY_RESOURCE);
    }
    if (this.#keepsOut(task)) this.#letIn(this.#clusterOf(task));
  }

  /**
   * Blocks a task that is about to start if it is not above a ceiling in force. From then on the
   * blocking task is as urgent as the blocked one: a job starts only if it is the most urgent of
   * all pending jobs, including blocked ones.
   * @param key by which it competes
   */
  guard(task: number, key: number): void {
    const cluster = this.#clusterOf(task);
    if (this.#keptOut[task] === 1 || !this.#isKeptOut(task, this.#ceilings[cluster]!)) return;
    this.#keptOut[task] = 1;
    this.#keptOutCount++;
    this.#ready.hold(task, HELD_BY_CEILING);
    for (let resource = 0; resource < this.#holders.length; resource++) {
      const holder = this.#holders[resource]!;
      if (holder === NOBODY || this.#clusterOf(holder) !== cluster) continue;
      if (this.#isKeptOut(task, this.#ceilingOf(resource)) && key < this.#ready.keyOf(holder)) {
        this.#ready.lift(holder, key);
      }
    }
  }

  #give(task: number, resource: number, nowNs: number): void {
    this.#holders[resource] = task;
    this.#holds[task] = resource;
    this.#recorder.event(nowNs, KIND_LOCK_ACQUIRE, resource, task);
    if (this.#model.protocol !== 'ceiling' || !this.#model.preemptive) return;
    const ceiling = this.#ceilingOf(resource);
    if (this.#model.order === 'fixed-priority') this.#ready.lift(task, ceiling - BEFORE_EQUALS);
    else if (this.#keepsOut(task)) {
      const cluster = this.#clusterOf(task);
      this.#ceilings[cluster] = Math.min(this.#ceilings[cluster]!, ceiling);
      // Started tasks stay above the ceiling, whatever happens to their own key.
      this.#ready.lift(task, this.#ready.keyOf(task));
    }
  }

  #ceilingOf(resource: number): number {
    return (this.#model.resources[resource] as { ceiling: number }).ceiling;
  }

  #clusterOf(task: number): number {
    return (this.#model.tasks[task] as SimulatedTask).cluster;
  }

  #keepsOut(task: number): boolean {
    const { protocol, order, preemptive, clusters } = this.#model;
    return (
      protocol === 'ceiling' && order === 'edf' && preemptive && clusters[this.#clusterOf(task)]?.cores.length === 1
    );
  }

  #inherits(): boolean {
    const { protocol, order, preemptive } = this.#model;
    return preemptive && (protocol === 'inheritance' || (protocol === 'ceiling' && order === 'edf'));
  }

  #inherit(holder: number, resource: number): void {
    const waiter = this.#mostUrgentWaiter(resource);
    if (waiter !== NOBODY) this.#ready.lift(holder, this.#ready.keyOf(waiter), this.#ready.secondOf(waiter));
  }

  #mostUrgentWaiter(resource: number): number {
    let best = NOBODY;
    if (this.#waiters[resource] === 0) return best;
    for (let task = 0; task < this.#waitsFor.length; task++) {
      if (this.#waitsFor[task] === resource && (best === NOBODY || this.#goesBefore(task, best))) best = task;
    }
    return best;
  }

  #goesBefore(a: number, b: number): boolean {
    const difference = this.#ready.keyOf(a) - this.#ready.keyOf(b);
    return difference === 0 ? this.#turns[a]! < this.#turns[b]! : difference < 0;
  }

  #isKeptOut(task: number, ceiling: number): boolean {
    return (this.#model.tasks[task] as SimulatedTask).priority >= ceiling && this.#holds[task] === NONE;
  }

  /** A resource of this cluster is free again, so its ceiling is no longer in force. */
  #letIn(cluster: number): void {
    let ceiling = NO_CEILING;
    for (let resource = 0; resource < this.#holders.length; resource++) {
      const holder = this.#holders[resource]!;
      if (holder === NOBODY || this.#clusterOf(holder) !== cluster) continue;
      ceiling = Math.min(ceiling, this.#ceilingOf(resource));
    }
    this.#ceilings[cluster] = ceiling;
    if (this.#keptOutCount === 0) return;
    for (let task = 0; task < this.#keptOut.length; task++) {
      if (this.#keptOut[task] === 0 || this.#clusterOf(task) !== cluster || this.#isKeptOut(task, ceiling)) continue;
      this.#keptOut[task] = 0;
      this.#keptOutCount--;
      this.#ready.letGo(task, HELD_BY_CEILING);
    }
  }
}
