/** The report of `polyloop check` about one sketch. */
import { type Admission, proofOf } from '../../generator/analysis/admission.ts';
import { courseOf } from '../../generator/analysis/failure-course.ts';
import { boardOf } from '../../generator/boards/index.ts';
import type { Calibrated } from '../../generator/calibration/record.ts';
import { estimateNote } from '../../generator/estimate/words.ts';
import { overheadSource } from '../../generator/judge/overheads.ts';
import { formatLoad, formatValueAndBound } from '../../generator/numbers/share.ts';
import { formatBound, formatDeclared, formatSlack } from '../../generator/numbers/time.ts';
import { type WiringProblem, wiringProblems } from '../../generator/parts/wiring-problems.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { targetById } from '../../generator/targets/index.ts';
import { explanationLines } from './explanation.ts';
import { formatTable, shortened } from './table.ts';
import { targetLines } from './target-report.ts';
import { printable, printLines, type Terminal } from './terminal.ts';

export interface AdmissionReportOptions {
  /** Whether the admission leaves out overheads. */
  readonly ideal?: boolean;
  /** Whether to print the formulas of each test. */
  readonly explain?: boolean;
  /** What was measured on the user's boards. Default: nothing. */
  readonly calibrations?: readonly Calibrated[];
}

/** Prints the verdict with its reason, the tables of tasks and tests, and on request the formulas. */
export function printAdmission(
  terminal: Terminal,
  file: string,
  sketch: Sketch,
  admission: Admission,
  options: AdmissionReportOptions,
): void {
  const verdict = admission.admitted
    ? terminal.style(['green', 'bold'], 'ADMITTED')
    : terminal.style(['red', 'bold'], 'NOT ADMITTED');
  terminal.print(`${terminal.style('bold', printable(file))}  ${verdict}`);
  terminal.print(printable(`${admission.sentence} ${proofOf(admission)}`.trim()));
  const course = courseOf(admission);
  if (course !== null) terminal.print(printable(course));
  terminal.print(
    `Target ${targetById(sketch.target).label}, board ${boardOf(sketch)?.label ?? sketch.board}, ${sketch.policy}, ` +
      `${overheadWords(sketch, options)}. Utilization ${formatLoad(admission.utilization)}.`,
  );
  for (const line of targetLines(sketch)) terminal.print(printable(line));
  for (const { message } of wiringOf(sketch)) terminal.print(terminal.style('yellow', printable(message)));
  const note = estimateNote(sketch);
  if (note !== null) terminal.print(printable(note));
  if (admission.tasks.length + admission.handlers.length > 0) printLines(terminal, taskTable(terminal, admission));
  printLines(terminal, methodLines(terminal, admission, options.explain ?? false));
  if (options.explain) printExplanations(terminal, admission);
}

export function wiringOf(sketch: Sketch): readonly WiringProblem[] {
  const board = boardOf(sketch);
  return board === undefined ? [] : wiringProblems(sketch, board);
}

function printExplanations(terminal: Terminal, admission: Admission): void {
  for (const result of admission.methods.filter((one) => one.applies)) {
    printLines(terminal, [terminal.style('bold', result.label), ...explanationLines(result)]);
  }
}

function overheadWords(sketch: Sketch, options: AdmissionReportOptions): string {
  return options.ideal ? 'without overheads' : printable(overheadSource(sketch, options.calibrations ?? []));
}

function taskTable(terminal: Terminal, admission: Admission): string[] {
  const columns = [
    { title: 'task' },
    { title: 'utilization', align: 'right' },
    { title: 'response', align: 'right' },
    { title: 'deadline', align: 'right' },
    { title: 'slack', align: 'right' },
    { title: 'holds' },
  ] as const;
  const rows = [...admission.tasks, ...admission.handlers].map((task) => [
    shortened(printable(task.name)),
    formatLoad(task.utilization),
    task.responseNs === null ? '–' : formatBound(task.responseNs, task.deadlineNs),
    formatDeclared(task.deadlineNs),
    task.responseNs === null ? '–' : formatSlack(task.deadlineNs - task.responseNs),
    task.meetsDeadline === null
      ? 'not known'
      : task.meetsDeadline
        ? terminal.style('green', 'yes')
        : terminal.style('red', 'NO'),
  ]);
  return formatTable(columns, rows);
}

const VERDICT_COLOURS = { schedulable: 'green', unschedulable: 'red', unknown: 'yellow' } as const;

/** Lists the tests that apply. With --explain, it also lists the reasons why the others do not. */
function methodLines(terminal: Terminal, admission: Admission, explained: boolean): string[] {
  const columns = [
    { title: 'test' },
    { title: 'verdict' },
    { title: 'value', align: 'right' },
    { title: 'bound', align: 'right' },
  ] as const;
  const rows = admission.methods
    .filter(({ applies }) => applies)
    .map(({ label, verdict, measures, value, bound }) => [
      label,
      terminal.style(VERDICT_COLOURS[verdict], verdict),
      ...formatValueAndBound(value, bound, measures === 'utilization'),
    ]);
  const others = admission.methods.filter(({ applies }) => !applies);
  const reasons = explained
    ? others.map(({ label, reason }) => `${label} does not apply: ${printable(reason ?? '')}`)
    : [`${others.length} tests do not apply; --explain says why.`];
  return [
    ...formatTable(columns, rows),
    ...(others.length === 0 ? [] : reasons.map((line) => terminal.style('dim', line))),
  ];
}
