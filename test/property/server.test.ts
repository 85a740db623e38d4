/**
 * The runtime's sporadic server under random arrivals, demands and preemption. It keeps its
 * promises. It equals the reference while its array has room for all pieces of the budget;
 * otherwise it never provides more budget than the reference. The properties must refute each
 * broken variant.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostCompiler, MEMORY_SANITIZERS, withScratch } from '../conformance/toolchain.ts';
import { type Change, changed } from '../model/models.ts';
import { buildServer, CoinServer, parseState, type ServerProcess } from './server.ts';
import {
  alone,
  expectBandwidth,
  expectIsolation,
  expectNoDelay,
  type Life,
  liveByCoins,
  preempted,
  type Server,
  type Supply,
  serverOf,
  totals,
  WRAP,
  wellBehaved,
} from './server-lives.ts';

const RUNS = 1500;
/** Far more runs than the refutation of any broken variant needs. */
const RUNS_BROKEN = 400;
/** More pieces than the budget of any server in these tests has ticks. */
const UNBOUNDED = 255;
const FEW = 2;

/** ---- a server that is simulated tick by tick ---- */

async function live(life: Life, process: ServerProcess): Promise<Supply> {
  const demands = life.demands.map((ticks) => ticks.toString(36)).join('');
  const blocked = life.blocked.map((other) => (other ? 'x' : '.')).join('');
  const line = `r ${life.start} ${life.budget} ${life.period} ${demands} ${blocked}`;
  const [answer = ''] = await process.ask([line]);
  return Array.from(answer, (ran) => ran === '1');
}

/**
 * With room for all pieces, the server runs in the same ticks as the reference. In any case, its
 * total execution time never exceeds the total of the reference.
 */
function expectNoMoreThanReference(life: Life, supply: Supply, refills: number): void {
  const reference = liveByCoins(life);
  if (refills === UNBOUNDED) expect(supply).toEqual(reference);
  const most = totals(reference);
  expect(totals(supply).findIndex((sum, at) => sum > (most[at] ?? 0))).toBe(-1);
}

/** ---- a server with a state that is compared after every operation ---- */

interface Burst {
  /** Execution time of other tasks before the server continues. Unit: ticks. */
  readonly preemption: number;
  readonly run: number;
}

interface Activation {
  readonly idle: number;
  readonly bursts: readonly Burst[];
}

interface History extends Server {
  readonly activations: readonly Activation[];
  /** Whether the server stops when its capacity is exhausted. */
  readonly obedient: boolean;
}

const short = fc.integer({ min: 0, max: 12 });
const pause = fc.oneof({ weight: 8, arbitrary: short }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 ** 29 }) });

const historyOf = (preemption: fc.Arbitrary<number>): fc.Arbitrary<History> => {
  const bursts = fc.array(fc.record({ preemption, run: short }), { minLength: 1, maxLength: 4 });
  return fc
    .record({
      server: fc.oneof({ weight: 4, arbitrary: serverOf(40) }, { weight: 1, arbitrary: serverOf(2 ** 24) }),
      activations: fc.array(fc.record({ idle: pause, bursts }), { maxLength: 12 }),
      obedient: fc.boolean(),
    })
    .map(({ server, ...rest }) => ({ ...server, ...rest }));
};

/**
 * The age of a piece is limited to 2^29 ticks. If a server does not run for longer, the time of its
 * first piece advances, also for the used part of the piece. So that part is replenished later than
 * in the reference. `history` avoids this, `starvedHistory` includes it.
 */
const [history, starvedHistory] = [historyOf(short), historyOf(pause)];

interface Step {
  readonly line: string;
  readonly now: number;
  readonly capacity: number;
  readonly refillTime: number;
  readonly coins: readonly number[];
}

/** The operations of a history, with the state of the reference after each. */
function stepsOf(given: History): Step[] {
  const server = new CoinServer(given.budget, given.period, given.start);
  const steps: Step[] = [];
  let now = given.start;
  const step = (operation: string, ...values: number[]): void => {
    const [capacity, refillTime, coins] = [server.capacity(now), server.refillTime, server.times];
    steps.push({ line: [operation, now % WRAP, ...values].join(' '), now, capacity, refillTime, coins });
  };
  const tend = (elapsed: number): void => {
    now += elapsed;
    server.tend(now);
    step('t');
  };
  step('i', given.budget, given.period);
  for (const { idle, bursts } of given.activations) {
    tend(idle);
    server.wake(now);
    step('w');
    for (const { preemption, run } of bursts) {
      tend(preemption);
      const ticks = given.obedient ? Math.min(run, server.capacity(now)) : run;
      now += ticks;
      server.charge(ticks);
      step('c', ticks);
    }
    step('s');
  }
  return steps;
}

async function compare(given: History, process: ServerProcess, refills: number): Promise<void> {
  const steps = stepsOf(given);
  const answers = await process.ask(steps.map((step) => step.line));
  steps.forEach(({ line, now, capacity, refillTime, coins }, index) => {
    const state = parseState(answers[index] ?? '', now, given.period);
    expect(state.pieces, line).toBeLessThanOrEqual(refills);
    expect(state.coins, line).toHaveLength(given.budget);
    expect(
      coins.filter((coin, place) => (state.coins[place] ?? 0) < coin),
      line,
    ).toEqual([]);
    if (refills < UNBOUNDED) return;
    expect(state, line).toMatchObject({ refillTime, coins });
    // If the budget equals the period, the replenished piece adjoins the remaining one. The server
    // reports the two as separate capacities.
    expect(state.capacity > 0, line).toBe(capacity > 0);
    if (given.budget < given.period) expect(state.capacity, line).toBe(capacity);
  });
}

/** ---- the properties, for a process with room for `refills` pieces ---- */

interface Subject {
  readonly process: ServerProcess;
  readonly refills: number;
}

type Property = (subject: Subject, numRuns: number) => Promise<void>;

/** Checks the ticks in which the driver's server runs during a random life. */
const lived =
  (lives: fc.Arbitrary<Life>, check: (life: Life, supply: Supply, refills: number) => void): Property =>
  ({ process, refills }, numRuns) =>
    fc.assert(
      fc.asyncProperty(lives, async (life) => check(life, await live(life, process), refills)),
      { numRuns },
    );

const PROPERTIES = {
  /** Without other tasks, the server runs for at most its budget in any window of one period. */
  isolation: lived(alone, expectIsolation),
  /**
   * Without other tasks, a busy server runs for its whole budget in every period from its
   * activation on.
   */
  bandwidth: lived(alone, expectBandwidth),
  /** Jobs of at most the budget that arrive at least a period apart are not delayed. */
  promptness: lived(wellBehaved, expectNoDelay),
  /** With preemption, the server's execution time never exceeds the time of the reference. */
  supply: lived(preempted, expectNoMoreThanReference),
  /** After each operation, no tick of budget is usable earlier than in the reference. */
  coins: ({ process, refills }, numRuns) =>
    fc.assert(
      fc.asyncProperty(refills === UNBOUNDED ? history : starvedHistory, (given) => compare(given, process, refills)),
      { numRuns },
    ),
} satisfies Record<string, Property>;

/** A broken server and the property that it violates. */
interface Variant {
  readonly name: string;
  readonly change: Change;
  readonly breaks: keyof typeof PROPERTIES;
}

const BROKEN: readonly Variant[] = [
  {
    name: 'carried budget keeps its old time',
    change: { replace: 'server->refills[0].time = now - server->usage;', by: '' },
    breaks: 'isolation',
  },
  {
    name: 'pieces are not joined at an activation',
    change: { replace: 'server->count > 1 && touches(&server->refills[0], server->refills[1].time)', by: 'false' },
    breaks: 'coins',
  },
  {
    name: 'the rest is joined to the next piece at the earlier time',
    change: { replace: 'server->refills[1].time - first->amount', by: 'first->time' },
    breaks: 'isolation',
  },
  {
    name: 'pieces a tick apart are joined',
    change: { replace: 'earlier->time + earlier->amount,', by: 'earlier->time + earlier->amount + 1U,' },
    breaks: 'isolation',
  },
  {
    name: 'a piece is usable before its replenishment time',
    change: { replace: 'pl_tick_reached(now, pl_server_refill_time(server)) ?', by: 'now + 1U != now ?' },
    breaks: 'isolation',
  },
  {
    name: 'a piece is replenished a period after the end of its use',
    change: { replace: 'first->time + period', by: 'first->time + server->usage + period' },
    breaks: 'bandwidth',
  },
  {
    name: 'times do not wrap',
    change: {
      replace: 'pl_tick_reached(now, pl_server_refill_time(server))',
      by: 'now >= pl_server_refill_time(server)',
    },
    breaks: 'isolation',
  },
  {
    name: 'an overrun of the capacity is forgotten',
    change: { replace: 'used -= taken;', by: 'used = 0;' },
    breaks: 'coins',
  },
  {
    name: 'the rest of a split piece keeps the time of the used part',
    change: { replace: 'first->time += back.amount;', by: '' },
    breaks: 'coins',
  },
];

async function withServer<T>(
  refills: number,
  sanitize: readonly string[],
  use: (subject: Subject) => Promise<T>,
  variant?: (source: string) => string,
): Promise<T> {
  return withScratch(async (directory) => {
    const process = await buildServer(directory, refills, sanitize, variant);
    try {
      return await use({ process, refills });
    } finally {
      process.end();
    }
  });
}

describe.skipIf(hostCompiler === null)('the sporadic server', () => {
  describe.each([2, 3, 4, UNBOUNDED])('with room for %i pieces', (refills) => {
    it('keeps its promises', () =>
      withServer(refills, MEMORY_SANITIZERS, async (subject) => {
        for (const property of Object.values(PROPERTIES)) await property(subject, RUNS);
      }));
  });

  it.each(BROKEN)('is refuted when $name', ({ change, breaks }) =>
    withServer(
      FEW,
      [],
      async (subject) => {
        await expect(PROPERTIES[breaks](subject, RUNS_BROKEN)).rejects.toThrow('Property failed');
      },
      (source) => changed(source, [change]),
    ),
  );
});
