/** What a run's report says: each task as measured beside what was predicted. */
import type { Admission } from '../../generator/analysis/admission.ts';
import { formatNs } from '../../generator/analysis/format.ts';
import { boardById } from '../../generator/boards/index.ts';
import type { Sketch, TaskKind } from '../../generator/sketch/model.ts';
import { instructionNs } from '../../generator/sketch/platform.ts';
import type { StackUse } from '../../generator/trace/stack.ts';
import type { TaskStatistics } from '../../generator/trace/statistics.ts';
import { interruptsForJson, interruptTable, otherStacks } from './interrupt-report.ts';
import { toUs } from './judgement.ts';
import type { Measurement } from './measure.ts';
import { formatTable, shortened } from './table.ts';
import { printable, type Terminal } from './terminal.ts';

/** One task or handler: measured, declared and predicted. Durations in ns; null where there is none or it is not known. */
interface Row {
  readonly name: string;
  readonly kind: TaskKind | 'handler';
  readonly periodNs: number | null;
  readonly measured: TaskStatistics | null;
  /** null: the target gives tasks no stacks, or the board has told nothing of it yet. */
  readonly stack: StackUse | null;
  readonly deadlineNs: number | null;
  readonly budgetNs: number | null;
  /** R from admission. */
  readonly boundNs: number | null;
}

/** Tasks in the order of the file, then the handlers of interrupts, as telemetry numbers them. */
function rowsOf(sketch: Sketch, admission: Admission, { statistics }: Measurement): Row[] {
  const measuredOf = (index: number) => ({
    measured: statistics.tasks.find((one) => one.task.index === index && one.task.class === 'task') ?? null,
    stack: statistics.stacks.get(index) ?? null,
  });
  const tasks = sketch.tasks.map(({ name, kind, periodUs, budgetUs }, index): Row => {
    const predicted = admission.tasks.find((one) => one.task === index) ?? null;
    return {
      name,
      kind,
      ...measuredOf(index),
      periodNs: toNs(periodUs),
      budgetNs: toNs(budgetUs),
      deadlineNs: predicted?.deadlineNs ?? null,
      boundNs: predicted?.responseNs ?? null,
    };
  });
  const handled = sketch.interrupts
    .map((interrupt, index) => ({ ...interrupt, index }))
    .filter(({ handlerBudgetUs }) => handlerBudgetUs > 0);
  const handlers = handled.map(({ name, handlerPeriodUs, handlerBudgetUs, index }, order): Row => {
    const periodNs = handlerPeriodUs * 1000;
    const boundNs = admission.handlers.find(({ interrupt }) => interrupt === index)?.responseNs ?? null;
    const times = { periodNs, deadlineNs: periodNs, budgetNs: handlerBudgetUs * 1000, boundNs };
    return { name, kind: 'handler', ...measuredOf(sketch.tasks.length + order), ...times };
  });
  return [...tasks, ...handlers];
}

const toNs = (us: number | null): number | null => (us === null ? null : us * 1000);

/** The document of a run, as docs/cli.md describes it. */
export function runDocument(sketch: Sketch, admission: Admission, measurement: Measurement): object {
  const { outcome, message, boardTimeNs, wallMs, decoder, store, statistics } = measurement;
  const { frames, badFrames, lostFrames, events } = decoder.statistics;
  return {
    outcome,
    message,
    boardTimeUs: toUs(Math.round(boardTimeNs)),
    wallMs: Math.round(wallMs),
    ...instructionClock(sketch),
    utilization: statistics.utilization,
    telemetry: { frames, badFrames, lostFrames, events, lostEvents: lostEvents(measurement), gaps: store.gaps.length },
    tasks: rowsOf(sketch, admission, measurement).map(rowForJson),
    interrupts: interruptsForJson(measurement),
    otherStacks: otherStacks(measurement),
    text: textOf(measurement),
  };
}

/** Where the board's clock counts instructions, how long each of them is taken to last. */
function instructionClock(sketch: Sketch): { instructionNs?: number } {
  const board = boardById(sketch.board);
  const ns = board ? instructionNs(board) : null;
  return ns === null ? {} : { instructionNs: ns };
}

/** Events for which the board had no room, and those that could not be dated. */
function lostEvents({ store, decoder }: Measurement): number {
  return store.gaps.reduce((sum, gap) => sum + (gap.lost ?? 0), decoder.discarded);
}

/** Longest text of the program that a report holds. */
const MAX_TEXT = 65_536;

/** What the program printed. */
export function textOf({ store }: Measurement): string {
  return [...store.texts.values()].join('').slice(0, MAX_TEXT);
}

function rowForJson({ name, kind, periodNs, measured, stack, deadlineNs, budgetNs, boundNs }: Row): object {
  const worst = measured?.responseNs.worst ?? null;
  return {
    name,
    kind,
    periodUs: toUs(periodNs),
    deadlineUs: toUs(deadlineNs),
    budgetUs: toUs(budgetNs),
    jobs: measured?.completed ?? 0,
    released: measured?.released ?? 0,
    skipped: measured?.skipped ?? 0,
    incomplete: measured?.incomplete ?? 0,
    worstResponseTimeUs: toUs(worst),
    meanResponseTimeUs: roundedUs(measured?.responseNs.mean ?? null),
    predictedResponseTimeUs: toUs(boundNs),
    withinPrediction: worst === null || boundNs === null ? null : worst <= boundNs,
    worstExecutionTimeUs: toUs(measured?.executionNs.worst ?? null),
    meanExecutionTimeUs: roundedUs(measured?.executionNs.mean ?? null),
    worstPreemptedTimeUs: toUs(measured?.preemptedNs.worst ?? null),
    releaseJitterUs: toUs(measured?.releaseJitterNs ?? null),
    deadlineMisses: measured?.deadlineMisses ?? 0,
    budgetOverruns: measured?.budgetOverruns ?? 0,
    budgetExhaustions: measured?.exhaustions ?? 0,
    lateJob: measured?.lateJob ?? null,
    utilization: measured?.utilization ?? 0,
    stack,
  };
}

/** Means are rounded to the nanosecond, which is finer than any board's clock. */
function roundedUs(timeNs: number | null): number | null {
  return timeNs === null ? null : toUs(Math.round(timeNs));
}

/** The report as tables. */
export function printRun(terminal: Terminal, sketch: Sketch, admission: Admission, measurement: Measurement): void {
  const { boardTimeNs, wallMs, statistics, store } = measurement;
  const speed = boardTimeNs / 1e6 / Math.max(1, wallMs);
  terminal.print(
    `Ran ${formatNs(boardTimeNs)} of board time in ${(wallMs / 1000).toFixed(1)} s (${speed.toFixed(1)} × real time), ` +
      `${store.end} ${store.end === 1 ? 'event' : 'events'}, processor used ${(statistics.utilization * 100).toFixed(1)} %.`,
  );
  const clock = instructionClock(sketch).instructionNs;
  if (clock !== undefined) {
    terminal.print(
      `All times are counts of instructions, ${clock} ns each; they say nothing of the processor's cycles.`,
    );
  }
  const lost = lostEvents(measurement);
  if (lost > 0 || store.gaps.length > 0) {
    const words = `The record has ${store.gaps.length} gaps; ${lost} events are known to be lost. Jobs in gaps are not counted.`;
    terminal.print(terminal.style('yellow', words));
  }
  const rows = rowsOf(sketch, admission, measurement);
  terminal.print(`\n${taskTable(terminal, rows).join('\n')}\n`);
  for (const note of rows.flatMap(unendedNote)) terminal.print(`${terminal.style('yellow', note)}\n`);
  const interrupts = interruptTable(measurement);
  if (interrupts.length > 0) terminal.print(`${interrupts.join('\n')}\n`);
  const others = otherStacks(measurement).map(({ thread, ...use }) => `${thread} ${stackWords(use)}`);
  if (others.length > 0)
    terminal.print(`Stacks of the runtime's own threads, used of size: ${others.join(', ')} bytes.`);
  terminal.print(printable(admission.sentence));
}

/** A job that does not end is one miss and one overrun, however long it goes on: what a table of jobs cannot tell. */
function unendedNote({ name, measured }: Row): string[] {
  if (measured === null || measured.lateJob === null) return [];
  // One that is merely late when time is up is in the table.
  if (measured.completed > 0 && measured.exhaustions <= measured.budgetOverruns) return [];
  const used = measured.exhaustions > 0 ? ` The task's budget was used up ${times(measured.exhaustions)}.` : '';
  return [
    `${printable(name)}: job ${measured.lateJob} is late and has not ended.${used} ` +
      'Releases that it costs are counted when it ends.',
  ];
}

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
  'overruns',
  'skipped',
];

function taskTable(terminal: Terminal, rows: readonly Row[]): string[] {
  const preempted = rows.some(({ measured }) => (measured?.preemptedNs.worst ?? 0) > 0);
  const stacks = rows.some(({ stack }) => stack !== null);
  const titles = [...COLUMNS, ...(preempted ? ['preempted'] : []), ...(stacks ? ['stack'] : [])];
  const columns = [{ title: 'task' }, ...titles.map((title) => ({ title, align: 'right' as const }))];
  return formatTable(
    columns,
    rows.map((row) => [
      ...cells(terminal, row),
      ...(preempted ? [timeOr(row.measured?.preemptedNs.worst)] : []),
      ...(stacks ? [row.stack === null ? '–' : stackWords(row.stack)] : []),
    ]),
  );
}

const stackWords = ({ sizeBytes, unusedBytes }: StackUse): string => `${sizeBytes - unusedBytes} / ${sizeBytes}`;

const timeOr = (timeNs: number | null | undefined): string =>
  timeNs === null || timeNs === undefined ? '–' : formatNs(timeNs);

function cells(terminal: Terminal, { name, measured, deadlineNs, budgetNs, boundNs }: Row): string[] {
  const bad = (count: number) => (count > 0 ? terminal.style('red', String(count)) : '0');
  const worst = measured?.responseNs.worst ?? null;
  const beyond = worst !== null && boundNs !== null && worst > boundNs;
  return [
    shortened(printable(name)),
    String(measured?.completed ?? 0),
    beyond ? terminal.style('red', timeOr(worst)) : timeOr(worst),
    timeOr(measured?.responseNs.mean),
    timeOr(boundNs),
    timeOr(deadlineNs),
    timeOr(measured?.executionNs.worst),
    timeOr(measured?.executionNs.mean),
    timeOr(budgetNs),
    timeOr(measured?.releaseJitterNs),
    bad(measured?.deadlineMisses ?? 0),
    bad(measured?.budgetOverruns ?? 0),
    String(measured?.skipped ?? 0),
  ];
}
