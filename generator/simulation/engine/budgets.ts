/**
 * The servers of tasks: which tasks may run above the background, for how long, and under EDF with
 * which deadline. The same as in the runtime (runtime-c/src/exhaust.c, budget.c, level.c): a budget is
 * exhausted when a job needs more than is left. While a resource is held, the budget is overdrawn
 * instead, and the excess is paid back later. A job that runs below all others because its budget
 * is exhausted pays nothing. Only the body of a job is charged, not interrupts or switches to it.
 * When the budget is exhausted, the cost to other tasks of suspending the task is charged as well.
 */
import { KIND_BUDGET_EXHAUSTED, KIND_REPLENISH } from '../../trace/kinds.ts';
import type { SimulatedTask, SimulationModel } from '../model.ts';
import type { Recorder } from '../recorder.ts';
import type { BudgetServer } from '../server.ts';
import { createServer } from '../servers/index.ts';
import type { JobTable } from './jobs.ts';
import { BACKGROUND_KEY, HELD_BY_BUDGET, LOWERED_BY_BUDGET, NO_DEADLINE_KEY, type ReadyTasks } from './ready.ts';

const NEVER = Number.POSITIVE_INFINITY;

export class Budgets {
  /** The server of each task; null: its budget is not enforced. */
  readonly #servers: readonly (BudgetServer | null)[];
  /** 1: the task has a job, and its budget is exhausted. */
  readonly #exhausted: Uint8Array;
  /** 1: the task overdrew its budget while it held a resource, and this is not reported yet. */
  readonly #overdrawn: Uint8Array;
  readonly #tasks: readonly SimulatedTask[];
  readonly #fixedKeys: Float64Array;
  readonly #isEdf: boolean;
  readonly #heldNs: number;
  readonly #jobs: JobTable;
  readonly #ready: ReadyTasks;
  readonly #recorder: Recorder;

  constructor(model: SimulationModel, jobs: JobTable, ready: ReadyTasks, recorder: Recorder) {
    const { tasks, preemptive } = model;
    this.#servers = tasks.map(({ server, background }) =>
      server !== null && preemptive && !background ? createServer(server) : null,
    );
    this.#exhausted = new Uint8Array(tasks.length);
    this.#overdrawn = new Uint8Array(tasks.length);
    this.#tasks = tasks;
    this.#fixedKeys = Float64Array.from(tasks, ({ priority, background }) => (background ? BACKGROUND_KEY : priority));
    this.#isEdf = model.order === 'edf';
    this.#heldNs = model.costs.heldNs ?? 0;
    this.#jobs = jobs;
    this.#ready = ready;
    this.#recorder = recorder;
  }

  /** The sort key of the task's current job. */
  keyOf(task: number): number {
    const fixed = this.#fixedKeys[task]!;
    return this.#isEdf && fixed !== BACKGROUND_KEY ? this.#dueNs(task) : fixed;
  }

  /** Whether the task has a server. */
  has(task: number): boolean {
    return this.#servers[task] !== null;
  }

  /** Whether its job overdrew the budget while it held a resource, and this is not reported yet. */
  isOverdrawn(task: number): boolean {
    return this.#overdrawn[task] === 1;
  }

  isExhausted(task: number): boolean {
    return this.#exhausted[task] === 1;
  }

  /**
   * The task gets a job after it had none, before it becomes ready. Its budget counts from the
   * arrival: a release that is delayed by jitter does not make the next job wait, which the
   * analysis assumes at T after the arrival.
   */
  wake(task: number, nowNs: number): void {
    const server = this.#servers[task] ?? null;
    if (server === null) return;
    server.wake(this.#jobs.arrivalNs[task]!);
    if (server.available(nowNs) === 0) this.#hold(task);
  }

  /** Its job is complete, and it has no other job. */
  sleep(task: number, nowNs: number): void {
    const server = this.#servers[task] ?? null;
    if (server === null) return;
    server.sleep(nowNs);
    this.#overdrawn[task] = 0;
    this.#letGo(task);
  }

  /**
   * A job that waited behind the completed one takes its place. If no budget is left, it waits like
   * a job that arrives then.
   */
  goOn(task: number, nowNs: number): void {
    const server = this.#servers[task] ?? null;
    if (server !== null && this.#exhausted[task] === 0 && server.available(nowNs) === 0) this.#hold(task);
  }

  /** Something else ran on the task's budget while the task had no job. */
  chargeAhead(task: number, fromNs: number, toNs: number): void {
    const server = this.#servers[task] ?? null;
    if (server === null || fromNs === toNs) return;
    server.wake(fromNs);
    server.charge(fromNs, toNs);
  }

  /** How long the task's job may run while it holds no resource. */
  rangeNs(task: number, nowNs: number): number {
    const server = this.#servers[task] ?? null;
    return server === null || this.#exhausted[task] === 1 ? NEVER : server.available(nowNs);
  }

  /** Charges execution. holds: the job holds a resource and is therefore charged in any case. */
  charge(task: number, fromNs: number, toNs: number, holds: boolean): void {
    const server = this.#servers[task] ?? null;
    if (server === null || (!holds && this.#exhausted[task] === 1)) return;
    const exceeds = holds && toNs - fromNs > server.available(fromNs);
    server.charge(fromNs, toNs);
    if (exceeds && server.available(toNs) === 0) this.#overdrawn[task] = 1;
  }

  /**
   * After the job ran without holding a resource: checks whether its budget is exhausted, and
   * updates its deadline.
   */
  settle(task: number, nowNs: number): void {
    const server = this.#servers[task] ?? null;
    if (server === null || this.#exhausted[task] === 1) return;
    const availableNs = server.available(nowNs);
    if (availableNs === 0 || this.#overdrawn[task] === 1) {
      this.#overdrawn[task] = 0;
      this.#recorder.event(nowNs, KIND_BUDGET_EXHAUSTED, task, 0);
      if (availableNs > 0) this.#recorder.event(nowNs, KIND_REPLENISH, task, availableNs);
      else {
        if (this.#heldNs > 0) server.charge(nowNs, nowNs + this.#heldNs);
        this.#hold(task);
      }
    }
    this.#rekey(task);
  }

  /**
   * When the task's exhausted budget is replenished; Infinity: it is not exhausted, or is never
   * replenished.
   */
  replenishmentNs(task: number): number {
    return this.#exhausted[task] === 1 ? (this.#servers[task] as BudgetServer).nextReplenishmentNs : NEVER;
  }

  /** The replenishment time has come. */
  replenish(task: number, nowNs: number): void {
    const amountNs = (this.#servers[task] as BudgetServer).replenish(nowNs);
    if (amountNs === 0) return;
    this.#recorder.event(nowNs, KIND_REPLENISH, task, amountNs);
    this.#rekey(task);
    this.#letGo(task);
  }

  /**
   * D after its arrival or, if later, D after the current budget could be used; or the deadline of
   * the server.
   */
  #dueNs(task: number): number {
    const dueNs = this.#jobs.deadlineNs[task]!;
    const server = this.#servers[task] ?? null;
    if (server === null) return Math.min(dueNs, NO_DEADLINE_KEY);
    if (server.deadlineNs !== null) return server.deadlineNs;
    const arrivalNs = this.#jobs.arrivalNs[task]!;
    const laterNs = Math.max(0, server.usableSinceNs - arrivalNs);
    return Math.min(dueNs + laterNs, NO_DEADLINE_KEY);
  }

  #rekey(task: number): void {
    if (this.#isEdf) this.#ready.rekey(task, this.#dueNs(task));
  }

  #hold(task: number): void {
    this.#exhausted[task] = 1;
    if ((this.#tasks[task] as SimulatedTask).exhaustion === 'background') this.#ready.lower(task, LOWERED_BY_BUDGET);
    else this.#ready.hold(task, HELD_BY_BUDGET);
  }

  #letGo(task: number): void {
    this.#exhausted[task] = 0;
    this.#ready.letGo(task, HELD_BY_BUDGET);
    this.#ready.raise(task, LOWERED_BY_BUDGET);
  }
}
