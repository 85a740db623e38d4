/**
 * The budget server of one task, or of one or more interrupts: C of processor time in every T. The
 * engine calls the server; the server neither knows which task runs nor writes events. All times
 * are absolute nanoseconds, and calls come in time order. See servers/.
 */

export interface BudgetServer {
  /**
   * Work arrived while the server had none, now or earlier: a job may have been released later than
   * it arrived.
   */
  wake(arrivalNs: number): void;
  /** No work is left. */
  sleep(nowNs: number): void;
  /**
   * Its work ran from `fromNs` to `toNs` without interruption. An excess over the budget is an
   * overdraft, which future budget pays for.
   */
  charge(fromNs: number, toNs: number): void;
  /**
   * How long its work may run from now on before the engine must call again; 0: the budget is
   * exhausted. If one piece of budget follows another without a gap, this is the length of the
   * first piece, or of the second piece once the first is charged. Unit: ns.
   */
  available(nowNs: number): number;
  /**
   * When a server with an exhausted budget is replenished; now, at the earliest. Infinity: never.
   * Undefined behavior if the budget is not exhausted.
   */
  readonly nextReplenishmentNs: number;
  /**
   * Replenishes a server with an exhausted budget by what is due now. Returns the available budget
   * in ns; 0 if nothing was due.
   */
  replenish(nowNs: number): number;
  /**
   * The earliest time from now on at which an idle server can run work of `needNs` without
   * interruption. Infinity: never, e.g. if it exceeds the budget. An interrupt line stays masked
   * until then.
   */
  readyAt(nowNs: number, needNs: number): number;
  /**
   * The server's deadline, which orders its work under EDF (constant bandwidth); null: the job's
   * own deadline.
   */
  readonly deadlineNs: number | null;
  /**
   * The time from which the current budget could be used. Under EDF, a job that continues with the
   * budget of a later period competes as a job of that period: its deadline is D after its arrival
   * or, if later, D after this time.
   */
  readonly usableSinceNs: number;
}
