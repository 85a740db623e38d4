/** Makes an observation of a run from its sketch, its trace and the facts of the device. */
import { exhaustionOn } from '../platform/exhaustion.ts';
import { isGuess } from '../sketch/budgets/budget-from.ts';
import { sketchIdentifiers } from '../sketch/identifiers.ts';
import type { Sketch } from '../sketch/model.ts';
import { systemOf } from '../system/system.ts';
import { targetById } from '../targets/index.ts';
import type { JobTracker } from '../trace/jobs/jobs.ts';
import { NEVER } from '../trace/jobs/jobs-column.ts';
import type { TaskStatistics, TraceStatistics } from '../trace/jobs/statistics.ts';
import { STATE_COMPLETE, type TaskJobs } from '../trace/jobs/task-jobs.ts';
import { KIND_COMPLETE, KIND_START, KIND_TEXT } from '../trace/kinds.ts';
import type { TraceStore } from '../trace/store/store.ts';
import type { TelemetryDecoder } from '../trace/wire/decoder.ts';
import type { DeviceFacts } from './device-facts.ts';
import { codeOf, functionsOf, isCode } from './functions.ts';
import type { LineMonitor } from './line-monitor.ts';
import type { RunningCode, RunningJob, RunObservation, TaskObservation } from './observation.ts';
import { waitsNs } from './waits.ts';

/** A run as the command line and the window store it. Jobs and statistics must be up to date. */
export interface ObservedRun {
  readonly sketch: Sketch;
  readonly store: TraceStore;
  readonly jobs: JobTracker;
  readonly statistics: TraceStatistics;
  readonly decoder: TelemetryDecoder;
  readonly line: LineMonitor;
  readonly state: RunObservation['state'];
  readonly boardTimeNs: number | null;
  readonly failure: string | null;
  readonly facts: DeviceFacts;
}

/** Used until telemetry gives the rate. There are no notices before that. */
const DEFAULT_CLOCK_HZ = 1e6;

export function observe(run: ObservedRun): RunObservation {
  const { store, decoder } = run;
  const tasks = tasksOf(run);
  return {
    state: run.state,
    boardTimeNs: run.boardTimeNs,
    line: run.line.observe(decoder),
    boots: Math.max(decoder.statistics.boots, store.segments.length),
    heardNs: heardNsOf(run),
    namesDueNs: namesDueNsOf(run.sketch),
    releaseStartNs: releaseStartOf(run.jobs),
    gapsNs: store.gaps.reduce((sum, { fromNs, toNs }) => sum + toNs - fromNs, 0),
    lostEvents: store.gaps.reduce((sum, { lost }) => sum + (lost ?? 0), decoder.discarded),
    tasks,
    overflowedThread: overflowedThreadOf(store),
    failure: run.failure,
    facts: run.facts,
    notices: run.statistics.notices,
    clockHz: decoder.metadata?.clockHz ?? DEFAULT_CLOCK_HZ,
    code: runningCodeOf(run.sketch, run.facts),
  };
}

/** Tasks in file order, then the handlers of interrupts, with the numbers of telemetry. */
function tasksOf({ sketch, jobs, statistics }: ObservedRun): TaskObservation[] {
  return systemOf(sketch).runnables.map((runnable) => {
    const { index, element, source, name, kind, periodNs, offsetNs, jitterNs, deadlineNs, budgetNs } = runnable;
    const declared = element === 'task' ? sketch.tasks[source] : sketch.interrupts[source];
    const estimated = declared !== undefined && isGuess(sketch, declared);
    const measured = statistics.tasks.find(({ task }) => task.index === index && task.class === 'task') ?? null;
    return {
      name,
      kind: element === 'task' ? kind : 'handler',
      periodNs,
      offsetNs,
      deadlineNs,
      jitterNs,
      budgetNs: estimated ? periodNs : budgetNs,
      stops: exhaustionOn(targetById(sketch.target), runnable) === 'stop',
      estimated,
      guessNs: expectedNs(estimated ? budgetNs : null, waitsNs(sketch.prelude, declared?.body ?? '')),
      ...countsOf(measured),
      ...latestOf(jobs.task(index)),
    };
  });
}

/** The longer of a guess and the waits that the code asks for; null if there is neither. */
const expectedNs = (guessNs: number | null, waits: number): number | null =>
  guessNs === null && waits === 0 ? null : Math.max(guessNs ?? 0, waits);

function countsOf(measured: TaskStatistics | null) {
  const { released = 0, completed = 0, incomplete = 0, dropped = 0, misses = 0 } = measured ?? {};
  const exhausted = measured?.budgetOverruns ?? 0;
  return {
    released,
    completed,
    incomplete,
    dropped,
    misses,
    exhausted,
    longestNs: measured?.executionNs.worst ?? null,
  };
}

/** Number of latest jobs that are searched for a completed one. */
const LATEST = 8;

function latestOf(jobs: TaskJobs | null): { running: RunningJob | null; lastEndNs: number | null } {
  if (jobs === null) return { running: null, lastEndNs: null };
  let lastEndNs: number | null = null;
  const from = Math.max(jobs.first, jobs.settled - LATEST);
  for (let row = from; row < jobs.settled; row++) {
    if (jobs.stateAt(row) === STATE_COMPLETE) lastEndNs = jobs.endAt(row);
  }
  const open = jobs.open.find(({ row }) => jobs.startAt(row) !== NEVER);
  if (open === undefined) return { running: null, lastEndNs };
  const deadlineNs = jobs.deadlineAt(open.row);
  return {
    running: {
      number: jobs.numberAt(open.row),
      startNs: jobs.startAt(open.row),
      deadlineNs: deadlineNs === NEVER ? null : deadlineNs,
      executionNs: executedNs(jobs, open.row),
    },
    lastEndNs,
  };
}

/** Execution time of an open job, including the part that runs now. */
function executedNs(jobs: TaskJobs, row: number): number {
  const last = jobs.segmentCountAt(row) - 1;
  const runs = last >= 0 && jobs.segmentToAt(row, last) === NEVER;
  return jobs.executionAt(row) + (runs ? jobs.knownEndAt(row) - jobs.segmentFromAt(row, last) : 0);
}

function runningCodeOf(sketch: Sketch, facts: DeviceFacts): RunningCode | null {
  const found = functionsOf(facts).find(isCode);
  if (found === undefined) return null;
  const { kind, identifier, part } = codeOf(found);
  const name = [...sketchIdentifiers(sketch).runnables].find(([, each]) => each === identifier)?.[0];
  return name === undefined ? null : { element: { kind, name }, part };
}

/** On the store's time axis, like all times of an observation. */
function heardNsOf({ store, decoder }: ObservedRun): number | null {
  if (store.end === 0) return null;
  return Math.max(store.endNs, (store.segments.at(-1)?.originNs ?? 0) + (decoder.timeNs ?? 0));
}

/**
 * Metadata is sent in pieces, one per beat (docs/telemetry.md, runtime-c/src/trace_beat.c). This is
 * twice the longest time.
 */
const PIECE_BYTES = 20;
const PIECE_NS = 2 * 60e6;
const OBJECT_BYTES = 24;

function namesDueNsOf({ tasks, interrupts, channels, resources }: Sketch): number {
  const names = [...tasks, ...interrupts, ...channels, ...resources].map(({ name }) => name);
  const bytes = names.reduce((sum, name) => sum + OBJECT_BYTES + 4 * name.length, OBJECT_BYTES);
  return Math.ceil(bytes / PIECE_BYTES) * PIECE_NS;
}

/** Computed from any job of a task with a period and an offset: it arrived at start + φ + k·T. */
function releaseStartOf({ tasks }: JobTracker): number | null {
  for (const jobs of tasks) {
    const { periodNs, offsetNs } = jobs.task;
    if (jobs.count === jobs.first || periodNs === null || offsetNs === null) continue;
    return jobs.arrivalAt(jobs.first) - offsetNs - jobs.numberAt(jobs.first) * periodNs;
  }
  return null;
}

/**
 * Number of text events at the end of a trace that can contain the kernel's last message
 * (runtime-c/port/freertos/overflow.c).
 */
const LAST_EVENTS = 64;
const OVERFLOW = /Stack overflow in thread (\d+)\s*$/;

/**
 * The program stops after this message. If a job starts or ends later, the program itself printed
 * the words.
 */
function overflowedThreadOf(store: TraceStore): number | null {
  let text = '';
  let isLast = true;
  store.walk(Math.max(store.first, store.end - LAST_EVENTS), store.end, (_index, _timeNs, kind, _object, value) => {
    if (kind === KIND_TEXT) {
      text += store.texts.get(value) ?? '';
      isLast = true;
    } else if (kind === KIND_START || kind === KIND_COMPLETE) isLast = false;
  });
  const found = OVERFLOW.exec(text);
  return found === null || !isLast ? null : Number(found[1]);
}
