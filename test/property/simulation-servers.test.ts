/**
 * The simulation's servers under random arrivals, demands and preemption. Each equals a reference
 * that counts single ticks, and keeps the guarantee of its paper.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServerKind } from '../../generator/simulation/model.ts';
import { createServer } from '../../generator/simulation/servers/index.ts';
import {
  alone,
  between,
  expectBandwidth,
  expectIsolation,
  expectNoDelay,
  type Life,
  liveByCoins,
  preempted,
  type Supply,
  totals,
  wellBehaved,
} from './server-lives.ts';

const RUNS = 1500;

/**
 * One tick in which the server ran, with the server's deadline and the time at which it got that
 * deadline.
 */
interface Tick {
  readonly at: number;
  readonly deadline: number | null;
}

/**
 * Simulates a life: the server runs in each tick in which it has work and budget and no other task
 * runs.
 */
function live(kind: ServerKind, life: Life): { supply: Supply; ticks: readonly Tick[] } {
  const server = createServer({ kind, budgetNs: life.budget, periodNs: life.period });
  const ticks: Tick[] = [];
  let backlog = 0;
  const supply = life.demands.map((arriving, at) => {
    if (backlog === 0 && arriving > 0) server.wake(at);
    backlog += arriving;
    if (backlog === 0 || life.blocked[at] === true) return false;
    if (server.available(at) === 0 && (server.nextReplenishmentNs > at || server.replenish(at) === 0)) return false;
    server.charge(at, at + 1);
    ticks.push({ at, deadline: server.deadlineNs });
    backlog--;
    if (backlog === 0) server.sleep(at + 1);
    return true;
  });
  return { supply, ticks };
}

const fromZero = (lives: fc.Arbitrary<Life>): fc.Arbitrary<Life> => lives.map((life) => ({ ...life, start: 0 }));

function holds(lives: fc.Arbitrary<Life>, check: (life: Life) => void): void {
  fc.assert(
    fc.property(fromZero(lives), (life) => {
      check(life);
    }),
    { numRuns: RUNS },
  );
}

/** The longest execution time in any window of this many ticks. */
function mostWithin(supply: Supply, ticks: number): number {
  const sums = totals(supply);
  return Math.max(...supply.map((_, from) => between(sums, from, from + ticks)));
}

describe('the simulation’s sporadic server', () => {
  it('runs in the same ticks as the reference', () =>
    holds(preempted, (life) => expect(live('sporadic', life).supply).toEqual(liveByCoins(life))));

  it('without other tasks, provides at most its budget in any window of one period', () =>
    holds(alone, (life) => expectIsolation(life, live('sporadic', life).supply)));

  it('without other tasks, provides its whole budget in every period in which it has work', () =>
    holds(alone, (life) => expectBandwidth(life, live('sporadic', life).supply)));

  it('does not delay jobs of at most its budget that arrive at least a period apart', () =>
    holds(wellBehaved, (life) => expectNoDelay(life, live('sporadic', life).supply)));
});

describe('the simulation’s deferrable server', () => {
  /** C ticks in every period, at any time in it. */
  function reference(life: Life): Supply {
    const used = new Map<number, number>();
    let backlog = 0;
    return life.demands.map((arriving, at) => {
      backlog += arriving;
      const period = Math.floor(at / life.period);
      const before = used.get(period) ?? 0;
      if (backlog === 0 || life.blocked[at] === true || before === life.budget) return false;
      used.set(period, before + 1);
      backlog--;
      return true;
    });
  }

  it('runs exactly while its period has budget', () =>
    holds(preempted, (life) => expect(live('deferrable', life).supply).toEqual(reference(life))));

  it('provides at most two budgets in any window of one period, and at most the demand of a jitter of T − C', () =>
    holds(preempted, (life) => {
      const { supply } = live('deferrable', life);
      expect(mostWithin(supply, life.period)).toBeLessThanOrEqual(2 * life.budget);
      for (const window of [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]) {
        const jobs = Math.ceil((window + life.period - life.budget) / life.period);
        expect(mostWithin(supply, window)).toBeLessThanOrEqual(jobs * life.budget);
      }
    }));

  it('provides two budgets back to back to work that arrives late in the period', () => {
    const demands = [...Array<number>(8).fill(0), 4, ...Array<number>(8).fill(0)];
    const { supply } = live('deferrable', { budget: 2, period: 10, start: 0, demands, blocked: [] });
    expect(totals(supply).slice(8, 13)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('the simulation’s constant-bandwidth server', () => {
  /** The rules of the paper. An exhausted budget is replenished at once. */
  function reference(life: Life): Tick[] {
    let [left, deadline, backlog] = [0, 0, 0];
    const ticks: Tick[] = [];
    for (const [at, arriving] of life.demands.entries()) {
      if (backlog === 0 && arriving > 0 && left * life.period >= (deadline - at) * life.budget) {
        left = life.budget;
        deadline = at + life.period;
      }
      backlog += arriving;
      if (backlog === 0 || life.blocked[at] === true) continue;
      ticks.push({ at, deadline });
      backlog--;
      left--;
      if (left === 0) {
        left = life.budget;
        deadline += life.period;
      }
    }
    return ticks;
  }

  it('has the deadlines of the paper, and never lacks budget', () =>
    holds(preempted, (life) => expect(live('constant-bandwidth', life).ticks).toEqual(reference(life))));

  it('demands at most its bandwidth in any interval, by the work with arrival and deadline in it', () =>
    holds(preempted, (life) => {
      const { ticks } = live('constant-bandwidth', life);
      const deadlines = [...new Set(ticks.map(({ deadline }) => deadline ?? Number.NaN))];
      const chunks = deadlines.map((due) => {
        const own = ticks.filter(({ deadline }) => deadline === due);
        // The budget of a deadline is available one period before the deadline, or later if the
        // previous budget lasted longer.
        return { due, ticks: own.length, from: Math.min(own[0]?.at ?? due, due - life.period) };
      });
      for (const { from } of chunks) {
        for (const { due } of chunks) {
          const demand = chunks
            .filter((chunk) => chunk.from >= from && chunk.due <= due)
            .reduce((sum, chunk) => sum + chunk.ticks, 0);
          expect(demand * life.period).toBeLessThanOrEqual(Math.max(0, due - from) * life.budget);
        }
      }
    }));
});

describe('the simulation’s I/O server', () => {
  function reference(life: Life): Supply {
    const { budget, period } = life;
    let [eligible, used, backlog] = [0, 0, 0];
    return life.demands.map((arriving, at) => {
      if (backlog === 0 && arriving > 0) eligible = Math.max(eligible, at);
      backlog += arriving;
      if (backlog === 0 || life.blocked[at] === true || at < eligible) return false;
      used++;
      backlog--;
      if (used === budget || backlog === 0) {
        eligible += Math.ceil((used * period) / budget);
        used = 0;
      }
      return true;
    });
  }

  it('runs exactly from its eligible times until it blocks or exhausts its budget', () =>
    holds(preempted, (life) => expect(live('io', life).supply).toEqual(reference(life))));

  it('without other tasks, provides at most (2 − U)·C in any window of one period, and U·t + (1 − U)·C in any longer one', () =>
    holds(alone, (life) => {
      const { supply } = live('io', life);
      const { budget: c, period: t } = life;
      for (const window of [c, t - 1, t, t + 1, 2 * t, 3 * t - 1, 3 * t].filter((ticks) => ticks >= c)) {
        expect(mostWithin(supply, window) * t).toBeLessThanOrEqual(c * window + (t - c) * c);
      }
    }));

  it('provides (2 − U)·C if it blocks early and uses its whole budget when it is eligible again', () => {
    // C = 10, T = 100: the server uses 9 ticks at once, so it is eligible again at 90.
    const demands = [9, ...Array<number>(49).fill(0), 40, ...Array<number>(49).fill(0)];
    const { supply } = live('io', { budget: 10, period: 100, start: 0, demands, blocked: [] });
    expect(totals(supply).at(90)).toBe(9);
    expect(totals(supply).at(100)).toBe(19);
  });
});
