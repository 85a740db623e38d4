/** `polyloop generate`: writes the project of a sketch, to read, keep, or build by hand. */
import type { Command } from 'commander';
import type { Problem } from '../../../generator/sketch/problem.ts';
import { visibleJson } from '../../../generator/words/visible.ts';
import { generate, type HostProject, writeGenerated } from '../../host/pipeline.ts';
import type { Run } from '../command.ts';
import { EXIT_OK, EXIT_REFUSED } from '../exit-codes.ts';
import { outputFolder } from '../output-folder.ts';
import { printProblems, problemsForJson, requireSketch } from '../sketch-input.ts';
import { printable, type Terminal } from '../terminal.ts';

interface GenerateOptions {
  readonly out: string;
  readonly force?: true;
  readonly json?: true;
}

export function addGenerateCommand(program: Command, run: Run): void {
  program
    .command('generate')
    .description("write the sketch's project: C++ code, the runtime, and build files")
    .argument('<file>', 'sketch file (NAME.polyloop.json)')
    .requiredOption('--out <folder>', 'output folder: new, empty, or generated before')
    .option('--force', 'write into a folder that contains other files')
    .option('--json', 'print a JSON document')
    .action((file: string, options: GenerateOptions) => run((terminal) => generateFile(terminal, file, options)));
}

async function generateFile(terminal: Terminal, file: string, options: GenerateOptions): Promise<number> {
  const read = await requireSketch(terminal, file, options.json ?? false);
  if (!read.ok) return read.exitCode;
  const project = generate(read.sketch);
  const failed = project.diagnostics.some((problem) => problem.severity === 'error');
  const found = [...project.diagnostics, ...withoutKernel(project, !failed)];
  if (!options.json) printProblems(terminal, file, found);
  const problems = problemsForJson([...read.warnings, ...found]);
  if (failed) {
    if (options.json) terminal.print(visibleJson({ file, out: null, files: [], changed: [], removed: [], problems }));
    return EXIT_REFUSED;
  }
  const out = await outputFolder(options.out, options.force ?? false);
  const { changed, removed } = await writeGenerated(out, project);
  const files = [...project.files.keys()];
  if (options.json) terminal.print(visibleJson({ file, out, files, changed, removed, problems }));
  else
    terminal.print(
      `${files.length} files in ${printable(out)}, ${changed.length} new or changed. Build it: ${buildCommand(project, out, file)}`,
    );
  return EXIT_OK;
}

/** A project without its kernel is written anyway. Its README explains where to put the kernel. */
function withoutKernel({ withoutKernel }: HostProject, written: boolean): Problem[] {
  if (withoutKernel === null) return [];
  if (!written) return [withoutKernel];
  const message = `${withoutKernel.message} The project was written without it.`;
  return [{ ...withoutKernel, severity: 'warning', message }];
}

/**
 * PlatformIO builds projects that contain its configuration file. Polyloop itself runs the
 * compilers of other boards.
 */
function buildCommand({ files }: HostProject, out: string, file: string): string {
  return files.has('platformio.ini') ? `pio run -d "${printable(out)}"` : `npx polyloop build "${printable(file)}"`;
}
