/**
 * The state of the simulation's servers after random histories: their budget, their next
 * replenishment, and the earliest time at which work can run without a pause. Charging an interval
 * at once is the same as charging its ticks one by one.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServerKind } from '../../generator/simulation/model.ts';
import type { BudgetServer } from '../../generator/simulation/server.ts';
import { createServer } from '../../generator/simulation/servers/index.ts';
import { CoinServer } from './server.ts';

const RUNS = 1500;
const KINDS: readonly ServerKind[] = ['sporadic', 'deferrable', 'constant-bandwidth', 'io'];

/** An idle time, then work with preemptions. */
interface Activation {
  readonly idle: number;
  readonly bursts: readonly { readonly preemption: number; readonly run: number }[];
}

interface History {
  readonly kind: ServerKind;
  readonly budget: number;
  readonly period: number;
  readonly activations: readonly Activation[];
}

const historyOf = (kind: ServerKind): fc.Arbitrary<History> => {
  const short = fc.integer({ min: 0, max: 12 });
  const bursts = fc.array(fc.record({ preemption: short, run: short }), { minLength: 1, maxLength: 4 });
  return fc.integer({ min: 0, max: 12 }).chain((budget) =>
    fc.record({
      kind: fc.constant(kind),
      budget: fc.constant(budget),
      period: fc.integer({ min: Math.max(1, budget), max: 40 }),
      activations: fc.array(fc.record({ idle: short, bursts }), { maxLength: 8 }),
    }),
  );
};

/** The observable state of a server. */
function seen(server: BudgetServer, now: number): unknown {
  const available = server.available(now);
  const next = available === 0 ? server.nextReplenishmentNs : null;
  return { now, available, next, deadline: server.deadlineNs, since: server.usableSinceNs };
}

/** The reference: a sporadic server that tracks each tick of budget. */
class CoinBudget implements BudgetServer {
  readonly deadlineNs = null;
  readonly #coins: CoinServer;

  constructor({ budget, period }: History) {
    this.#coins = new CoinServer(budget, period, 0);
  }

  get nextReplenishmentNs(): number {
    return this.#coins.refillTime;
  }

  /** Not defined for single ticks of budget. */
  get usableSinceNs(): number {
    return Number.NaN;
  }

  available(now: number): number {
    return this.#coins.capacity(now);
  }

  replenish(now: number): number {
    return this.available(now);
  }

  wake(now: number): void {
    this.#coins.wake(now);
  }

  sleep(): void {}

  charge(from: number, to: number): void {
    this.#coins.charge(to - from);
  }

  readyAt(): number {
    return Number.NaN;
  }
}

const newServer = ({ kind, budget, period }: History): BudgetServer =>
  createServer({ kind, budgetNs: budget, periodNs: period });

/** The idle server after its history, and the time. Calls `observe` after every operation. */
function simulated(
  history: History,
  piecewise = false,
  observe: (server: BudgetServer, now: number) => void = () => {},
  server = newServer(history),
): { server: BudgetServer; now: number } {
  let now = 0;
  for (const { idle, bursts } of history.activations) {
    now += idle;
    server.wake(now);
    for (const { preemption, run } of bursts) {
      now += preemption;
      if (server.available(now) === 0 && server.nextReplenishmentNs <= now) server.replenish(now);
      observe(server, now);
      const until = now + Math.min(run, server.available(now));
      for (let at = now; at < until; at = piecewise ? at + 1 : until) server.charge(at, piecewise ? at + 1 : until);
      now = until;
      observe(server, now);
    }
    server.sleep(now);
    observe(server, now);
  }
  return { server, now };
}

/**
 * After every operation: the available budget, or the time of the next replenishment if there is
 * none.
 */
function budgets(history: History, server?: BudgetServer): unknown[] {
  const found: unknown[] = [];
  const note = (it: BudgetServer, now: number): void => {
    const available = it.available(now);
    found.push({ now, available, next: available === 0 ? it.nextReplenishmentNs : null });
  };
  simulated(history, false, note, server);
  return found;
}

describe('the simulation’s sporadic server, after every operation,', () => {
  it('has the same budget as the reference', () => {
    fc.assert(
      fc.property(historyOf('sporadic'), (history) => {
        // With a budget as long as the period, the used budget is adjacent to the next one, which
        // is reported in two steps.
        if (history.budget < history.period)
          expect(budgets(history)).toEqual(budgets(history, new CoinBudget(history)));
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps a separate piece for each use of its budget', () => {
    const uses = (count: number): Activation[] =>
      Array.from({ length: count }, (_, index) => ({
        idle: 1 + (index % 3),
        bursts: [{ preemption: 0, run: 1 + (index % 2) }],
      }));
    // Moves the start of the ring of pieces away from index 0 before the ring grows.
    const all: Activation = { idle: 0, bursts: [{ preemption: 0, run: 60 }] };
    const history: History = { kind: 'sporadic', budget: 60, period: 200, activations: [all, ...uses(400)] };
    expect(budgets(history)).toEqual(budgets(history, new CoinBudget(history)));
  });
});

/** Whether work of length `need` that arrives at `at` runs without a pause. */
function runsInOneGo(history: History, at: number, need: number): boolean {
  const { server } = simulated(history);
  server.wake(at);
  for (let now = at; now < at + need; now++) {
    if (server.available(now) === 0 && (server.nextReplenishmentNs > now || server.replenish(now) === 0)) return false;
    server.charge(now, now + 1);
  }
  return true;
}

describe.each(KINDS)('a server of kind %s', (kind) => {
  const check = (property: (history: History) => void): void => {
    fc.assert(fc.property(historyOf(kind), property), { numRuns: RUNS });
  };

  it('has the same state if its work is charged at once or tick by tick', () =>
    check((history) => {
      const [atOnce, piecewise]: [unknown[], unknown[]] = [[], []];
      simulated(history, false, (server, now) => atOnce.push(seen(server, now)));
      simulated(history, true, (server, now) => piecewise.push(seen(server, now)));
      expect(piecewise).toEqual(atOnce);
    }));

  it('gets budget at its next replenishment, and not before', () =>
    check((history) => {
      const { server, now } = simulated(history);
      server.wake(now);
      if (server.available(now) > 0) return;
      const next = server.nextReplenishmentNs;
      if (history.budget === 0) expect(next).toBe(Number.POSITIVE_INFINITY);
      else expect(next).toBeLessThanOrEqual(now + 2 * history.period);
      const last = Math.min(next, now + 3 * history.period);
      for (let at = now; at < last; at++) {
        expect(server.available(at)).toBe(0);
        expect(server.replenish(at)).toBe(0);
      }
      if (history.budget > 0) expect(server.replenish(Math.max(now, next))).toBeGreaterThan(0);
    }));

  it('gives the earliest time from which on work can run without a pause', () =>
    check((history) => {
      const { server, now } = simulated(history);
      const { budget } = history;
      if (kind !== 'constant-bandwidth') expect(server.readyAt(now, budget + 1)).toBe(Number.POSITIVE_INFINITY);
      for (const need of new Set([1, Math.ceil((budget + 1) / 2), Math.max(1, budget)])) {
        const at = server.readyAt(now, need);
        const never = at === Number.POSITIVE_INFINITY;
        for (let early = now; early < Math.min(at, now + 3 * history.period); early++) {
          expect(runsInOneGo(history, early, need), `${need} at ${early}`).toBe(false);
        }
        if (!never) expect(runsInOneGo(history, at, need), `${need} at ${at}`).toBe(true);
      }
    }));
});
