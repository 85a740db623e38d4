/** `polyloop build`: sketch → project → firmware, with the compiler's messages brought home to the sketch. */
import { type Command, Option } from 'commander';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { BUILD_TOOLS, type BuildLine, type BuildTool, type Diagnostic, type MemoryUse } from '../../contract/builds.ts';
import type { BuildOutcome } from '../../host/builds/build.ts';
import { buildFolder } from '../../host/builds/service.ts';
import { hostPaths } from '../../host/paths.ts';
import { buildSketch } from '../../host/pipeline.ts';
import { EXIT_INTERRUPTED, EXIT_OK, EXIT_REFUSED } from '../exit-codes.ts';
import { withInterrupt } from '../interrupt.ts';
import { outputFolder } from '../output-folder.ts';
import type { Run } from '../program.ts';
import { requireSketch } from '../sketch-input.ts';
import { printable, type Terminal } from '../terminal.ts';

/** What every command that builds can be told. */
export interface BuildSettings {
  readonly out?: string;
  readonly force?: true;
  readonly tool: BuildTool;
  readonly verbose?: true;
}

interface BuildOptions extends BuildSettings {
  readonly json?: true;
}

/** Adds the options of BuildSettings to a command. */
export function addBuildSettings(command: Command): Command {
  return command
    .option('--out <folder>', "where to build; by default a folder of Polyloop's own, kept for the next build")
    .option('--force', 'write where other files are')
    .addOption(new Option('--tool <tool>', 'what builds it').choices(BUILD_TOOLS).default('platformio'))
    .option('--verbose', "show the build tool's own output");
}

export function addBuildCommand(program: Command, run: Run): void {
  const command = program
    .command('build')
    .description('build the firmware of a sketch')
    .argument('<file>', 'sketch file (NAME.polyloop.json)');
  addBuildSettings(command)
    .option('--json', 'print a JSON document')
    .action((file: string, options: BuildOptions) => run((terminal) => buildFile(terminal, file, options)));
}

async function buildFile(terminal: Terminal, file: string, options: BuildOptions): Promise<number> {
  const read = await requireSketch(terminal, file, options.json ?? false);
  if (!read.ok) return read.exitCode;
  const outcome = await withInterrupt((signal) => buildForCommand(terminal, file, read.sketch, options, signal));
  if (options.json) terminal.print(JSON.stringify(buildDocument(file, outcome)));
  else printOutcome(terminal, file, outcome);
  return buildExitCode(outcome);
}

/** Builds where the settings say; lines of the tools go to the notes if verbose. */
export async function buildForCommand(
  terminal: Terminal,
  file: string,
  sketch: Sketch,
  settings: BuildSettings,
  signal: AbortSignal,
): Promise<BuildOutcome> {
  const { out, force, tool, verbose } = settings;
  const own = () => buildFolder(hostPaths().cache, file, sketch, tool);
  const dir = out === undefined ? own() : await outputFolder(out, force ?? false);
  const onLine = ({ stream, text }: Pick<BuildLine, 'stream' | 'text'>) => {
    if (verbose) terminal.note(stream === 'out' ? terminal.styleNote('dim', text) : text);
  };
  terminal.progress('Building…');
  return buildSketch({ sketch, dir, tool, signal, onLine });
}

/** Exit code of a build that came to an end. */
export function buildExitCode({ outcome }: Pick<BuildOutcome, 'outcome'>): number {
  if (outcome === 'ok') return EXIT_OK;
  return outcome === 'cancelled' ? EXIT_INTERRUPTED : EXIT_REFUSED;
}

/** The document of a build, as docs/cli.md describes it. */
export function buildDocument(file: string, build: BuildOutcome): object {
  const { outcome, message, memory, durationMs, diagnostics } = build;
  const rounded = Math.round(durationMs);
  const firmware = build.firmware && { format: build.firmware.format, path: build.firmware.path };
  return { file, ok: outcome === 'ok', outcome, message, firmware, memory, durationMs: rounded, diagnostics };
}

/** The diagnostics and the message of a build, as notes. */
export function printDiagnostics(terminal: Terminal, file: string, build: BuildOutcome): void {
  for (const diagnostic of build.diagnostics) {
    const colour = diagnostic.severity === 'error' ? 'red' : diagnostic.severity === 'warning' ? 'yellow' : 'dim';
    const word = terminal.styleNote(colour, diagnostic.severity);
    terminal.note(`${printable(`${file}: ${placeOf(diagnostic)}`)}${word}: ${printable(diagnostic.message)}`);
  }
  if (build.message !== null)
    terminal.note(`${terminal.styleNote(['red', 'bold'], 'error')}: ${printable(build.message)}`);
  if (build.outcome === 'cancelled') terminal.note('Cancelled.');
}

function placeOf({ element, member, file, line, column }: Diagnostic): string {
  const numbers = line === null ? '' : `:${line}${column === null ? '' : `:${column}`}`;
  if (file !== null) return `${file}${numbers}: `;
  if (element === null) return '';
  const name = element.kind === 'sketch' ? '' : `${element.kind} "${element.name}" `;
  return member === null ? `${name.trimEnd()}: ` : `${name}${member}${numbers}: `;
}

function printOutcome(terminal: Terminal, file: string, build: BuildOutcome): void {
  printDiagnostics(terminal, file, build);
  if (build.firmware === null) return;
  terminal.print(`Built in ${(build.durationMs / 1000).toFixed(1)} s: ${printable(build.firmware.path)}`);
  if (build.memory !== null) terminal.print(memoryLine(build.memory));
}

function memoryLine({ ramBytes, ramAvailableBytes, flashBytes, flashAvailableBytes }: MemoryUse): string {
  const share = (part: number, whole: number) => `${part} of ${whole} bytes (${((part / whole) * 100).toFixed(1)} %)`;
  return `RAM ${share(ramBytes, ramAvailableBytes)}, flash ${share(flashBytes, flashAvailableBytes)}`;
}
