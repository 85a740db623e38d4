/** `polyloop export`: writes a sketch as a PlatformIO project or as a sketch of the Arduino IDE. */
import { type Command, Option } from 'commander';
import type { ExportForm } from '../../contract/projects.ts';
import { generate } from '../../host/pipeline.ts';
import { exportGenerated } from '../../host/projects/export.ts';
import type { Run } from '../command.ts';
import { CommandError, EXIT_INVALID, EXIT_OK, EXIT_REFUSED } from '../exit-codes.ts';
import { printProblems, problemsForJson, requireSketch } from '../sketch-input.ts';
import { printable, type Terminal } from '../terminal.ts';

interface ExportOptions {
  readonly as: ExportForm;
  readonly out: string;
  readonly zip?: true;
  readonly force?: true;
  readonly json?: true;
}

export function addExportCommand(program: Command, run: Run): void {
  program
    .command('export')
    .description('write a sketch as a PlatformIO project, or for the Arduino IDE')
    .argument('<file>', 'sketch file (NAME.polyloop.json)')
    .addOption(
      new Option('--as <form>', 'a PlatformIO project, or a sketch folder of the Arduino IDE')
        .choices(['platformio', 'ino'])
        .makeOptionMandatory(),
    )
    .requiredOption('--out <path>', 'the folder, or with --zip the zip file')
    .option('--zip', 'write one zip file')
    .option('--force', 'replace an earlier export')
    .option('--json', 'print a JSON document')
    .action((file: string, options: ExportOptions) => run((terminal) => exportFile(terminal, file, options)));
}

async function exportFile(terminal: Terminal, file: string, options: ExportOptions): Promise<number> {
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
  if (options.json) terminal.print(JSON.stringify({ file, out, files, problems: problemsForJson(problems) }));
  else printProblems(terminal, file, problems);
  if (out === null) return EXIT_REFUSED;
  if (!options.json) terminal.print(`${files} files in ${printable(out)}.`);
  return EXIT_OK;
}
