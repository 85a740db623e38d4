/**
 * `polyloop export`: writes a sketch as a PlatformIO project or as a sketch of the Arduino IDE, or a
 * recorded trace in the format of another program.
 */
import { type Command, Option } from 'commander';
import { visibleJson } from '../../../generator/words/visible.ts';
import type { ExportForm } from '../../contract/projects.ts';
import { generate } from '../../host/pipeline.ts';
import { exportGenerated } from '../../host/projects/export.ts';
import type { Run } from '../command.ts';
import { CommandError, EXIT_INVALID, EXIT_OK, EXIT_REFUSED } from '../exit-codes.ts';
import { parseDuration } from '../option-values.ts';
import { printProblems, problemsForJson, requireSketch } from '../sketch-input.ts';
import { printable, type Terminal } from '../terminal.ts';
import { exportTrace, FORMAT_IDS } from '../traces/export-trace.ts';

interface ExportOptions {
  readonly as?: ExportForm;
  readonly format?: string;
  readonly from?: number;
  readonly for?: number;
  readonly out?: string;
  readonly zip?: true;
  readonly force?: true;
  readonly json?: true;
}

export function addExportCommand(program: Command, run: Run): void {
  program
    .command('export')
    .description('write a sketch for PlatformIO or the Arduino IDE, or a recorded trace for another program')
    .argument('<file>', 'sketch file (NAME.polyloop.json), or trace (NAME.pltrace)')
    .addOption(
      new Option('--as <form>', 'a sketch: as a PlatformIO project, or a sketch folder of the Arduino IDE').choices([
        'platformio',
        'ino',
      ]),
    )
    .addOption(new Option('--format <format>', 'a trace: in this format').choices(FORMAT_IDS))
    .option('--out <path>', 'the file or folder, or with --zip the zip file (a trace: beside it)')
    .addOption(new Option('--from <time>', 'a drawing: from this time of the trace').argParser(parseDuration))
    .addOption(new Option('--for <time>', 'a drawing: for this time').argParser(parseDuration))
    .option('--zip', 'write one zip file')
    .option('--force', 'replace an earlier export')
    .option('--json', 'print a JSON document')
    .action((file: string, options: ExportOptions) => run((terminal) => exportFile(terminal, file, options)));
}

function exportFile(terminal: Terminal, file: string, options: ExportOptions): Promise<number> {
  const { as, format, out } = options;
  if (format !== undefined && as === undefined) return exportTrace(terminal, file, { ...options, format });
  if (as !== undefined && format === undefined && out !== undefined)
    return exportSketch(terminal, file, { ...options, as, out });
  throw new CommandError(
    as !== undefined && format === undefined
      ? 'Name the folder of the export: --out FOLDER.'
      : 'Choose what to write: --as platformio or --as ino for a sketch, --format FORMAT for a trace.',
    EXIT_INVALID,
  );
}

interface SketchExport extends ExportOptions {
  readonly as: ExportForm;
  readonly out: string;
}

async function exportSketch(terminal: Terminal, file: string, options: SketchExport): Promise<number> {
  const read = await requireSketch(terminal, file, options.json ?? false);
  if (!read.ok) return read.exitCode;
  const project = generate(read.sketch);
  const isRefused = project.diagnostics.some(({ severity }) => severity === 'error');
  const request = { form: options.as, zip: options.zip ?? false, replace: options.force ?? false };
  const result = isRefused
    ? { status: 'refused' as const, problems: project.diagnostics }
    : await exportGenerated(read.sketch, project, options.out, request);
  if (result.status === 'exists') {
    throw new CommandError(`${result.path} exists. Choose another name, or add --force to replace it.`, EXIT_INVALID);
  }
  const problems = result.status === 'refused' ? result.problems : project.diagnostics;
  const [out, files] = result.status === 'written' ? [result.dir, result.files] : [null, 0];
  if (options.json) terminal.print(visibleJson({ file, out, files, problems: problemsForJson(problems) }));
  else printProblems(terminal, file, problems);
  if (out === null) return EXIT_REFUSED;
  if (!options.json) terminal.print(`${files} files in ${printable(out)}.`);
  return EXIT_OK;
}
