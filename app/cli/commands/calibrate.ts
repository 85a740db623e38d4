/**
 * `polyloop calibrate`: measures the overheads of the runtime on a virtual or real board, and keeps them
 * for the analysis.
 */
import { type Command, Option } from 'commander';
import { BOARDS, type BoardChoice, boardById, boardOf } from '../../../generator/boards/index.ts';
import { figureNames, figureSetOf, MEASURED } from '../../../generator/calibration/figures.ts';
import { calibrationObstacle } from '../../../generator/calibration/obstacle.ts';
import { type Calibrated, type CalibrationRecord, calibratedOf } from '../../../generator/calibration/record.ts';
import type { Board } from '../../../generator/platform/board.ts';
import { TARGETS, type TargetName } from '../../../generator/sketch/model.ts';
import { didYouMean, quote } from '../../../generator/sketch/problem.ts';
import { targetById } from '../../../generator/targets/index.ts';
import { visibleJson } from '../../../generator/words/visible.ts';
import { BUILD_TOOLS, type BuildTool } from '../../contract/builds.ts';
import { BoardLister } from '../../host/boards/list.ts';
import { calibrate } from '../../host/calibration/calibrate.ts';
import { calibrationFolder } from '../../host/calibration/service.ts';
import type { Device } from '../../host/devices/device.ts';
import { listVirtualDevices, openDevice } from '../../host/devices/index.ts';
import { hostPaths } from '../../host/paths.ts';
import { buildSketch } from '../../host/pipeline.ts';
import { calibrationStore } from '../calibrations.ts';
import type { Run } from '../command.ts';
import { CommandError, EXIT_INTERRUPTED, EXIT_INVALID, EXIT_OK } from '../exit-codes.ts';
import { withInterrupt } from '../interrupt.ts';
import { boardOnPort, PORT_HELP } from '../ports.ts';
import { formatTable } from '../table.ts';
import { printable, printLines, type Terminal } from '../terminal.ts';

interface CalibrateOptions {
  readonly board: string;
  readonly target: TargetName;
  readonly port?: string;
  readonly tool: BuildTool;
  readonly list?: true;
  readonly shipped?: true;
  readonly verbose?: true;
  readonly json?: true;
}

export function addCalibrateCommand(program: Command, run: Run): void {
  program
    .command('calibrate')
    .description("measure the runtime's overheads on a virtual or real board, for the analysis")
    .addOption(new Option('--board <id>', 'the board').default('uno'))
    .addOption(new Option('--target <name>', 'the target').choices(TARGETS).default('superloop'))
    .option('--port <port>', PORT_HELP)
    .addOption(new Option('--tool <tool>', 'the build tool').choices(BUILD_TOOLS).default('platformio'))
    .option('--list', 'list what was measured, without measuring')
    .option('--shipped', 'go back to the shipped overheads of the board and target')
    .option('--verbose', "show the build tool's output")
    .option('--json', 'print a JSON document')
    .action((options: CalibrateOptions) => run((terminal) => calibrateBoard(terminal, options)));
}

async function calibrateBoard(terminal: Terminal, options: CalibrateOptions): Promise<number> {
  if (options.list) return list(terminal, options);
  const { board, boardFacts } = await boardOfOption(options.board);
  if (options.shipped) return removeRecord(terminal, board, options);
  const { target } = options;
  const reason = calibrationObstacle(board, target);
  if (reason !== null) throw new CommandError(reason);
  return withInterrupt(async (signal) => {
    try {
      const record = await calibrate({
        ...{ board, boardFacts, target, signal, tool: options.tool, build: buildSketch },
        kind: options.port === undefined ? 'virtual' : 'port',
        open: () => openBoard(board, options.port),
        dir: calibrationFolder(hostPaths().cache, { board: board.id, target, tool: options.tool }),
        onStep: (step) => terminal.progress(`${step}…`),
        onLine: (line) => {
          if (options.verbose) terminal.note(printable(line));
        },
      });
      const path = await calibrationStore().write(record);
      if (options.json) terminal.print(visibleJson({ path, ...record }));
      else printRecord(terminal, board, record, path);
      return EXIT_OK;
    } catch (error) {
      if (signal.aborted) return EXIT_INTERRUPTED;
      throw error;
    }
  });
}

/** One of Polyloop's own boards, or one that PlatformIO knows. */
async function boardOfOption(id: string): Promise<{ readonly board: Board } & Pick<BoardChoice, 'boardFacts'>> {
  const own = boardById(id);
  if (own !== undefined) return { board: own, boardFacts: null };
  const { boards } = await new BoardLister().list();
  const boardFacts = boards.find((each) => each.id === id)?.facts ?? null;
  const board = boardFacts === null ? undefined : boardOf({ board: id, boardFacts });
  if (board !== undefined) return { board, boardFacts };
  const ids = BOARDS.map((each) => each.id);
  throw new CommandError(
    `There is no board ${quote(id)}.${didYouMean(id, ids, ` Choose one of ${ids.join(', ')}, or one that \`polyloop boards WORDS\` lists.`)}`,
    EXIT_INVALID,
  );
}

async function openBoard(board: Board, port: string | undefined): Promise<Device> {
  if (port !== undefined) return boardOnPort(port, board, 'polyloop calibrate');
  const [found] = await listVirtualDevices(board);
  if (found !== undefined) return openDevice(found.id, board);
  throw new CommandError(`There is no virtual board for "${board.label}". Give the port of a real one with --port.`);
}

function printRecord(terminal: Terminal, board: Board, record: CalibrationRecord, path: string): void {
  const cycleUs = 1e6 / board.clockHz;
  const columns = [
    { title: 'measured' },
    ...record.programs.map(({ measures, tasks, policy }) => ({
      title: measures === 'interrupts' ? measures : `${tasks} tasks, ${policy}`,
      align: 'right' as const,
    })),
    { title: 'times', align: 'right' as const },
  ];
  const set = figureSetOf(board, record.target);
  const works = MEASURED.filter((work) => record.programs.some(({ measures }) => measures === work));
  const names = works.flatMap((work) => figureNames(set, work));
  const rows = names.map((name) => {
    const found = record.programs.map(({ figures }) => figures[name]);
    return [
      name,
      ...found.map((figure) => (figure === undefined ? '–' : `${(figure.most * cycleUs).toFixed(2)} µs`)),
      String(found.reduce((sum, figure) => sum + (figure?.count ?? 0), 0)),
    ];
  });
  printLines(terminal, formatTable(columns, rows));
  terminal.print(
    printable(
      `The analysis of ${targetById(record.target).label} on "${board.label}" uses these overheads now (${record.compiler}, runtime ${record.runtime}). They are in ${path}.`,
    ),
  );
}

async function removeRecord(terminal: Terminal, board: Board, { target, json }: CalibrateOptions): Promise<number> {
  const existed = await calibrationStore().remove(board.id, target);
  const label = `${targetById(target).label} on "${board.label}"`;
  const text = existed
    ? `The analysis of ${label} uses the shipped overheads again.`
    : `There was no calibration of ${label}: the analysis uses the shipped overheads.`;
  terminal.print(json ? visibleJson({ board: board.id, target, removed: existed }) : printable(text));
  return EXIT_OK;
}

async function list(terminal: Terminal, { json }: CalibrateOptions): Promise<number> {
  const { entries, problems } = await calibrationStore().read();
  const calibrations = entries.map(({ record, stale }) => calibratedOf(record, stale));
  if (json) {
    terminal.print(visibleJson({ calibrations: calibrations.map(forJson), problems }));
    return EXIT_OK;
  }
  if (calibrations.length === 0) terminal.print('No board was calibrated: the analysis uses the shipped overheads.');
  for (const one of calibrations) {
    const { label } = one;
    const where = one.device === 'port' ? 'on the board' : 'on the virtual board';
    const use = one.stale === null ? 'used' : `not used: ${one.stale}`;
    const text = `${targetById(one.target).label} on "${label}": measured ${where} on ${one.day} with ${one.compiler}; ${use}`;
    terminal.print(printable(text));
  }
  for (const { message } of problems) terminal.note(printable(message));
  return EXIT_OK;
}

const forJson = ({ board, target, day, device, compiler, stale, overheads }: Calibrated): object => ({
  ...{ board, target, day, device, compiler, stale, overheads },
});
