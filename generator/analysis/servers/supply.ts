/**
 * The minimum supply of a budget C in every T, whatever the rest of the sketch does: the periodic
 * resource model.
 *
 *   sbf(t) = (k − 1)·C + max(0, t − (k + 1)·(T − C) − (k − 1)·C),   k = max(1, ⌈(t − (T − C))/T⌉)
 *
 * At worst, one budget is used at the start of its period and the next comes at the end of its
 * period. So there is no supply for 2·(T − C), then C, then none for T − C, and so on. I. Shin, I.
 * Lee, "Periodic Resource Model for Compositional Real-Time Guarantees", RTSS 2003, equation 2.
 */
import { ceilDiv } from '../arithmetic.ts';

/** Unit: ns. */
export interface Server {
  readonly budgetNs: number;
  readonly periodNs: number;
}

/** Minimum processor time that the server supplies in any window of length t. Unit: ns. */
export function supplyNs({ budgetNs, periodNs }: Server, timeNs: number): number {
  const gap = periodNs - budgetNs;
  const k = timeNs > gap ? ceilDiv(timeNs - gap, periodNs) : 1;
  const full = (k - 1) * budgetNs;
  return full + Math.min(budgetNs, Math.max(0, timeNs - (k + 1) * gap - full));
}

/** Least t with sbf(t) ≥ c: a job of length c completes in that time. Requires C > 0. Unit: ns. */
export function timeToSupplyNs({ budgetNs, periodNs }: Server, lengthNs: number): number {
  return lengthNs <= 0 ? 0 : (ceilDiv(lengthNs, budgetNs) + 1) * (periodNs - budgetNs) + lengthNs;
}
