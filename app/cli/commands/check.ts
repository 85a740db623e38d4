/**
 * `polyloop check`: is the sketch admitted? Prints one document or one table per file. The worst
 * file determines the exit code.
 */
import { Argument, type Command, Option } from 'commander';
import type { Calibrated } from '../../../generator/calibration/record.ts';
import { notMeasured } from '../../../generator/estimate/words.ts';
import { type Sketch, TARGETS, type TargetName } from '../../../generator/sketch/model.ts';
import { visibleJson } from '../../../generator/words/visible.ts';
import { printAdmission, wiringOf } from '../admission-report.ts';
import { userCalibrations } from '../calibrations.ts';
import type { Run } from '../command.ts';
import { EXIT_INVALID, EXIT_OK, EXIT_REFUSED } from '../exit-codes.ts';
import { checkDocument, judge } from '../judgement.ts';
import { memoryDocument, printMemory } from '../memory-report.ts';
import { printProblems, problemsForJson, readSketchInput } from '../sketch-input.ts';
import { targetDocument } from '../target-report.ts';
import { printLines, type Terminal } from '../terminal.ts';

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
    .option('--explain', 'show the formula of each test, with its symbols and with numbers')
    .option('--design', 'show the margin of each parameter, and suggest changes')
    .addOption(new Option('--target <name>', 'check the sketch for this target instead of its own').choices(TARGETS))
    .addHelpText(
      'after',
      '\nExit code: 0 admitted, 1 not admitted, 2 invalid file or command line. The worst file determines the code.',
    )
    .action((files: readonly string[], options: CheckOptions) =>
      run(async (terminal) => {
        let worst = EXIT_OK;
        const calibrations = await userCalibrations(terminal);
        for (const file of files) worst = Math.max(worst, await checkFile(terminal, file, options, calibrations));
        return worst;
      }),
    );
}

async function checkFile(
  terminal: Terminal,
  file: string,
  options: CheckOptions,
  calibrations: readonly Calibrated[],
): Promise<number> {
  const read = await readSketchInput(file);
  if (!read.ok) {
    if (options.json) terminal.print(visibleJson({ file, problems: problemsForJson(read.problems) }));
    else printProblems(terminal, file, read.problems);
    return EXIT_INVALID;
  }
  const sketch: Sketch = options.target === undefined ? read.sketch : { ...read.sketch, target: options.target };
  const admission = judge(sketch, options.ideal ?? false, calibrations);
  if (options.json) {
    const document = {
      ...checkDocument(file, sketch, admission, options.ideal ?? false, calibrations),
      help: options.design ? await designDocument(sketch, options, calibrations) : null,
      estimatedBudgets: notMeasured(sketch),
      ...targetDocument(sketch),
      ...(await memoryDocument(file, sketch)),
      warnings: problemsForJson(read.warnings),
      wiring: wiringOf(sketch),
    };
    terminal.print(visibleJson(document));
  } else {
    printProblems(terminal, file, read.warnings);
    printAdmission(terminal, file, sketch, admission, { ...options, calibrations });
    terminal.print('');
    await printMemory(terminal, file, sketch);
    if (options.design) await printDesign(terminal, sketch, options, calibrations);
    terminal.print('');
  }
  return admission.admitted ? EXIT_OK : EXIT_REFUSED;
}

/** Loads the modules of design help only when the user asks for it. */
async function designDocument(
  sketch: Sketch,
  options: CheckOptions,
  calibrations: readonly Calibrated[],
): Promise<object> {
  const { designFor } = await import('../design.ts');
  const { designForJson } = await import('../design-report.ts');
  const { help, fit } = designFor(sketch, options.ideal ?? false, calibrations);
  return designForJson(sketch, help, fit);
}

async function printDesign(
  terminal: Terminal,
  sketch: Sketch,
  options: CheckOptions,
  calibrations: readonly Calibrated[],
): Promise<void> {
  const { designFor } = await import('../design.ts');
  const { designParagraphs } = await import('../design-report.ts');
  const { help, fit } = designFor(sketch, options.ideal ?? false, calibrations);
  for (const lines of designParagraphs(terminal, sketch, help, fit)) printLines(terminal, lines);
}
