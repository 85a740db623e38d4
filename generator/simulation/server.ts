/**
 * The budget of one task or interrupt: C of processor time in every T. The engine asks and tells; a server neither knows who
 * runs nor writes events. All times are absolute nanoseconds; calls come in the order of time.
 */

export interface BudgetServer {
  /** Work came while there was none. */
  wake(nowNs: number): void;
  /** No work is left. */
  sleep(nowNs: number): void;
  /** Its work ran from `fromNs` to `toNs` without a pause. Never more than `available` said at `fromNs`. */
  charge(fromNs: number, toNs: number): void;
  /** How long its work may run from now on before the budget is used up; 0: it is. Unit: ns. */
  available(nowNs: number): number;
  /** When something is paid back next; Infinity: nothing is due. */
  readonly nextReplenishmentNs: number;
  /** Pays back what is due by now; the amount in ns, 0 when nothing was. */
  replenish(nowNs: number): number;
  /** Deadline that orders its work under EDF, where the server gives one (constant bandwidth); null: the job's own. */
  readonly deadlineNs: number | null;
}
