/**
 * The servers of tasks: who may run above the background, for how long, and under EDF by which deadline. As the runtime does it
 * (runtime-c/src/budget.c, level.c): a budget is used up when a job wants more than there is; while a resource is held it is
 * overdrawn instead, and the excess is owed; what runs below all others because its budget is used up pays nothing. Only
 * the body of a job is charged, not what interrupts it or switches to it; and when the budget is used up, what holding the
 * task takes from the others.
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
  /** By task; null: it is not held back. */
  readonly #servers: readonly (BudgetServer | null)[];
  /** 1: the task has a job, and its budget is used up. */
  readonly #exhausted: Uint8Array;
  /** 1: it took more than there was while it held a resource, which is not told yet. */
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

  /** What orders the task's current job. */
  keyOf(task: number): number {
    const fixed = this.#fixedKeys[task]!;
    return this.#isEdf && fixed !== BACKGROUND_KEY ? this.#dueNs(task) : fixed;
  }

  /** Whether the task has a server. */
  has(task: number): boolean {
    return this.#servers[task] !== null;
  }

  /** Whether its job took more than there was while it held a resource, which is still to be reported. */
  isOverdrawn(task: number): boolean {
    return this.#overdrawn[task] === 1;
  }

  isExhausted(task: number): boolean {
    return this.#exhausted[task] === 1;
  }

  /**
   * The task has a job after it had none, before it is ready. Its budget counts from the arrival: a release that is late by its jitter
   * does not make the next job wait, which the analysis lets come T after the arrival.
   */
  wake(task: number, nowNs: number): void {
    const server = this.#servers[task] ?? null;
    if (server === null) return;
    server.wake(this.#jobs.arrivalNs[task]!);
    if (server.available(nowNs) === 0) this.#hold(task);
  }

  /** Its job is complete, and it has no other. */
  sleep(task: number, nowNs: number): void {
    const server = this.#servers[task] ?? null;
    if (server === null) return;
    server.sleep(nowNs);
    this.#overdrawn[task] = 0;
    this.#letGo(task);
  }

  /** A job that waited behind the one that is complete takes its place; with no budget left it is held back as one that comes then. */
  goOn(task: number, nowNs: number): void {
    const server = this.#servers[task] ?? null;
    if (server !== null && this.#exhausted[task] === 0 && server.available(nowNs) === 0) this.#hold(task);
  }

  /** Something else ran on the task's account, while it had no job. */
  chargeAhead(task: number, fromNs: number, toNs: number): void {
    const server = this.#servers[task] ?? null;
    if (server === null || fromNs === toNs) return;
    server.wake(fromNs);
    server.charge(fromNs, toNs);
  }

  /** How long the task's job may run; it does not hold a resource. */
  rangeNs(task: number, nowNs: number): number {
    const server = this.#servers[task] ?? null;
    return server === null || this.#exhausted[task] === 1 ? NEVER : server.available(nowNs);
  }

  /** It ran. holds: it holds a resource, and so pays in any case. */
  charge(task: number, fromNs: number, toNs: number, holds: boolean): void {
    const server = this.#servers[task] ?? null;
    if (server === null || (!holds && this.#exhausted[task] === 1)) return;
    const exceeds = holds && toNs - fromNs > server.available(fromNs);
    server.charge(fromNs, toNs);
    if (exceeds && server.available(toNs) === 0) this.#overdrawn[task] = 1;
  }

  /** It has run for some time, and holds no resource: whether its budget is used up, and what its deadline is now. */
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

  /** When the task's used-up budget comes back; Infinity: it is not used up, or never does. */
  replenishmentNs(task: number): number {
    return this.#exhausted[task] === 1 ? (this.#servers[task] as BudgetServer).nextReplenishmentNs : NEVER;
  }

  /** That has come. */
  replenish(task: number, nowNs: number): void {
    const amountNs = (this.#servers[task] as BudgetServer).replenish(nowNs);
    if (amountNs === 0) return;
    this.#recorder.event(nowNs, KIND_REPLENISH, task, amountNs);
    this.#rekey(task);
    this.#letGo(task);
  }

  /** D after its arrival or, if that is later, after the budget could be used that it uses; or as the server says. */
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
    if ((this.#tasks[task] as SimulatedTask).exhaustion === 'wait') this.#ready.hold(task, HELD_BY_BUDGET);
    else this.#ready.lower(task, LOWERED_BY_BUDGET);
  }

  #letGo(task: number): void {
    this.#exhausted[task] = 0;
    this.#ready.letGo(task, HELD_BY_BUDGET);
    this.#ready.raise(task, LOWERED_BY_BUDGET);
  }
}
