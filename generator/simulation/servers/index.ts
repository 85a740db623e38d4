/** Creates servers by their kind. */
import type { ServerKind, ServerParameters } from '../model.ts';
import type { BudgetServer } from '../server.ts';
import { ConstantBandwidthServer } from './constant-bandwidth.ts';
import { DeferrableServer } from './deferrable.ts';
import { IoServer } from './io.ts';
import { SporadicServer } from './sporadic.ts';

const SERVERS: Readonly<Record<ServerKind, new (budgetNs: number, periodNs: number) => BudgetServer>> = {
  sporadic: SporadicServer,
  deferrable: DeferrableServer,
  'constant-bandwidth': ConstantBandwidthServer,
  io: IoServer,
};

/**
 * A server with its whole budget at time 0. A budget longer than the period is reduced to the
 * period.
 */
export function createServer({ kind, budgetNs, periodNs }: ServerParameters): BudgetServer {
  return new SERVERS[kind](budgetNs, periodNs);
}
