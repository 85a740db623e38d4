/** `polyloop race`: runs one sketch on every target that is installed, and compares what they did. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { formatDuration } from '../../../generator/numbers/time.ts';
import { figuresOf } from '../../../generator/race/figures.ts';
import type { Racer } from '../../../generator/race/racer.ts';
import { clocksOf, raceReport } from '../../../generator/race/report.ts';
import { columnTitle, RACE_COLUMNS, type RaceCell, raceCells, raceNotes } from '../../../generator/race/words.ts';
import type { Sketch, TargetName } from '../../../generator/sketch/model.ts';
import { usOfNs } from '../../../generator/sketch/time.ts';
import { TARGETS } from '../../../generator/targets/index.ts';
import { visibleJson } from '../../../generator/words/visible.ts';
import { buildFolder } from '../../host/builds/service.ts';
import { replaceFile } from '../../host/files/replace-file.ts';
import { hostPaths } from '../../host/paths.ts';
import { boardOf, buildSketch } from '../../host/pipeline.ts';
import { type RaceResult, race } from '../../host/races/race.ts';
import { userCalibrations } from '../calibrations.ts';
import type { Run } from '../command.ts';
import { CommandError, EXIT_INTERRUPTED, EXIT_INVALID, EXIT_OK, EXIT_REFUSED } from '../exit-codes.ts';
import { withInterrupt } from '../interrupt.ts';
import { parseDuration } from '../option-values.ts';
import { runnableBoard } from '../ports.ts';
import { requireSketch } from '../sketch-input.ts';
import { formatTable } from '../table.ts';
import { printable, type Terminal } from '../terminal.ts';
import { checkIsNew } from '../traces/trace-output.ts';
import { requireUserTrust } from '../trust.ts';

const DEFAULT_NS = 2e9;
const IDS: readonly TargetName[] = TARGETS.map(({ id }) => id);

interface RaceOptions {
  readonly targets: readonly TargetName[];
  readonly for: number;
  readonly report?: string;
  readonly force?: true;
  readonly trust?: true;
  readonly json?: true;
}

export function addRaceCommand(program: Command, run: Run): void {
  program
    .command('race')
    .description('run a sketch on every target that is installed, and compare them')
    .argument('<file>', 'sketch file (NAME.polyloop.json)')
    .addOption(
      new Option('--targets <targets>', `targets, separated by commas: ${IDS.join(', ')}`)
        .argParser(parseTargets)
        .default(IDS, 'all'),
    )
    .addOption(
      new Option('--for <time>', 'duration of each run in board time: 2s, 500ms, 1m')
        .argParser(parseDuration)
        .default(DEFAULT_NS, '2s'),
    )
    .option('--report <file>', 'write a report to this file, as a web page with the schedules')
    .option('--force', 'replace an existing report')
    .option('--trust', 'trust the sketches in the folder of this one, which may then run on this computer itself')
    .option('--json', 'print a JSON document')
    .addHelpText(
      'after',
      '\nExit code: 0 at least one target ran the sketch, 1 none did, 2 invalid file or command line. Deadline misses do not ' +
        'change the exit code.',
    )
    .action((file: string, options: RaceOptions) => run((terminal) => raceFile(terminal, file, options)));
}

function parseTargets(text: string): TargetName[] {
  const names = text.split(',').map((name) => name.trim());
  const chosen = IDS.filter((id) => names.includes(id));
  const unknown = names.find((name) => !IDS.some((id) => id === name));
  if (unknown === undefined) return chosen;
  throw new InvalidArgumentError(`There is no target "${unknown}". Choose from: ${IDS.join(', ')}.`);
}

async function raceFile(terminal: Terminal, file: string, options: RaceOptions): Promise<number> {
  const read = await requireSketch(terminal, file, options.json ?? false);
  if (!read.ok) return read.exitCode;
  const { sketch } = read;
  const board = boardOf(sketch);
  const { report } = options;
  if (report !== undefined) {
    if (!/\.html?$/i.test(report))
      throw new CommandError(`A report is a web page: give --report a name that ends with .html.`, EXIT_INVALID);
    await checkIsNew(report, options.force ?? false);
  }
  const device = await runnableBoard(undefined, board, 'polyloop race');
  if (device.isNative === true) await requireUserTrust(file, sketch, options.trust ?? false);
  const calibrations = await userCalibrations(terminal);
  return withInterrupt(async (signal) => {
    const result = await race({
      ...{ sketch, board, targets: options.targets, durationNs: options.for, calibrations, signal },
      build: buildSketch,
      dirOf: (target) => buildFolder(hostPaths().cache, file, sketch, 'platformio', `race ${target}`),
      open: () => runnableBoard(undefined, board, 'polyloop race'),
      onStep: (text) => terminal.progress(text),
    });
    if (report !== undefined && !signal.aborted)
      await replaceFile(report, reportOf(sketch, board.label, options, result));
    if (options.json) printJson(terminal, file, sketch, options, result);
    else printRace(terminal, sketch, board.label, options, result);
    if (signal.aborted) return EXIT_INTERRUPTED;
    return result.racers.some(({ outcome }) => outcome === 'ran') ? EXIT_OK : EXIT_REFUSED;
  });
}

function reportOf(sketch: Sketch, board: string, options: RaceOptions, { racers, raced }: RaceResult): string {
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const { name, policy } = sketch;
  return raceReport({ sketch: name, board, policy, date: `${date} UTC`, durationNs: options.for, racers }, raced);
}

function printJson(
  terminal: Terminal,
  file: string,
  { name, board, policy }: Sketch,
  options: RaceOptions,
  { racers }: RaceResult,
): void {
  const report = options.report ?? null;
  const head = { file, name, board, policy, requestedUs: usOfNs(options.for), report };
  terminal.print(visibleJson({ ...head, racers: racers.map(racerForJson) }));
}

function racerForJson(racer: Racer): object {
  return { ...racer, figures: racer.profile === null ? null : figuresOf(racer.profile) };
}

function printRace(
  terminal: Terminal,
  sketch: Sketch,
  board: string,
  options: RaceOptions,
  { racers }: RaceResult,
): void {
  const duration = formatDuration(options.for);
  terminal.print(
    `${terminal.style('bold', printable(sketch.name))}  board ${printable(board)}, ${sketch.policy}, ${duration} each`,
  );
  const columns = RACE_COLUMNS.map((column) => ({
    title: columnTitle(column),
    align: column === 'target' || column === 'verdict' ? ('left' as const) : ('right' as const),
  }));
  const rows = racers.map((racer) => {
    const cells = raceCells(racer);
    return RACE_COLUMNS.map((column) => styled(terminal, cells[column]));
  });
  for (const line of formatTable(columns, rows)) terminal.print(line);
  for (const note of raceNotes(racers)) terminal.print(printable(note));
  for (const words of clocksOf(racers)) terminal.print(terminal.style('dim', words));
  if (options.report !== undefined) terminal.print(printable(`Report: ${options.report}`));
}

function styled(terminal: Terminal, { text, tone }: RaceCell): string {
  const words = printable(text);
  return tone === 'none' ? words : terminal.style(tone === 'bad' ? 'red' : 'green', words);
}
