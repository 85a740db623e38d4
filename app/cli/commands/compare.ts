/** `polyloop compare`: admission of one sketch under every target. */
import type { Command } from 'commander';
import type { TargetComparison } from '../../../generator/analysis/help/types.ts';
import { boardOf } from '../../../generator/boards/index.ts';
import { compareTargets } from '../../../generator/judge/compare.ts';
import { formatBytesOf } from '../../../generator/numbers/memory.ts';
import { formatLoad } from '../../../generator/numbers/share.ts';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { visibleJson } from '../../../generator/words/visible.ts';
import { userCalibrations } from '../calibrations.ts';
import type { Run } from '../command.ts';
import { EXIT_OK, EXIT_REFUSED } from '../exit-codes.ts';
import { problemsForJson, requireSketch } from '../sketch-input.ts';
import { formatTable, shortened } from '../table.ts';
import { printable, type Terminal } from '../terminal.ts';

interface CompareOptions {
  readonly json?: true;
  readonly ideal?: true;
}

export function addCompareCommand(program: Command, run: Run): void {
  program
    .command('compare')
    .description('check a sketch for every target')
    .argument('<file>', 'sketch file (NAME.polyloop.json)')
    .option('--json', 'print a JSON document instead of a table')
    .option('--ideal', 'ignore overheads, as textbooks do')
    .addHelpText(
      'after',
      '\nExit code: 0 at least one target admits the sketch, 1 no target admits it, 2 invalid file or command line.',
    )
    .action((file: string, options: CompareOptions) => run((terminal) => compareFile(terminal, file, options)));
}

async function compareFile(terminal: Terminal, file: string, options: CompareOptions): Promise<number> {
  const read = await requireSketch(terminal, file, options.json ?? false);
  if (!read.ok) return read.exitCode;
  const ideal = options.ideal ?? false;
  const { sketch } = read;
  const targets = compareTargets(sketch, ideal, await userCalibrations(terminal));
  if (options.json) {
    const { name, board, policy, cores } = sketch;
    const warnings = problemsForJson(read.warnings);
    terminal.print(
      visibleJson({ file, name, board, policy, cores, ideal, targets: targets.map(rowForJson), warnings }),
    );
  } else {
    printComparison(terminal, file, sketch, targets);
  }
  return targets.some(({ admitted }) => admitted) ? EXIT_OK : EXIT_REFUSED;
}

function rowForJson({ ramLimitBytes, ...row }: TargetComparison): object {
  return { ...row, ramAvailableBytes: ramLimitBytes };
}

function printComparison(terminal: Terminal, file: string, sketch: Sketch, targets: readonly TargetComparison[]): void {
  const board = boardOf(sketch)?.label ?? sketch.board;
  terminal.print(`${terminal.style('bold', printable(file))}  board ${printable(board)}, ${sketch.policy}`);
  const columns = [
    { title: 'target' },
    { title: 'verdict' },
    { title: 'decided by' },
    { title: 'worst R/D', align: 'right' },
    { title: 'task' },
    { title: 'utilization', align: 'right' },
    { title: 'runtime', align: 'right' },
    { title: 'estimated RAM', align: 'right' },
  ] as const;
  const rows = targets.map((row) => cellsOf(terminal, row));
  for (const line of formatTable(columns, rows)) terminal.print(line);
  for (const line of obstacleLines(targets)) terminal.print(terminal.style('dim', printable(line)));
}

/**
 * An obstacle that several targets share is printed once. A sentence that already names its target
 * gets no prefix.
 */
function obstacleLines(targets: readonly TargetComparison[]): string[] {
  const labels = new Map<string, string[]>();
  for (const { label, obstacles } of targets) {
    for (const text of obstacles) labels.set(text, [...(labels.get(text) ?? []), label]);
  }
  return [...labels].map(([text, of]) => (text.startsWith(`${of[0]} `) ? text : `${of.join(', ')}: ${text}`));
}

function cellsOf(terminal: Terminal, row: TargetComparison): string[] {
  const { label, admitted, decidedBy, tightest, utilization, overhead, ramBytes, ramLimitBytes } = row;
  return [
    label,
    admitted ? terminal.style('green', 'admitted') : terminal.style('red', 'NOT ADMITTED'),
    decidedBy ?? '–',
    tightest === null ? '–' : tightest.ratio === null ? 'no bound' : formatLoad(tightest.ratio),
    tightest === null ? '' : shortened(printable(tightest.name)),
    formatLoad(utilization),
    overhead === null ? '–' : formatLoad(overhead),
    ramBytes === null ? '–' : formatBytesOf(ramBytes, ramLimitBytes),
  ];
}
