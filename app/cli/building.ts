/** Code shared by the commands that build: their options, the build itself, and its output. */
import { type Command, Option } from 'commander';
import type { Sketch } from '../../generator/sketch/model.ts';
import { visibleJson } from '../../generator/words/visible.ts';
import { BUILD_TOOLS, type BuildLine, type BuildTool, type Diagnostic } from '../contract/builds.ts';
import type { BuildOutcome } from '../host/builds/build.ts';
import { buildFolder } from '../host/builds/service.ts';
import { hostPaths } from '../host/paths.ts';
import { buildSketch } from '../host/pipeline.ts';
import { EXIT_INTERRUPTED, EXIT_OK, EXIT_REFUSED } from './exit-codes.ts';
import { outputFolder } from './output-folder.ts';
import { printable, type Terminal } from './terminal.ts';
import { userTrusts } from './trust.ts';

/** The options that every building command accepts. */
export interface BuildSettings {
  readonly out?: string;
  readonly force?: true;
  readonly tool: BuildTool;
  readonly verbose?: true;
  readonly trust?: true;
}

/** Adds the options of BuildSettings to a command. */
export function addBuildSettings(command: Command): Command {
  return command
    .option('--out <folder>', "build folder (default: a folder in Polyloop's cache, which the next build reuses)")
    .option('--force', 'write into a folder that contains other files')
    .addOption(new Option('--tool <tool>', 'the build tool').choices(BUILD_TOOLS).default('platformio'))
    .option('--trust', 'trust the sketches in the folder of this one, which may then run programs on this computer')
    .option('--verbose', "show the build tool's output");
}

/** Builds according to the settings. If verbose, prints the output of the tools as notes. */
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
    if (!verbose) return;
    const shown = printable(text);
    terminal.note(stream === 'out' ? terminal.styleNote('dim', shown) : shown);
  };
  terminal.progress('Building…');
  // A folder of the user's may be built by other programs too.
  const trusted = await userTrusts(file, settings.trust ?? false);
  return buildSketch({ sketch, dir, tool, repeat: out === undefined, trusted, signal, onLine });
}

/** A build that has firmware. */
export type BuiltOutcome = BuildOutcome & { readonly firmware: NonNullable<BuildOutcome['firmware']> };

/**
 * Builds for a command that uses the firmware. Prints the messages of the build, and returns the exit code of a
 * failed build.
 */
export async function buildOrReport(
  terminal: Terminal,
  file: string,
  sketch: Sketch,
  settings: BuildSettings & { readonly json?: true; readonly ignoreStack?: true },
  signal: AbortSignal,
): Promise<BuiltOutcome | number> {
  const build = await buildForCommand(terminal, file, sketch, settings, signal);
  if (!settings.json) printDiagnostics(terminal, file, build);
  const { firmware } = build;
  if (firmware !== null)
    return { ...build, firmware: settings.ignoreStack ? { ...firmware, stackProblem: null } : firmware };
  if (settings.json) terminal.print(visibleJson(buildDocument(file, build)));
  return buildExitCode(build);
}

/** The exit code of a finished build. */
export function buildExitCode({ outcome }: Pick<BuildOutcome, 'outcome'>): number {
  if (outcome === 'ok') return EXIT_OK;
  return outcome === 'cancelled' ? EXIT_INTERRUPTED : EXIT_REFUSED;
}

/** The JSON document of a build. docs/cli.md describes it. */
export function buildDocument(file: string, build: BuildOutcome): object {
  const { outcome, message, memory, durationMs, diagnostics } = build;
  const rounded = Math.round(durationMs);
  const firmware = build.firmware && { format: build.firmware.format, path: build.firmware.path };
  return { file, ok: outcome === 'ok', outcome, message, firmware, memory, durationMs: rounded, diagnostics };
}

/** Prints the diagnostics and the message of a build as notes. */
export function printDiagnostics(terminal: Terminal, file: string, build: BuildOutcome): void {
  for (const diagnostic of build.diagnostics) {
    const colour = diagnostic.severity === 'error' ? 'red' : diagnostic.severity === 'warning' ? 'yellow' : 'dim';
    const word = terminal.styleNote(colour, diagnostic.severity);
    const place = placeOf(diagnostic);
    const prefix = names(diagnostic.message, place) ? '' : place;
    terminal.note(`${printable(`${file}: ${prefix}`)}${word}: ${printable(diagnostic.message)}`);
  }
  if (build.message !== null)
    terminal.note(`${terminal.styleNote(['red', 'bold'], 'error')}: ${printable(build.message)}`);
  if (build.outcome === 'cancelled') terminal.note('Cancelled.');
}

/** Whether the message begins with the place: `Task "a", budgetUs: …` with `task "a" budgetUs: `. */
function names(message: string, place: string): boolean {
  return message.replace(/,/g, '').toLowerCase().startsWith(place.replace(/,/g, '').toLowerCase());
}

function placeOf({ element, member, file, line, column }: Diagnostic): string {
  const numbers = line === null ? '' : `:${line}${column === null ? '' : `:${column}`}`;
  if (file !== null) return `${file}${numbers}: `;
  if (element === null) return '';
  const name = element.kind === 'sketch' ? '' : `${element.kind} "${element.name}" `;
  return member === null ? `${name.trimEnd()}: ` : `${name}${member}${numbers}: `;
}

/** For commands that write real boards. */
export const addIgnoreStack = (command: Command): Command =>
  command.option('--ignore-stack', 'write the program into a real board although a stack does not suffice');
