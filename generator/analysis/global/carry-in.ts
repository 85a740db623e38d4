/**
 * The most that jobs of one task can take in a window of a schedule on several processors. R is a bound on its response from the
 * arrival, so jitter is part of it; R ≤ T.
 */
import { floorDiv } from '../arithmetic.ts';

export interface Rival {
  readonly periodNs: number;
  readonly costNs: number;
  readonly jitterNs: number;
}

/**
 * A workload around one length of window: it is a straight line from there on for `spanNs`, at least 1 ns. Beyond it is not below
 * that line's end.
 */
export interface Piece {
  workNs: number;
  /** 0 or 1. */
  slope: number;
  spanNs: number;
}

export const piece = (): Piece => ({ workNs: 0, slope: 0, spanNs: 1 });

/**
 * In any window of length L: N·C + min(C, L + R − C − N·T), N = ⌊(L + R − C)/T⌋. The first job ends as late as it can, the
 * others come as early as they can. M. Bertogna, M. Cirinei 2007, equations 4 and 8, with R = D − slack.
 */
export function workloadIn({ periodNs, costNs }: Rival, responseNs: number, windowNs: number, into: Piece): void {
  reached(windowNs + responseNs - costNs, periodNs, costNs, into);
}

/**
 * In a window that starts while no job of it is pending: ⌊L/T⌋·C + min(C, L mod T), N. Guan et al. 2009, equation 5. One that
 * arrived before and is released in the window, up to J late, makes the window that much longer.
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
 * In a window that starts while a job of it runs, which has run for 1 ns at least: N. Guan, M. Stigge, W. Yi, G. Yu 2009, equation 6.
 * C + ⌊l/T⌋·C + min(C − 1, max(0, l mod T − (T − R))), l = max(0, L − C).
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

/** min(W, limit), where the limit itself grows by `limitSlope`. */
export function capped(into: Piece, limitNs: number, limitSlope: number): void {
  if (into.workNs <= limitNs && limitSlope >= into.slope) return;
  if (into.workNs < limitNs) {
    // It grows towards a limit that stands still.
    into.spanNs = Math.min(into.spanNs, limitNs - into.workNs);
    return;
  }
  into.spanNs = limitSlope === 0 ? Number.POSITIVE_INFINITY : into.workNs - limitNs;
  into.workNs = limitNs;
  into.slope = limitSlope;
}

/**
 * Of jobs due by the end of a window of length D_k that ends with a deadline: ⌊D_k/T⌋·C + min(C, max(0, D_k mod T − (D − R))).
 * M. Bertogna, M. Cirinei 2007, for EDF. With D > T as well: a job due n·T before the window's end has ended D − R before that.
 */
export function workloadDueBy({ periodNs, costNs }: Rival, slackNs: number, windowNs: number): number {
  const jobs = floorDiv(windowNs, periodNs);
  return jobs * costNs + Math.min(costNs, Math.max(0, windowNs - jobs * periodNs - slackNs));
}

/** Sum of the `count` largest; they are moved to the front. */
export function sumOfLargest(values: Float64Array, count: number): number {
  let sum = 0;
  for (let place = 0; place < count; place += 1) {
    let largest = place;
    for (let i = place + 1; i < values.length; i += 1) {
      if ((values[i] as number) > (values[largest] as number)) largest = i;
    }
    const value = values[largest] as number;
    values[largest] = values[place] as number;
    values[place] = value;
    sum += value;
  }
  return sum;
}
