/**
 * Compares the simulation with the runtime on the host, where the runtime takes no time. Random
 * tasks with all overrun policies, sections and budgets that are too small give the same events in
 * the same order.
 *
 * There are two intended differences. In the simulation, a completion precedes a release, a
 * deadline or a replenishment of the same instant, so a job of exactly T is in time; on a board the
 * timer interrupt comes first. The test omits such sets. On a board, a budget is exhausted one tick
 * later, and the overrun is subtracted from the next budget. So with servers, times may differ by
 * ten ticks, and traces are compared only up to the first moment at which such a difference can
 * change the schedule.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { Random } from '../../generator/simulation/random.ts';
import {
  byDeadline,
  COSTS,
  coincides,
  type Event,
  HORIZON_US,
  type Kind,
  modelFor,
  parametersOf,
  REPLENISHES,
  SECTIONS,
  type Section,
  simulated,
  TASKS,
  type Task,
  TaskProgram,
} from './task-program.ts';
import { hostCompiler } from './toolchain.ts';

const SETS = 40;
const TICK_NS = 500;
const TOLERANCE_NS = 10 * TICK_NS;

/**
 * Up to SECTIONS adjacent sections of the task at this index. `least`: shortest execution time of
 * its jobs in µs.
 */
function randomSections(random: Random, least: number, place: number): Section[] {
  let at = random.integer(1, Math.floor(least / 10));
  return Array.from({ length: random.integer(1, SECTIONS) }, () => {
    const length = random.integer(1, Math.floor((0.85 * least) / SECTIONS));
    const section = { at, length, ceiling: random.integer(0, place) };
    at += length;
    return section;
  });
}

function randomTasks(random: Random, { sections, servers, preemptive }: Kind): Task[] {
  const load = 0.6 + 0.6 * random.unit();
  const periods = Array.from({ length: TASKS }, () => random.integer(3000, 30_000)).sort((a, b) => a - b);
  return periods.map((period, index) => {
    const usual = Math.max(50, Math.floor((period * load) / TASKS));
    const costs = Array.from({ length: COSTS }, () => random.integer(Math.ceil(usual / 2), usual));
    const least = Math.min(...costs);
    // Sometimes a job takes much longer than its budget.
    if (random.unit() < 0.4) costs[random.integer(0, COSTS - 1)] = random.integer(usual, 3 * period);
    const policy = random.integer(0, preemptive ? 2 : 3);
    const waits = policy === 1 || policy === 3;
    return {
      period,
      offset: index === 0 ? 0 : random.integer(0, period),
      deadline: random.integer(Math.ceil(period / 2), period + 4000),
      budget: servers || !preemptive ? usual : null,
      overrun: policy,
      limit: waits ? random.integer(1, 4) : 0,
      sections: sections && random.unit() < 0.7 ? randomSections(random, least, index) : [],
      costs,
    };
  });
}

/**
 * The time until which one tick of budget does not change the schedule: no replenishment coincides
 * with another event, and budgets that are one tick longer or shorter give the same events.
 */
function clearUntilNs(tasks: readonly Task[], kind: Kind, expected: readonly Event[]): number {
  if (!kind.servers) return Number.POSITIVE_INFINITY;
  const others = [-TICK_NS, TICK_NS].map((moreNs) => simulated(modelFor(tasks, kind, moreNs)));
  const splits = expected.findIndex(({ text }, at) => others.some((other) => other[at]?.text !== text));
  const crowded = expected.find(({ text, timeNs }, at) => {
    if (!REPLENISHES.test(text)) return false;
    const own = text.replace(REPLENISHES, 'release');
    const around = expected.slice(Math.max(0, at - 4), at + 5).filter((_, index) => index !== Math.min(at, 4));
    return around.some(
      (other) =>
        Math.abs(other.timeNs - timeNs) <= TOLERANCE_NS &&
        !/^(switch|start)/.test(other.text) &&
        !other.text.startsWith(own),
    );
  });
  const end = Number.POSITIVE_INFINITY;
  return Math.min(expected[splits]?.timeNs ?? end, crowded?.timeNs ?? end) - TOLERANCE_NS;
}

const LAST_NS = (HORIZON_US - 50_000) * 1000;

/**
 * Describes the first event that differs from the expected one in kind or time. Null if there is
 * none.
 */
function firstDifference(expected: readonly Event[], found: readonly Event[], toleranceNs: number): string | null {
  const at = expected.findIndex(({ timeNs, text }, index) => {
    const other = found[index];
    return other === undefined || other.text !== text || Math.abs(other.timeNs - timeNs) > toleranceNs;
  });
  if (at === -1) return null;
  const around = (events: readonly Event[]) =>
    events.slice(Math.max(0, at - 9), at + 3).map(({ timeNs, text }) => `${timeNs / 1000} ${text}`);
  return ['simulated:', ...around(expected), 'by the runtime:', ...around(found)].join('\n');
}

describe.skipIf(hostCompiler === null || process.platform === 'win32')('the simulation equals the runtime', () => {
  const kinds: readonly (Kind & { readonly name: string })[] = [
    { name: 'fixed priorities', preemptive: true, edf: false, sections: false, servers: false },
    { name: 'fixed priorities, sections', preemptive: true, edf: false, sections: true, servers: false },
    { name: 'fixed priorities, servers', preemptive: true, edf: false, sections: false, servers: true },
    { name: 'fixed priorities, sections and servers', preemptive: true, edf: false, sections: true, servers: true },
    { name: 'EDF', preemptive: true, edf: true, sections: false, servers: false },
    { name: 'EDF, sections', preemptive: true, edf: true, sections: true, servers: false },
    { name: 'EDF, servers', preemptive: true, edf: true, sections: false, servers: true },
    { name: 'the super-loop', preemptive: false, edf: false, sections: true, servers: false },
    { name: 'the super-loop, EDF', preemptive: false, edf: true, sections: true, servers: false },
  ];

  /** By the features that are compiled in. */
  const programs = new Map<string, Promise<TaskProgram>>();
  const programFor = (kind: Kind): Promise<TaskProgram> => {
    const name = `${kind.preemptive} ${kind.edf}`;
    const program = programs.get(name) ?? TaskProgram.build(kind);
    programs.set(name, program);
    return program;
  };
  afterAll(async () => {
    for (const program of programs.values()) await (await program).remove();
  });

  describe.each(kinds)('$name', (kind) => {
    it(`in ${SETS} sets`, async () => {
      const toleranceNs = kind.servers ? TOLERANCE_NS : 0;
      const program = await programFor(kind);
      let [sets, events] = [0, 0];
      for (let seed = 1; sets < SETS; seed++) {
        const drawn = randomTasks(new Random(seed, 4), kind);
        const tasks = kind.edf ? byDeadline(drawn) : drawn;
        const predicted = simulated(modelFor(tasks, kind));
        if (tasks[0]?.offset !== 0 || coincides(predicted, tasks)) continue;
        const found = await program.events(tasks);
        if (found === null) continue;
        const untilNs = Math.min(LAST_NS, clearUntilNs(tasks, kind, predicted));
        const expected = predicted.filter(({ timeNs }) => timeNs < untilNs);
        expect(firstDifference(expected, found, toleranceNs), parametersOf(tasks)).toBeNull();
        sets++;
        events += expected.length;
      }
      expect(events / sets).toBeGreaterThan(100);
    });
  });
});
