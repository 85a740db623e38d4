/**
 * The part of a report about tasks and handlers: measured or simulated values next to declared and
 * predicted ones.
 */
import type { Admission } from '../../generator/analysis/admission.ts';
import {
  formatBound,
  formatDeclared,
  formatDuration,
  formatExecution,
  formatInstant,
} from '../../generator/numbers/time.ts';
import type { CountedEdges } from '../../generator/profile/counted-edges.ts';
import type { Sketch, TaskKind } from '../../generator/sketch/model.ts';
import { nsOfUs, usOrNull } from '../../generator/sketch/time.ts';
import { systemOf } from '../../generator/system/system.ts';
import type { TaskStatistics } from '../../generator/trace/jobs/statistics.ts';
import type { Switches } from '../../generator/trace/jobs/switches.ts';
import type { StackUse } from '../../generator/trace/stack.ts';
import type { Recording } from '../host/measuring/recording.ts';
import { interruptTable } from './interrupt-report.ts';
import { formatTable, shortened } from './table.ts';
import { printable, type Terminal } from './terminal.ts';

/** A resource that a task held for longer than declared. */
interface LongSection {
  readonly resource: string;
  readonly declaredUs: number | null;
  readonly count: number;
}

/**
 * Measured, declared and predicted values of one task or handler. Durations are in ns. A value is
 * null where it does not exist or is unknown.
 */
export interface TaskRow {
  readonly name: string;
  readonly kind: TaskKind | 'handler';
  readonly periodNs: number | null;
  readonly measured: TaskStatistics | null;
  /**
   * Null when the target's tasks have no stacks of their own, or the board has not reported any
   * yet.
   */
  readonly stack: StackUse | null;
  readonly switches: Switches;
  readonly longSections: readonly LongSection[];
  readonly deadlineNs: number | null;
  readonly budgetNs: number | null;
  /** The response-time bound R from admission. */
  readonly boundNs: number | null;
}

/**
 * Returns tasks in the order of the file, then interrupt handlers, which is also the numbering of
 * telemetry.
 */
export function taskRowsOf(sketch: Sketch, admission: Admission, { statistics, switches }: Recording): TaskRow[] {
  const measuredOf = (index: number) => ({
    longSections: longSectionsOf(sketch, index, statistics.longSections.get(index) ?? new Map()),
    measured: statistics.tasks.find((one) => one.task.index === index && one.task.class === 'task') ?? null,
    stack: statistics.stacks.get(index) ?? null,
    switches: switches.of(index),
  });
  return systemOf(sketch).runnables.map(({ index, element, source, name, kind, periodNs, budgetNs }): TaskRow => {
    const predicted =
      element === 'task'
        ? admission.tasks.find(({ task }) => task === source)
        : admission.handlers.find(({ interrupt }) => interrupt === source);
    return {
      name,
      kind: element === 'task' ? kind : 'handler',
      ...measuredOf(index),
      periodNs,
      budgetNs,
      deadlineNs: predicted?.deadlineNs ?? null,
      boundNs: predicted?.responseNs ?? null,
    };
  });
}

/** @param counts by the resource's index */
function longSectionsOf(
  { tasks, resources }: Sketch,
  task: number,
  counts: ReadonlyMap<number, number>,
): LongSection[] {
  return [...counts].map(([index, count]) => {
    const resource = resources[index];
    const user = resource?.users.find((one) => one.task === tasks[task]?.name);
    return { resource: resource?.name ?? `resource ${index}`, declaredUs: user?.criticalSectionUs ?? null, count };
  });
}

export function taskForJson(row: TaskRow): object {
  const { name, kind, periodNs, measured, stack, switches, deadlineNs, budgetNs, boundNs } = row;
  const worst = measured?.responseNs.worst ?? null;
  return {
    name,
    kind,
    periodUs: usOrNull(periodNs),
    deadlineUs: usOrNull(deadlineNs),
    budgetUs: usOrNull(budgetNs),
    jobs: measured?.completed ?? 0,
    released: measured?.released ?? 0,
    dropped: measured?.dropped ?? 0,
    firstDroppedAtUs: usOrNull(measured?.firstDroppedNs ?? null),
    incomplete: measured?.incomplete ?? 0,
    worstResponseTimeUs: usOrNull(worst),
    meanResponseTimeUs: roundedUs(measured?.responseNs.mean ?? null),
    predictedResponseTimeUs: usOrNull(boundNs),
    withinPrediction: worst === null || boundNs === null ? null : worst <= boundNs,
    worstExecutionTimeUs: usOrNull(measured?.executionNs.worst ?? null),
    meanExecutionTimeUs: roundedUs(measured?.executionNs.mean ?? null),
    worstPreemptedTimeUs: usOrNull(measured?.preemptedNs.worst ?? null),
    preemptions: switches.preemptions,
    migrations: switches.migrations,
    releaseJitterUs: usOrNull(measured?.releaseJitterNs ?? null),
    misses: measured?.misses ?? 0,
    deadlineMisses: measured?.deadlineMisses ?? 0,
    budgetOverruns: measured?.budgetOverruns ?? 0,
    budgetExhaustions: measured?.exhaustions ?? 0,
    longSections: row.longSections,
    lateJob: measured?.lateJob ?? null,
    utilization: measured?.utilization ?? 0,
    stack,
  };
}

/** Rounds means to the nanosecond, which is finer than the clock of any board. */
function roundedUs(timeNs: number | null): number | null {
  return timeNs === null ? null : usOrNull(Math.round(timeNs));
}

/**
 * Prints tables of tasks and interrupts, with notes on stopped tasks and on jobs that do not end.
 *
 * @param isPrediction whether the recording is a simulation. Simulated jobs keep their budgets
 * @param counted what the device counted of each interrupt. Undefined: it is a simulation
 */
export function printTasks(
  terminal: Terminal,
  sketch: Sketch,
  admission: Admission,
  recording: Recording,
  isPrediction: boolean,
  counted?: readonly CountedEdges[],
): void {
  const rows = taskRowsOf(sketch, admission, recording);
  terminal.print(`\n${taskTable(terminal, rows, isPrediction).join('\n')}\n`);
  for (const note of [...stoppedNotes(sketch, rows), ...rows.flatMap(unendedNote), ...rows.flatMap(sectionNotes)])
    terminal.print(`${terminal.style('yellow', note)}\n`);
  const interrupts = interruptTable(recording, counted);
  if (interrupts.length > 0) terminal.print(`${interrupts.join('\n')}\n`);
}

/**
 * A job that does not end counts as only one miss and one overrun, so the table does not show how
 * long it has been running.
 */
function unendedNote({ name, measured }: TaskRow): string[] {
  if (measured === null || measured.lateJob === null) return [];
  // A job that is merely late when the run ends is already in the table.
  if (measured.completed > 0 && measured.exhaustions <= measured.budgetOverruns) return [];
  const used = measured.exhaustions > 0 ? ` The task's budget was exhausted ${times(measured.exhaustions)}.` : '';
  const cost = measured.dropped > 0 ? ` The task has dropped ${releases(measured.dropped)} so far.` : '';
  return [`${printable(name)}: job ${measured.lateJob} is late and has not ended.${used}${cost}`];
}

/** The table shows overruns of budgets only, so overruns of critical sections need a note. */
function sectionNotes({ name, longSections }: TaskRow): string[] {
  return longSections.map(({ resource, declaredUs, count }) => {
    const declared = declaredUs === null ? 'declared' : `its declared ${formatDeclared(nsOfUs(declaredUs))}`;
    const kept = `${printable(name)}: held resource ${printable(resource)} for longer than ${declared} ${times(count)}.`;
    return `${kept} Shorten the section, or declare a longer criticalSectionUs.`;
  });
}

/** A task that its overrun policy has stopped drops every later release. */
function stoppedNotes({ tasks }: Sketch, rows: readonly TaskRow[]): string[] {
  return rows.flatMap(({ name, measured }, index) => {
    const stoppedNs = tasks[index]?.overrun === 'stop' ? (measured?.firstDroppedNs ?? null) : null;
    if (measured === null || stoppedNs === null) return [];
    const words = `stopped at ${formatInstant(stoppedNs)} by its overrun policy; ${releases(measured.dropped)} dropped.`;
    return [`${printable(name)}: ${words}`];
  });
}

const releases = (count: number): string => (count === 1 ? '1 release' : `${count} releases`);

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

const COLUMNS = [
  'jobs',
  'R worst',
  'R mean',
  'R predicted',
  'deadline',
  'C worst',
  'C mean',
  'budget',
  'jitter',
  'misses',
  'late',
  'dropped',
  'overruns',
];

function taskTable(terminal: Terminal, rows: readonly TaskRow[], isPrediction: boolean): string[] {
  const preempted = rows.some(({ measured }) => (measured?.preemptedNs.worst ?? 0) > 0);
  const migrated = rows.some(({ switches }) => switches.migrations > 0);
  const stacks = rows.some(({ stack }) => stack !== null);
  const titles = [
    ...COLUMNS,
    ...(preempted ? ['preempted'] : []),
    ...(migrated ? ['migrations'] : []),
    ...(stacks ? ['stack'] : []),
  ];
  const columns = [{ title: 'task' }, ...titles.map((title) => ({ title, align: 'right' as const }))];
  return formatTable(
    columns,
    rows.map((row) => [
      ...cells(terminal, row, isPrediction),
      ...(preempted ? [timeOr(row.measured?.preemptedNs.worst, formatBound)] : []),
      ...(migrated ? [String(row.switches.migrations)] : []),
      ...(stacks ? [row.stack === null ? '–' : stackWords(row.stack)] : []),
    ]),
  );
}

export const stackWords = ({ sizeBytes, unusedBytes }: StackUse): string => `${sizeBytes - unusedBytes} / ${sizeBytes}`;

const timeOr = (timeNs: number | null | undefined, format: (timeNs: number) => string): string =>
  timeNs === null || timeNs === undefined ? '–' : format(timeNs);

function cells(
  terminal: Terminal,
  { name, measured, deadlineNs, budgetNs, boundNs }: TaskRow,
  isPrediction: boolean,
): string[] {
  const bad = (count: number) => (count > 0 ? terminal.style('red', String(count)) : '0');
  const worst = measured?.responseNs.worst ?? null;
  const beyond = worst !== null && boundNs !== null && worst > boundNs;
  const response = (timeNs: number) => formatBound(timeNs, deadlineNs);
  return [
    shortened(printable(name)),
    String(measured?.completed ?? 0),
    beyond ? terminal.style('red', timeOr(worst, response)) : timeOr(worst, response),
    timeOr(measured?.responseNs.mean, formatDuration),
    timeOr(boundNs, response),
    timeOr(deadlineNs, formatDeclared),
    timeOr(measured?.executionNs.worst, (timeNs) => formatExecution(timeNs, budgetNs, isPrediction)),
    timeOr(measured?.executionNs.mean, formatDuration),
    timeOr(budgetNs, formatDeclared),
    timeOr(measured?.releaseJitterNs, formatBound),
    bad(measured?.misses ?? 0),
    bad(measured?.deadlineMisses ?? 0),
    bad(measured?.dropped ?? 0),
    bad(measured?.budgetOverruns ?? 0),
  ];
}
