/**
 * Runs tasks that are given as numbers on the runtime, in the program given_tasks.c, and the same tasks
 * in the simulation.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { simulate } from '../../generator/simulation/engine/engine.ts';
import type { ServerParameters, SimulationModel } from '../../generator/simulation/model.ts';
import { modelOf, type TaskNumbers } from '../../generator/simulation/test-models.ts';
import { EVENT_KINDS } from '../../generator/trace/events.ts';
import type { TraceSink } from '../../generator/trace/sink.ts';
import { TelemetryDecoder } from '../../generator/trace/wire/decoder.ts';
import { buildHost, PROGRAMS, sourcesOf } from './toolchain.ts';

const run = promisify(execFile);
export const TASKS = 4;
export const COSTS = 4;
/** Largest number of critical sections of a job. */
export const SECTIONS = 3;
export const HORIZON_US = 1_000_000;
const NO_BUDGET = 0xffffffff;
const POLICIES = ['skip', 'catch-up', 'stop', 'demote'] as const;

/** A critical section of every job of a task. Times in µs. */
export interface Section {
  /** Start of the section, in execution time of the job. */
  readonly at: number;
  readonly length: number;
  /** Index of the task with the priority of the resource's ceiling. */
  readonly ceiling: number;
}

/** A task. Times in µs. Tasks are in the order of priority, the highest first. */
export interface Task {
  readonly period: number;
  readonly offset: number;
  readonly deadline: number;
  readonly budget: number | null;
  readonly overrun: number;
  readonly limit: number;
  /** Sorted by start, at most SECTIONS. Each section has its own resource. */
  readonly sections: readonly Section[];
  readonly costs: readonly number[];
}

export interface Kind {
  readonly preemptive: boolean;
  readonly edf: boolean;
  readonly sections: boolean;
  /** Whether sporadic servers enforce the budgets. Otherwise budgets are monitored or absent. */
  readonly servers: boolean;
}

export interface Event {
  readonly timeNs: number;
  readonly text: string;
}

/**
 * Events of both traces. Excludes events that only a board has, such as those of telemetry, and
 * idle events, which a super-loop does not record.
 */
const COMPARED = new Set([
  'release',
  'start',
  'switch-in',
  'switch-out',
  'complete',
  'deadline-miss',
  'budget-exhausted',
  'replenish',
  'release-dropped',
  'lock-acquire',
  'lock-release',
]);

class Collector implements TraceSink {
  readonly events: Event[] = [];
  /** Number of events that the board dropped because its buffer was full. */
  dropped = 0;

  metadata(): void {}

  segment(): void {}

  event(timeNs: number, kind: number, object: number, value: number): void {
    const name = EVENT_KINDS[kind] as string;
    // The replenished amount can differ by the tick of an overrun. Resources are identified by
    // their users.
    const detail = name === 'replenish' ? `${object}` : name.startsWith('lock') ? `${value}` : `${object} ${value}`;
    if (name === 'events-dropped') this.dropped += value;
    if (COMPARED.has(name)) this.events.push({ timeNs, text: `${name} ${detail}` });
  }

  text(): void {}
}

/**
 * Sorts tasks by relative deadline, which is the order of ceilings under EDF. The ceiling is at
 * least the level of the task that holds the resource.
 */
export function byDeadline(tasks: readonly Task[]): Task[] {
  return [...tasks]
    .sort((a, b) => a.deadline - b.deadline)
    .map((task, place) => ({
      ...task,
      sections: task.sections.map((section) => ({ ...section, ceiling: Math.min(section.ceiling, place) })),
    }));
}

export const parametersOf = (tasks: readonly Task[]): string =>
  tasks
    .map(({ period, offset, deadline, budget, overrun, limit, sections, costs }) => {
      const held = Array.from({ length: SECTIONS }, (_, n) => {
        const section = sections[n];
        return section === undefined ? [0, 0, 0] : [section.at, section.length, section.ceiling];
      }).flat();
      return [period, offset, deadline, budget ?? NO_BUDGET, overrun, limit, 1, ...held, ...costs].join(' ');
    })
    .join(' ');

export function modelFor(tasks: readonly Task[], { preemptive, edf, servers }: Kind, moreNs = 0): SimulationModel {
  const numbers = tasks.map((task, index): TaskNumbers => {
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
      sections: task.sections.map(({ at, length }, n) => ({
        resource: index * SECTIONS + n,
        atNs: at * 1000,
        lengthNs: length * 1000,
      })),
    };
  });
  const resources = tasks.flatMap(({ sections }, index) =>
    Array.from({ length: SECTIONS }, (_, n) => ({ ceiling: sections[n]?.ceiling ?? index })),
  );
  return modelOf(numbers, { preemptive, order: edf ? 'edf' : 'fixed-priority', resources });
}

export function simulated(model: SimulationModel): Event[] {
  const sink = new Collector();
  simulate(model, sink, { untilNs: HORIZON_US * 1000 });
  return sink.events;
}

const ENDS = /^(complete|lock-|budget)/;
export const REPLENISHES = /^replenish/;

/**
 * Whether a completion, an exhaustion or an unlock coincides with a release, a deadline or a
 * replenishment.
 */
export function coincides(events: readonly Event[], tasks: readonly Task[]): boolean {
  const replenished = new Set(events.flatMap(({ text, timeNs }) => (REPLENISHES.test(text) ? timeNs : [])));
  return events.some(
    ({ text, timeNs }) =>
      ENDS.test(text) &&
      (replenished.has(timeNs) ||
        tasks.some(({ period, offset, deadline }) =>
          [0, deadline].some((after) => (timeNs / 1000 - offset - after) % period === 0),
        )),
  );
}

/** The program that runs the tasks, built once for each kind. */
export class TaskProgram {
  readonly #directory: string;
  readonly #executable: string;

  private constructor(directory: string, executable: string) {
    this.#directory = directory;
    this.#executable = executable;
  }

  static async build({ preemptive, edf }: Kind): Promise<TaskProgram> {
    const directory = await mkdtemp(path.join(tmpdir(), 'polyloop-tasks-'));
    const files = [
      path.join(PROGRAMS, 'given_tasks.c'),
      ...(await sourcesOf('src')),
      ...(await sourcesOf('port', 'host')),
    ];
    const config = {
      PL_TASK_COUNT: TASKS,
      PL_TABLES_IN_RAM: 1,
      PL_PREEMPTIVE: preemptive ? 1 : 0,
      PL_POLICY: edf ? 'PL_POLICY_EDF' : 'PL_POLICY_FIXED',
      PL_USES_RESOURCES: 1,
      PL_SERVER_REFILLS: 200,
      CONFORM_STACK_BYTES: 65_536,
      // Large enough to record dropped releases at once.
      PL_TRACE_RING_BYTES: 256,
    };
    return new TaskProgram(directory, await buildHost(directory, config, files, []));
  }

  /** Runs the tasks and returns the events. Null if the trace is incomplete. */
  async events(tasks: readonly Task[]): Promise<Event[] | null> {
    const telemetry = path.join(this.#directory, 'telemetry');
    const run_us = String(HORIZON_US + 100_000);
    const env = { PL_HOST_TELEMETRY: telemetry, PL_HOST_RUN_US: run_us, GIVEN_TASKS: parametersOf(tasks) };
    await run(this.#executable, [], { env: { ...process.env, ...env } });
    const sink = new Collector();
    const decoder = new TelemetryDecoder(sink);
    decoder.push(new Uint8Array(await readFile(telemetry)));
    decoder.end();
    if (sink.dropped > 0) return null;
    // The first task has no offset, so its first release is the start.
    const startNs = sink.events.find(({ text }) => text.startsWith('release 0'))?.timeNs ?? 0;
    return sink.events.map(({ timeNs, text }) => ({ timeNs: timeNs - startNs, text }));
  }

  remove(): Promise<void> {
    return rm(this.#directory, { recursive: true, force: true });
  }
}
