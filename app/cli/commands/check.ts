/**
 * `polyloop check`: is the sketch admitted? Prints one document or one table per file. The worst
 * file determines the exit code.
 */
import { Argument, type Command, Option } from 'commander';
import { type Admission, proofOf } from '../../../generator/analysis/admission.ts';
import { courseOf } from '../../../generator/analysis/failure-course.ts';
import { formatNs, formatRatio, formatShort } from '../../../generator/analysis/format.ts';
import { explanationText } from '../../../generator/analysis/method.ts';
import { boardById } from '../../../generator/boards/index.ts';
import { type WiringProblem, wiringProblems } from '../../../generator/parts/wiring-problems.ts';
import { type Sketch, TARGETS, type TargetName } from '../../../generator/sketch/model.ts';
import { targetById } from '../../../generator/targets/index.ts';
import type { Run } from '../command.ts';
import { EXIT_INVALID, EXIT_OK, EXIT_REFUSED } from '../exit-codes.ts';
import { checkDocument, judge } from '../judgement.ts';
import { printProblems, problemsForJson, readSketchInput } from '../sketch-input.ts';
import { formatTable, shortened } from '../table.ts';
import { targetDocument, targetLines } from '../target-report.ts';
import { printable, type Terminal } from '../terminal.ts';

interface CheckOptions {
  readonly json?: true;
  readonly ideal?: true;
  readonly explain?: true;
  readonly design?: true;
  readonly target?: TargetName;
}

export function addCheckCommand(program: Command, run: Run): void {
  program
    .command('check')
    .description('check whether a sketch meets all of its deadlines')
    .addArgument(new Argument('<file...>', 'sketch files (NAME.polyloop.json)'))
    .option('--json', 'print one JSON document per line instead of tables')
    .option('--ideal', 'ignore overheads, as textbooks do')
    .option('--explain', 'show the steps of each test')
    .option('--design', 'show the margin of each parameter, and suggest changes')
    .addOption(new Option('--target <name>', 'check the sketch for this target instead of its own').choices(TARGETS))
    .addHelpText(
      'after',
      '\nExit code: 0 admitted, 1 not admitted, 2 invalid file or command line. The worst file determines the code.',
    )
    .action((files: readonly string[], options: CheckOptions) =>
      run(async (terminal) => {
        let worst = EXIT_OK;
        for (const file of files) worst = Math.max(worst, await checkFile(terminal, file, options));
        return worst;
      }),
    );
}

async function checkFile(terminal: Terminal, file: string, options: CheckOptions): Promise<number> {
  const read = await readSketchInput(file);
  if (!read.ok) {
    if (options.json) terminal.print(JSON.stringify({ file, problems: problemsForJson(read.problems) }));
    else printProblems(terminal, file, read.problems);
    return EXIT_INVALID;
  }
  const sketch: Sketch = options.target === undefined ? read.sketch : { ...read.sketch, target: options.target };
  const admission = judge(sketch, options.ideal ?? false);
  if (options.json) {
    const document = {
      ...checkDocument(file, sketch, admission, options.ideal ?? false),
      help: options.design ? await designDocument(sketch, options) : null,
      ...targetDocument(sketch),
      warnings: problemsForJson(read.warnings),
      wiring: wiringOf(sketch),
    };
    terminal.print(JSON.stringify(document));
  } else {
    printProblems(terminal, file, read.warnings);
    printAdmission(terminal, file, sketch, admission, options);
    if (options.design) await printDesign(terminal, sketch, options);
    terminal.print('');
  }
  return admission.admitted ? EXIT_OK : EXIT_REFUSED;
}

function printAdmission(
  terminal: Terminal,
  file: string,
  sketch: Sketch,
  admission: Admission,
  options: CheckOptions,
): void {
  const verdict = admission.admitted
    ? terminal.style(['green', 'bold'], 'ADMITTED')
    : terminal.style(['red', 'bold'], 'NOT ADMITTED');
  terminal.print(`${terminal.style('bold', printable(file))}  ${verdict}`);
  terminal.print(printable(`${admission.sentence} ${proofOf(admission)}`.trim()));
  const course = courseOf(admission);
  if (course !== null) terminal.print(printable(course));
  terminal.print(
    `Target ${targetById(sketch.target).label}, board ${boardById(sketch.board)?.label ?? sketch.board}, ${sketch.policy}, ` +
      `${overheadWords(sketch, options)}. Utilization ${formatRatio(admission.utilization)}.`,
  );
  for (const line of targetLines(sketch)) terminal.print(printable(line));
  for (const { message } of wiringOf(sketch)) terminal.print(terminal.style('yellow', printable(message)));
  if (admission.tasks.length + admission.handlers.length > 0) printLines(terminal, taskTable(terminal, admission));
  printLines(terminal, methodLines(terminal, admission, options.explain ?? false));
  if (options.explain) printExplanations(terminal, admission);
}

function wiringOf(sketch: Sketch): readonly WiringProblem[] {
  const board = boardById(sketch.board);
  return board === undefined ? [] : wiringProblems(sketch, board);
}

function printExplanations(terminal: Terminal, admission: Admission): void {
  for (const result of admission.methods.filter((one) => one.applies)) {
    printLines(terminal, [
      terminal.style('bold', result.label),
      ...explanationText(result)
        .split('\n')
        .map((line) => `  ${printable(line)}`),
    ]);
  }
}

/** Loads the modules of design help only when the user asks for it. */
async function designDocument(sketch: Sketch, options: CheckOptions): Promise<object> {
  const { designFor } = await import('../design.ts');
  const { designForJson } = await import('../design-report.ts');
  const { help, fit } = designFor(sketch, options.ideal ?? false);
  return designForJson(sketch, help, fit);
}

async function printDesign(terminal: Terminal, sketch: Sketch, options: CheckOptions): Promise<void> {
  const { designFor } = await import('../design.ts');
  const { designParagraphs } = await import('../design-report.ts');
  const { help, fit } = designFor(sketch, options.ideal ?? false);
  for (const lines of designParagraphs(terminal, sketch, help, fit)) printLines(terminal, lines);
}

function overheadWords(sketch: Sketch, options: CheckOptions): string {
  if (options.ideal) return 'without overheads';
  return (boardById(sketch.board)?.targets[sketch.target]?.overheads ?? null) === null
    ? 'no overheads measured'
    : 'overheads counted';
}

function printLines(terminal: Terminal, lines: readonly string[]): void {
  terminal.print(`\n${lines.join('\n')}`);
}

function taskTable(terminal: Terminal, admission: Admission): string[] {
  const columns = [
    { title: 'task' },
    { title: 'utilization', align: 'right' },
    { title: 'response', align: 'right' },
    { title: 'deadline', align: 'right' },
    { title: 'holds' },
  ] as const;
  const rows = [...admission.tasks, ...admission.handlers].map((task) => [
    shortened(printable(task.name)),
    formatRatio(task.utilization),
    task.responseNs === null ? '–' : formatShort(task.responseNs, 'up'),
    formatNs(task.deadlineNs),
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
  const number = (value: number | null) => (value === null ? '' : formatRatio(value));
  const rows = admission.methods
    .filter(({ applies }) => applies)
    .map(({ label, verdict, value, bound }) => [
      label,
      terminal.style(VERDICT_COLOURS[verdict], verdict),
      number(value),
      number(bound),
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
