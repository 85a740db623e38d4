/** The budgets that limit interrupts. */
import type { Interrupt, Sketch } from '../sketch/model.ts';
import { type Ns, nsOfUs } from '../sketch/time.ts';

/** Name of the server of all interrupts without a budget of their own. */
export const SHARED_SERVER = 'I/O server';

export interface IoServer {
  /** The interrupt's, or `SHARED_SERVER`. */
  readonly name: string;
  /** Index in `sketch.interrupts` of the only one that it serves; null: the sketch's shared server. */
  readonly interrupt: number | null;
  /** C_io; 0: its interrupts are never delivered. */
  readonly budgetNs: Ns;
  /** T_io. */
  readonly periodNs: Ns;
}

const isOwned = ({ ioBudgetUs, ioPeriodUs }: Interrupt): boolean => ioBudgetUs !== null && ioPeriodUs !== null;

/** Each interrupt with a budget of its own has a server; the others share the sketch's, which is the last. */
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

/** By index of the interrupt: the index of its server; null: nothing limits it. */
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
