/**
 * `polyloop build`: sketch → project → firmware. Compiler messages refer to places in the sketch.
 */
import type { Command } from 'commander';
import { visibleJson } from '../../../generator/words/visible.ts';
import type { BuildOutcome } from '../../host/builds/build.ts';
import {
  addBuildSettings,
  type BuildSettings,
  buildDocument,
  buildExitCode,
  buildForCommand,
  printDiagnostics,
} from '../building.ts';
import type { Run } from '../command.ts';
import { withInterrupt } from '../interrupt.ts';
import { printBuiltMemory } from '../memory-report.ts';
import { requireSketch } from '../sketch-input.ts';
import { printable, type Terminal } from '../terminal.ts';

interface BuildOptions extends BuildSettings {
  readonly json?: true;
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
  if (options.json) terminal.print(visibleJson(buildDocument(file, outcome)));
  else printOutcome(terminal, file, outcome);
  return buildExitCode(outcome);
}

function printOutcome(terminal: Terminal, file: string, build: BuildOutcome): void {
  printDiagnostics(terminal, file, build);
  if (build.firmware === null) return;
  terminal.print(`Built in ${(build.durationMs / 1000).toFixed(1)} s: ${printable(build.firmware.path)}`);
  if (build.memory !== null) printBuiltMemory(terminal, build.memory);
}
