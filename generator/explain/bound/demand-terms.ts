/**
 * The terms of a demand: what each source of work contributes to a window, divided into the declared
 * execution times of tasks, the interrupts' budgets, and the runtime. Unit: ns.
 */
import { ceilDiv } from '../../analysis/arithmetic.ts';
import { vcpuDemandNs } from '../../analysis/servers/interrupt-load.ts';
import type { Entity, TaskSet } from '../../analysis/task-set.ts';

export interface DemandTerms {
  /** For each entity, the number of its jobs; 0 for the analysed one. */
  readonly jobs: readonly number[];
  readonly interruptNs: number;
  readonly runtimeNs: number;
}

/** The time that a job takes in addition to its declared budget: switches and telemetry. */
export const overheadOf = ({ costNs, budgetNs }: Entity): number => costNs - budgetNs;

/** What the interrupt load demands of a window: at most ⌈(t + J)/T⌉·C for each row. */
export function loadTerms(set: TaskSet, windowNs: number, byRateAbove: Entity | null = null) {
  let [interruptNs, runtimeNs] = [0, 0];
  for (const { origin, periodNs, costNs, jitterNs, most = Number.POSITIVE_INFINITY, vcpu } of set.interruptLoad) {
    if (byRateAbove !== null && vcpu !== undefined) {
      if (vcpu.periodNs <= byRateAbove.periodNs) interruptNs += vcpuDemandNs(vcpu, windowNs);
      continue;
    }
    const ns = Math.min(ceilDiv(windowNs + jitterNs, periodNs), most) * costNs;
    if (origin === 'io') interruptNs += ns;
    else runtimeNs += ns;
  }
  return { interruptNs, runtimeNs };
}

/** Σ of a demand. */
export function totalOf({ entities }: TaskSet, { jobs, interruptNs, runtimeNs }: DemandTerms): number {
  return jobs.reduce((sum, count, index) => sum + count * (entities[index] as Entity).costNs, interruptNs + runtimeNs);
}

/** The least fixed point of w = demand(w) from a start at or below it. It exists: the test found a later one. */
export function leastWindow(startNs: number, limitNs: number, demand: (windowNs: number) => number): number | null {
  for (let [window, steps] = [startNs, 0]; steps < MOST_STEPS; steps++) {
    const next = demand(window);
    if (next <= window) return window;
    if (next > limitNs) return null;
    window = next;
  }
  return null;
}

const MOST_STEPS = 100_000;
