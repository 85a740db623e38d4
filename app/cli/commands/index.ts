/**
 * The registry of commands, in the order of the help text. A command is imported only when the
 * command line names it, so it does not wait for the modules of other commands.
 */
import type { AddCommand } from '../command.ts';

const LOADERS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['check', async () => (await import('./check.ts')).addCheckCommand],
  ['compare', async () => (await import('./compare.ts')).addCompareCommand],
  ['generate', async () => (await import('./generate.ts')).addGenerateCommand],
  ['build', async () => (await import('./build.ts')).addBuildCommand],
  ['simulate', async () => (await import('./simulate.ts')).addSimulateCommand],
  ['explain', async () => (await import('./explain.ts')).addExplainCommand],
  ['run', async () => (await import('./run.ts')).addRunCommand],
  ['race', async () => (await import('./race.ts')).addRaceCommand],
  ['profile', async () => (await import('./profile.ts')).addProfileCommand],
  ['flash', async () => (await import('./flash.ts')).addFlashCommand],
  ['calibrate', async () => (await import('./calibrate.ts')).addCalibrateCommand],
  ['boards', async () => (await import('./boards.ts')).addBoardsCommand],
  ['ports', async () => (await import('./ports.ts')).addPortsCommand],
  ['kernels', async () => (await import('./kernels.ts')).addKernelsCommand],
  ['export', async () => (await import('./export.ts')).addExportCommand],
  ['import', async () => (await import('./import.ts')).addImportCommand],
  ['schema', async () => (await import('./schema.ts')).addSchemaCommand],
]);

/** The names of all commands. */
export const COMMAND_NAMES: readonly string[] = [...LOADERS.keys()];

/**
 * Returns the commands that a command line can refer to: the command that the line names or requests
 * help for. Otherwise all commands, because the help list and the suggestion for a misspelt name need
 * them.
 */
export async function loadCommands(args: readonly string[]): Promise<readonly AddCommand[]> {
  const name = args[0] === 'help' ? args[1] : args[0];
  const load = LOADERS.get(name ?? '');
  if (load !== undefined) return [await load()];
  return Promise.all([...LOADERS.values()].map((loadOne) => loadOne()));
}
