/**
 * Demand of many tasks in a window, in flat arrays: the inner loop of every response-time test.
 *
 * Rows 0 … interrupts − 1 are the interrupt load, then come the entities, most urgent first; "everything at or above
 * an entity" is then a prefix of the table.
 */
import { MAX_TIME_NS } from './arithmetic.ts';
import type { StepBudget } from './response.ts';
import type { TaskSet } from './task-set.ts';

export interface DemandTable {
  readonly periodNs: Float64Array;
  readonly costNs: Float64Array;
  readonly jitterNs: Float64Array;
  readonly interrupts: number;
  /** ΣC/T of the rows before each row, for display and quick refusals. */
  readonly utilizationBefore: Float64Array;
  /** For each entity: the end (exclusive) of the rows at or above its rank. */
  readonly levelEnd: Int32Array;
}

export function demandTable(set: TaskSet): DemandTable {
  const rows = [...set.interruptLoad, ...set.entities];
  const utilizationBefore = new Float64Array(rows.length + 1);
  rows.forEach((row, index) => {
    utilizationBefore[index + 1] = (utilizationBefore[index] ?? 0) + row.costNs / row.periodNs;
  });
  return {
    periodNs: Float64Array.from(rows, (row) => row.periodNs),
    costNs: Float64Array.from(rows, (row) => row.costNs),
    jitterNs: Float64Array.from(rows, (row) => row.jitterNs),
    interrupts: set.interruptLoad.length,
    utilizationBefore,
    levelEnd: levelEnds(set),
  };
}

function levelEnds(set: TaskSet): Int32Array {
  const ends = new Int32Array(set.entities.length);
  let end = set.entities.length;
  for (let index = set.entities.length - 1; index >= 0; index -= 1) {
    if (set.entities[index]?.rank !== set.entities[index + 1]?.rank) end = index + 1;
    ends[index] = set.interruptLoad.length + end;
  }
  return ends;
}

/** Rows of the table that interfere: from … to − 1, without `skip`. */
export interface Rows {
  readonly from: number;
  readonly to: number;
  readonly skip: number;
}

/** Σ ⌈(t + J)/T⌉·C over the rows, in a window of length t ≥ 0. */
export function demandIn(table: DemandTable, rows: Rows, timeNs: number): number {
  let sum = 0;
  for (let row = rows.from; row < rows.to; row += 1) {
    if (row !== rows.skip) {
      sum +=
        jobsIn(timeNs + (table.jitterNs[row] as number), table.periodNs[row] as number) * (table.costNs[row] as number);
    }
  }
  return sum;
}

/** Σ (⌊(t + J)/T⌋ + 1)·C: as above, and what arrives exactly at the end of the window. */
export function closedDemandIn(table: DemandTable, rows: Rows, timeNs: number): number {
  let sum = 0;
  for (let row = rows.from; row < rows.to; row += 1) {
    if (row !== rows.skip) {
      const length = timeNs + (table.jitterNs[row] as number) + 1;
      sum += jobsIn(length, table.periodNs[row] as number) * (table.costNs[row] as number);
    }
  }
  return sum;
}

/** ⌈length/period⌉, exact for lengths up to 2^53 (see arithmetic.ts). */
function jobsIn(length: number, period: number): number {
  const jobs = Math.ceil(length / period);
  if ((jobs - 1) * period >= length) return jobs - 1;
  return jobs * period < length ? jobs + 1 : jobs;
}

/**
 * Least fixed point of w = base + demand(w), from a start that is not above it; null when it passes the range of exact
 * times or the steps run out.
 */
export function fixedPoint(
  startNs: number,
  budget: StepBudget,
  rows: number,
  demand: (windowNs: number) => number,
): number | null {
  let window = startNs;
  for (;;) {
    const next = demand(window);
    if (next <= window) return window;
    if (next > MAX_TIME_NS || !budget.spend(rows + 1)) return null;
    window = next;
  }
}
