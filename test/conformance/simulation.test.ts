/**
 * The simulation against the runtime itself, on the host, where the runtime takes no time: random tasks with all overrun policies,
 * sections and budgets that are too small make the same trace, event by event and in the same order.
 *
 * Two things differ by nature. What ends in the very instant of a release, a deadline or a replenishment is before it in the
 * simulation, so that a job of exactly T is in time; on a board an interrupt at that tick comes first. Such sets are left out. And a
 * budget is used up a tick later on a board, which is then owed: with servers times are compared to within ten ticks, and up to the
 * first moment in which so little decides what happens.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { simulate } from '../../generator/simulation/engine.ts';
import type { ServerParameters, SimulationModel } from '../../generator/simulation/model.ts';
import { Random } from '../../generator/simulation/random.ts';
import { modelOf, type TaskNumbers } from '../../generator/simulation/test-models.ts';
import { TelemetryDecoder } from '../../generator/trace/decoder.ts';
import { EVENT_KINDS } from '../../generator/trace/events.ts';
import type { TraceSink } from '../../generator/trace/sink.ts';
import { buildHost, hostCompiler, PROGRAMS, sourcesOf } from './toolchain.ts';

const run = promisify(execFile);
const TASKS = 4;
const COSTS = 4;
const HORIZON_US = 1_000_000;
const SETS = 40;
const NO_BUDGET = 0xffffffff;
const TICK_NS = 500;
const TOLERANCE_NS = 10 * TICK_NS;
const POLICIES = ['skip', 'catch-up', 'stop', 'demote'] as const;

/** Times in µs; the most urgent first. */
interface Task {
  readonly period: number;
  readonly offset: number;
  readonly deadline: number;
  readonly budget: number | null;
  readonly overrun: number;
  readonly limit: number;
  readonly section: { readonly at: number; readonly length: number; readonly ceiling: number } | null;
  readonly costs: readonly number[];
}

interface Kind {
  readonly preemptive: boolean;
  readonly edf: boolean;
  readonly sections: boolean;
  /** Sporadic servers hold jobs back that take more than their budget; else budgets are monitored, or there are none. */
  readonly servers: boolean;
}

interface Event {
  readonly timeNs: number;
  readonly text: string;
}

/** Everything else is of the board alone, or told by one of them only: telemetry's own, and idleness, which the super-loop does not tell. */
const COMPARED = new Set([
  'release',
  'start',
  'switch-in',
  'switch-out',
  'complete',
  'deadline-miss',
  'budget-exhausted',
  'replenish',
  'skip',
  'lock-acquire',
  'lock-release',
]);

class Collector implements TraceSink {
  readonly events: Event[] = [];
  /** Events that the board had no room for. */
  dropped = 0;

  metadata(): void {}

  segment(): void {}

  event(timeNs: number, kind: number, object: number, value: number): void {
    const name = EVENT_KINDS[kind] as string;
    // An amount that comes back may lack the tick that was owed; resources are told apart by who uses them.
    const told = name === 'replenish' ? `${object}` : name.startsWith('lock') ? `${value}` : `${object} ${value}`;
    if (name === 'dropped') this.dropped += value;
    if (COMPARED.has(name)) this.events.push({ timeNs, text: `${name} ${told}` });
  }

  text(): void {}
}

function randomTasks(random: Random, { sections, servers, preemptive }: Kind): Task[] {
  const load = 0.6 + 0.6 * random.unit();
  const periods = Array.from({ length: TASKS }, () => random.integer(3000, 30_000)).sort((a, b) => a - b);
  return periods.map((period, index) => {
    const usual = Math.max(50, Math.floor((period * load) / TASKS));
    const costs = Array.from({ length: COSTS }, () => random.integer(Math.ceil(usual / 2), usual));
    const least = Math.min(...costs);
    const at = random.integer(1, Math.floor(least / 2));
    const length = random.integer(1, Math.floor(least / 3));
    // Now and then a job takes far too long.
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
      section: sections && random.unit() < 0.7 ? { at, length, ceiling: random.integer(0, index) } : null,
      costs,
    };
  });
}

/** As the runtime orders ceilings under EDF: by relative deadline, which the table need not be sorted by. */
function byDeadline(tasks: readonly Task[]): Task[] {
  return [...tasks].sort((a, b) => a.deadline - b.deadline);
}

const inWords = (tasks: readonly Task[]): string =>
  tasks
    .map(({ period, offset, deadline, budget, overrun, limit, section, costs }) => {
      const held = section === null ? [0, 0, 0] : [section.at, section.length, section.ceiling];
      return [period, offset, deadline, budget ?? NO_BUDGET, overrun, limit, 1, ...held, ...costs].join(' ');
    })
    .join(' ');

function modelFor(tasks: readonly Task[], { preemptive, edf, servers }: Kind, moreNs = 0): SimulationModel {
  const numbers = tasks.map((task): TaskNumbers => {
    const budgetNs = task.budget === null ? Number.POSITIVE_INFINITY : task.budget * 1000;
    const server: ServerParameters = { kind: 'sporadic', budgetNs: budgetNs + moreNs, periodNs: task.period * 1000 };
    return {
      T: task.period * 1000,
      C: budgetNs,
      D: task.deadline * 1000,
      at: task.offset * 1000,
      execution: { kind: 'recorded', ns: Float64Array.from(task.costs, (us) => us * 1000) },
      server: servers ? server : null,
      exhaustion: 'wait',
      overrun: POLICIES[task.overrun] ?? 'skip',
      catchUpLimit: task.limit,
      sections: [],
    };
  });
  const withSections = numbers.map((task, index): TaskNumbers => {
    const section = tasks[index]?.section ?? null;
    if (section === null) return task;
    return { ...task, sections: [{ resource: index, atNs: section.at * 1000, lengthNs: section.length * 1000 }] };
  });
  const resources = tasks.map(({ section }, index) => ({ ceiling: section?.ceiling ?? index }));
  return modelOf(withSections, { preemptive, order: edf ? 'edf' : 'fixed-priority', resources });
}

function simulated(model: SimulationModel): Event[] {
  const sink = new Collector();
  simulate(model, sink, { untilNs: HORIZON_US * 1000 });
  return sink.events;
}

const ENDS = /^(complete|lock-|budget)/;
const COMES = /^replenish/;

/** Whether something ends in the instant in which something else comes. */
function coincides(events: readonly Event[], tasks: readonly Task[]): boolean {
  const replenished = new Set(events.flatMap(({ text, timeNs }) => (COMES.test(text) ? timeNs : [])));
  return events.some(
    ({ text, timeNs }) =>
      ENDS.test(text) &&
      (replenished.has(timeNs) ||
        tasks.some(({ period, offset, deadline }) =>
          [0, deadline].some((after) => (timeNs / 1000 - offset - after) % period === 0),
        )),
  );
}

/**
 * Until when it does not matter that a board's budgets end a tick later, and so come back later: no replenishment comes together with
 * something else, and with budgets that are a tick longer or shorter the same happens.
 */
function clearUntilNs(tasks: readonly Task[], kind: Kind, expected: readonly Event[]): number {
  if (!kind.servers) return Number.POSITIVE_INFINITY;
  const others = [-TICK_NS, TICK_NS].map((moreNs) => simulated(modelFor(tasks, kind, moreNs)));
  const splits = expected.findIndex(({ text }, at) => others.some((other) => other[at]?.text !== text));
  const crowded = expected.find(({ text, timeNs }, at) => {
    if (!COMES.test(text)) return false;
    const own = text.replace(COMES, 'release');
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

/** The program that plays tasks, built once for each kind. */
class Played {
  readonly #directory: string;
  readonly #executable: string;

  private constructor(directory: string, executable: string) {
    this.#directory = directory;
    this.#executable = executable;
  }

  static async build({ preemptive, edf }: Kind): Promise<Played> {
    const directory = await mkdtemp(path.join(tmpdir(), 'polyloop-played-'));
    const files = [path.join(PROGRAMS, 'played.c'), ...(await sourcesOf('src')), ...(await sourcesOf('port', 'host'))];
    const config = {
      PL_TASK_COUNT: TASKS,
      PL_TABLES_IN_RAM: 1,
      PL_PREEMPTIVE: preemptive ? 1 : 0,
      PL_POLICY: edf ? 'PL_POLICY_EDF' : 'PL_POLICY_FIXED',
      PL_USES_RESOURCES: 1,
      PL_SERVER_REFILLS: 200,
      CONFORM_STACK_BYTES: 65_536,
    };
    return new Played(directory, await buildHost(directory, config, files, []));
  }

  /** null: the trace is not complete. */
  async events(tasks: readonly Task[]): Promise<Event[] | null> {
    const telemetry = path.join(this.#directory, 'telemetry');
    const run_us = String(HORIZON_US + 100_000);
    const env = { PL_HOST_TELEMETRY: telemetry, PL_HOST_RUN_US: run_us, PLAYED: inWords(tasks) };
    await run(this.#executable, [], { env: { ...process.env, ...env } });
    const sink = new Collector();
    const decoder = new TelemetryDecoder(sink);
    decoder.push(new Uint8Array(await readFile(telemetry)));
    decoder.end();
    if (sink.dropped > 0) return null;
    // The first task has no offset: its first release is the start.
    const startNs = sink.events.find(({ text }) => text.startsWith('release 0'))?.timeNs ?? 0;
    return sink.events.map(({ timeNs, text }) => ({ timeNs: timeNs - startNs, text }));
  }

  remove(): Promise<void> {
    return rm(this.#directory, { recursive: true, force: true });
  }
}

const LAST_NS = (HORIZON_US - 50_000) * 1000;

/** What comes about the first of the expected events that is another, or at another time; null: there is none. */
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

describe.skipIf(hostCompiler === null || process.platform === 'win32')('simulated as the runtime does it', () => {
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

  /** By what is compiled in. */
  const programs = new Map<string, Promise<Played>>();
  const programFor = (kind: Kind): Promise<Played> => {
    const name = `${kind.preemptive} ${kind.edf}`;
    const program = programs.get(name) ?? Played.build(kind);
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
        const played = simulated(modelFor(tasks, kind));
        if (tasks[0]?.offset !== 0 || coincides(played, tasks)) continue;
        const found = await program.events(tasks);
        if (found === null) continue;
        const untilNs = Math.min(LAST_NS, clearUntilNs(tasks, kind, played));
        const expected = played.filter(({ timeNs }) => timeNs < untilNs);
        expect(firstDifference(expected, found, toleranceNs), inWords(tasks)).toBeNull();
        sets++;
        events += expected.length;
      }
      expect(events / sets).toBeGreaterThan(100);
    });
  });
});
