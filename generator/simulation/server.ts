/**
 * The budget of one task, or of one or more interrupts: C of processor time in every T. The engine asks and tells; a server
 * neither knows who runs nor writes events. All times are absolute nanoseconds; calls come in the order of time. See servers/.
 */

export interface BudgetServer {
  /** Work came while there was none, then or before: a job's arrival, though it may have been released later. */
  wake(arrivalNs: number): void;
  /** No work is left. */
  sleep(nowNs: number): void;
  /** Its work ran from `fromNs` to `toNs` without a pause. What is more than there was is owed: taken from what is to come. */
  charge(fromNs: number, toNs: number): void;
  /**
   * How long its work may run from now on before it has to be asked again; 0: the budget is used up. Where one piece of budget
   * follows another without a gap, it says the first one's length, and the other's when that has been charged. Unit: ns.
   */
  available(nowNs: number): number;
  /** When a server whose budget is used up gets some; now, at the earliest. Infinity: never. Without meaning otherwise. */
  readonly nextReplenishmentNs: number;
  /** Pays back what is due by now to a server whose budget is used up; what is available then, in ns, 0 when nothing was due. */
  replenish(nowNs: number): number;
  /**
   * When work of `needNs` that comes to a server without work can begin, from now on, so that it ends in one go. Infinity: never,
   * as for more than the budget. Until then a line of interrupts is masked.
   */
  readyAt(nowNs: number, needNs: number): number;
  /** Deadline that orders its work under EDF, where the server gives one (constant bandwidth); null: the job's own. */
  readonly deadlineNs: number | null;
  /**
   * From when on the budget could be used that is used now. Under EDF a job that goes on with the budget of a later period competes
   * as a job of that period would: by D after its arrival or, if that is later, after this.
   */
  readonly usableSinceNs: number;
}
