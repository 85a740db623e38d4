/**
 * `polyloop run`: builds the firmware, runs it on a virtual board or on the real board at a port,
 * and reports each task next to its predicted bound.
 */
import { type Command, Option } from 'commander';
import type { Calibrated } from '../../../generator/calibration/record.ts';
import { type Filling, fillIn, fillingOf } from '../../../generator/estimate/fill-in.ts';
import { fillingWords } from '../../../generator/estimate/filling-words.ts';
import { MARGIN_PERCENT } from '../../../generator/estimate/margin.ts';
import { measuredJobs } from '../../../generator/estimate/measured-jobs.ts';
import { formatDuration } from '../../../generator/numbers/time.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { usOfNs } from '../../../generator/sketch/time.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import { visibleJson } from '../../../generator/words/visible.ts';
import type { BuildOutcome } from '../../host/builds/build.ts';
import { untouched } from '../../host/devices/parts/wired-part.ts';
import { replaceFile } from '../../host/files/replace-file.ts';
import { healthOf } from '../../host/measuring/health.ts';
import { type Measurement, measure } from '../../host/measuring/measure.ts';
import { boardOf } from '../../host/pipeline.ts';
import { addBuildSettings, addIgnoreStack, type BuildSettings, buildOrReport } from '../building.ts';
import { userCalibrations } from '../calibrations.ts';
import type { Run } from '../command.ts';
import { CommandError } from '../exit-codes.ts';
import { exitCodeOf } from '../health-report.ts';
import { cancelled, withInterrupt } from '../interrupt.ts';
import { judge } from '../judgement.ts';
import { parseDuration, parseMargin } from '../option-values.ts';
import { noteUploadDoubts, PORT_HELP, runnableBoard } from '../ports.ts';
import { printRun, runDocument } from '../run-report.ts';
import { requireSketch } from '../sketch-input.ts';
import { printable, type Terminal } from '../terminal.ts';
import { checkTraceFile, TRACE_EXTENSIONS, writeTraceFile } from '../traces/trace-output.ts';
import { requireUserTrust } from '../trust.ts';

const DEFAULT_NS = 2e9;
/** What a trace can hold: hours of a board's serial line. */
const MOST_TRACE_BYTES = 2 ** 30;

interface RunOptions extends BuildSettings {
  readonly for: number;
  readonly trace?: string;
  readonly port?: string;
  readonly apply?: true;
  readonly margin?: number;
  readonly json?: true;
  readonly ignoreStack?: true;
}

export function addRunCommand(program: Command, run: Run): void {
  const command = program
    .command('run')
    .description('run a sketch on a virtual or real board and report what each task did')
    .argument('<file>', 'sketch file (NAME.polyloop.json)')
    .addOption(
      new Option('--for <time>', 'duration in board time: 2s, 500ms, 250us, 1m')
        .argParser(parseDuration)
        .default(DEFAULT_NS, '2s'),
    )
    .option('--port <port>', PORT_HELP)
    .option(
      '--trace <file>',
      `write the trace to this file; the extension selects the format: ${TRACE_EXTENSIONS.join(', ')}`,
    );
  addIgnoreStack(addBuildSettings(command))
    .option('--apply', 'write the measured budgets to the file, for tasks with an automatic budget')
    .addOption(
      new Option(
        '--margin <percent>',
        `what a measured budget adds to the longest job (default: ${MARGIN_PERCENT}, and measured budgets only grow)`,
      ).argParser(parseMargin),
    )
    .option('--json', 'print a JSON document')
    .addHelpText(
      'after',
      '\nExit code: 0 the program ran, 1 it could not be built or run, 2 invalid file or command line, 10 to 29 the program did not ' +
        'work (docs/cli.md lists them). Deadline misses do not change the exit code.',
    )
    .action((file: string, options: RunOptions) => run((terminal) => runFile(terminal, file, options)));
}

async function runFile(terminal: Terminal, file: string, options: RunOptions): Promise<number> {
  const read = await requireSketch(terminal, file, options.json ?? false);
  if (!read.ok) return read.exitCode;
  const { sketch } = read;
  const board = boardOf(sketch);
  const calibrations = await userCalibrations(terminal);
  const device = await runnableBoard(options.port, board, 'polyloop run');
  if (options.port !== undefined) await noteUploadDoubts(terminal, { file, sketch, board, port: options.port });
  if (device.isNative === true) await requireUserTrust(file, sketch, options.trust ?? false);
  if (options.trace !== undefined) await checkTraceFile(options.trace, options.force ?? false);
  return withInterrupt(async (signal) => {
    const build = await buildOrReport(terminal, file, sketch, options, signal);
    if (typeof build === 'number') return build;
    if (options.port === undefined) terminal.progress(`Running for ${formatDuration(options.for)} of board time…`);
    device.setParts(untouched(sketch.parts));
    const onStep = (step: string) => terminal.progress(`${step}…`);
    const { firmware } = build;
    const kept = options.trace === undefined ? {} : { keptBytes: MOST_TRACE_BYTES };
    const measurement = await measure({ device, firmware, durationNs: options.for, signal, onStep, ...kept });
    if (measurement.outcome === 'interrupted' && !measurement.started) return cancelled(terminal);
    if (measurement.outcome === 'failed' && !measurement.started)
      throw new CommandError(measurement.message ?? 'The program could not be started.');
    return report(terminal, file, sketch, build, measurement, options, calibrations);
  });
}

async function report(
  terminal: Terminal,
  file: string,
  sketch: Sketch,
  build: BuildOutcome,
  measurement: Measurement,
  options: RunOptions,
  calibrations: readonly Calibrated[],
): Promise<number> {
  const admission = judge(sketch, false, calibrations);
  const health = healthOf(sketch, measurement, admission.admitted);
  const source = options.port === undefined ? 'virtual' : 'board';
  if (options.trace !== undefined) await writeTraceFile(options.trace, measurement, { source, sketch });
  const filling = fillingOf(
    sketch,
    sketch,
    measuredJobs(sketch, measurement.recording.statistics),
    options.margin ?? null,
  );
  const filled = fillIn(sketch, filling);
  if (options.apply && filled.ok && filling.budgets.length > 0) await replaceFile(file, writeSketch(filled.sketch));
  if (options.json) {
    const { name, board, target } = sketch;
    const { admitted, decidedBy } = admission;
    const head = {
      file,
      name,
      board,
      target,
      admitted,
      decidedBy,
      requestedUs: usOfNs(options.for),
      memory: build.memory,
    };
    const trace = options.trace ?? null;
    terminal.print(
      visibleJson({
        ...head,
        ...runDocument(sketch, admission, measurement, health),
        automaticBudgets: filling,
        trace,
      }),
    );
  } else {
    printRun(terminal, sketch, admission, measurement, health);
    const verdict = filled.ok ? judge(filled.sketch, false, calibrations).sentence : null;
    printFilling(terminal, filling, verdict, options.apply ?? false);
  }
  if (measurement.outcome === 'failed' && health.finding === null && !options.json) {
    throw new CommandError(`The run ended early: ${measurement.message ?? 'the board failed'}`);
  }
  return exitCodeOf(measurement, health);
}

/** What the run measured for automatic budgets, and the verdict with them. */
function printFilling(terminal: Terminal, filling: Filling, verdict: string | null, isApplied: boolean): void {
  const words = fillingWords(filling);
  if (words !== null) terminal.print(printable(words));
  if (filling.budgets.length === 0) return;
  if (verdict !== null) terminal.print(printable(`With them: ${verdict}`));
  terminal.print(isApplied ? 'They are in the file now.' : 'Add --apply to write them to the file.');
}
