/**
 * Maximum workload of one task in a window of a multiprocessor schedule. R is a bound on its
 * response time from the arrival, so it includes jitter; R ≤ T.
 */
import { floorDiv } from '../arithmetic.ts';

export interface Rival {
  readonly periodNs: number;
  readonly costNs: number;
  readonly jitterNs: number;
}

/**
 * A workload as a function of the window length, near one length: a straight line for the next
 * `spanNs`, at least 1 ns. After that the workload is at least the line's end.
 */
export interface Piece {
  workNs: number;
  /** 0 or 1. */
  slope: number;
  spanNs: number;
}

export const piece = (): Piece => ({ workNs: 0, slope: 0, spanNs: 1 });

/**
 * In any window of length L: N·C + min(C, L + R − C − N·T), N = ⌊(L + R − C)/T⌋. The first job ends
 * as late as possible, and the others arrive as early as possible. M. Bertogna, M. Cirinei 2007,
 * equations 4 and 8, with R = D − slack.
 */
export function workloadIn({ periodNs, costNs }: Rival, responseNs: number, windowNs: number, into: Piece): void {
  reached(windowNs + responseNs - costNs, periodNs, costNs, into);
}

/**
 * In a window that starts while the task has no pending job: ⌊L/T⌋·C + min(C, L mod T), N. Guan et
 * al. 2009, equation 5. A job may arrive before the window and be released in it, up to J late,
 * which extends the window by J.
 */
export function workloadWithoutCarryIn({ periodNs, costNs, jitterNs }: Rival, windowNs: number, into: Piece): void {
  reached(windowNs + jitterNs, periodNs, costNs, into);
}

/** ⌊reach/T⌋·C + min(C, reach mod T). */
function reached(reach: number, periodNs: number, costNs: number, into: Piece): void {
  const jobs = floorDiv(Math.max(0, reach), periodNs);
  const phase = Math.max(0, reach) - jobs * periodNs;
  into.workNs = jobs * costNs + Math.min(costNs, phase);
  into.slope = phase < costNs ? 1 : 0;
  into.spanNs = phase < costNs ? costNs - phase : periodNs - phase;
}

/**
 * In a window that starts while a job of the task is running and has run for at least 1 ns: N.
 * Guan, M. Stigge, W. Yi, G. Yu 2009, equation 6. C + ⌊l/T⌋·C + min(C − 1, max(0, l mod T − (T −
 * R))), l = max(0, L − C).
 */
export function workloadWithCarryIn(
  { periodNs, costNs }: Rival,
  responseNs: number,
  windowNs: number,
  into: Piece,
): void {
  const length = Math.max(0, windowNs - costNs);
  const jobs = floorDiv(length, periodNs);
  const phase = length - jobs * periodNs;
  const carried = phase - (periodNs - responseNs);
  into.workNs = costNs + jobs * costNs + Math.max(0, Math.min(costNs - 1, carried));
  into.slope = windowNs >= costNs && carried >= 0 && carried < costNs - 1 ? 1 : 0;
  if (windowNs < costNs) into.spanNs = costNs - windowNs;
  else if (carried < 0) into.spanNs = -carried;
  else into.spanNs = into.slope === 1 ? costNs - 1 - carried : periodNs - phase;
}

/** min(W, limit), where the limit itself grows with `limitSlope`. */
export function capped(into: Piece, limitNs: number, limitSlope: number): void {
  if (into.workNs <= limitNs && limitSlope >= into.slope) return;
  if (into.workNs < limitNs) {
    // The workload grows towards a constant limit.
    into.spanNs = Math.min(into.spanNs, limitNs - into.workNs);
    return;
  }
  into.spanNs = limitSlope === 0 ? Number.POSITIVE_INFINITY : into.workNs - limitNs;
  into.workNs = limitNs;
  into.slope = limitSlope;
}

/**
 * For jobs due by the end of a window of length D_k that ends with a deadline: ⌊D_k/T⌋·C + min(C,
 * max(0, D_k mod T − (D − R))). M. Bertogna, M. Cirinei 2007, for EDF. It also holds for D > T: a
 * job due n·T before the end of the window has ended D − R before its deadline.
 */
export function workloadDueBy({ periodNs, costNs }: Rival, slackNs: number, windowNs: number): number {
  const jobs = floorDiv(windowNs, periodNs);
  return jobs * costNs + Math.min(costNs, Math.max(0, windowNs - jobs * periodNs - slackNs));
}

/** Sum of the `count` largest values, which are moved to the front. */
export function sumOfLargest(values: Float64Array, count: number): number {
  let sum = 0;
  for (let place = 0; place < count; place += 1) {
    let largest = place;
    for (let i = place + 1; i < values.length; i += 1) {
      if (values[i]! > values[largest]!) largest = i;
    }
    const value = values[largest]!;
    values[largest] = values[place]!;
    values[place] = value;
    sum += value;
  }
  return sum;
}
