/** The budgets that limit interrupts. */
import type { Interrupt, Sketch } from '../sketch/model.ts';
import { type Ns, nsOfUs } from '../sketch/time.ts';

/** Name of the server that all interrupts without a budget of their own share. */
export const SHARED_SERVER = 'I/O server';

export interface IoServer {
  /** The name of the interrupt, or `SHARED_SERVER`. */
  readonly name: string;
  /**
   * Index in `sketch.interrupts` of the only interrupt that this server limits; null for the
   * sketch's shared server.
   */
  readonly interrupt: number | null;
  /** C_io. 0: the interrupts of this server are never delivered. */
  readonly budgetNs: Ns;
  /** T_io. */
  readonly periodNs: Ns;
}

const isOwned = ({ ioBudgetUs, ioPeriodUs }: Interrupt): boolean => ioBudgetUs !== null && ioPeriodUs !== null;

/**
 * One server for each interrupt with a budget of its own, then the sketch's shared server for the
 * others.
 */
export function ioServersOf({ interrupts, ioServer }: Pick<Sketch, 'interrupts' | 'ioServer'>): IoServer[] {
  const own = interrupts.flatMap((interrupt, index): IoServer[] => {
    const { name, ioBudgetUs, ioPeriodUs } = interrupt;
    return ioBudgetUs === null || ioPeriodUs === null
      ? []
      : [{ name, interrupt: index, budgetNs: nsOfUs(ioBudgetUs), periodNs: nsOfUs(ioPeriodUs) }];
  });
  if (ioServer === null || interrupts.every(isOwned)) return own;
  const { budgetUs, periodUs } = ioServer;
  return [...own, { name: SHARED_SERVER, interrupt: null, budgetNs: nsOfUs(budgetUs), periodNs: nsOfUs(periodUs) }];
}

/** For each interrupt, the index of its server; null if no server limits it. */
export function serverByInterrupt(
  { interrupts }: Pick<Sketch, 'interrupts'>,
  servers: readonly IoServer[],
): (number | null)[] {
  const shared = servers.findIndex(({ interrupt }) => interrupt === null);
  return interrupts.map((interrupt, index) => {
    const found = isOwned(interrupt) ? servers.findIndex((server) => server.interrupt === index) : shared;
    return found === -1 ? null : found;
  });
}
