/**
 * The registry of commands, in the order of the help. Each is imported when a command line names it, so that one
 * command does not wait for the modules of the others.
 */
import type { AddCommand } from '../command.ts';

const LOADERS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['check', async () => (await import('./check.ts')).addCheckCommand],
  ['compare', async () => (await import('./compare.ts')).addCompareCommand],
  ['generate', async () => (await import('./generate.ts')).addGenerateCommand],
  ['build', async () => (await import('./build.ts')).addBuildCommand],
  ['simulate', async () => (await import('./simulate.ts')).addSimulateCommand],
  ['run', async () => (await import('./run.ts')).addRunCommand],
  ['schema', async () => (await import('./schema.ts')).addSchemaCommand],
]);

/** The names of all commands. */
export const COMMAND_NAMES: readonly string[] = [...LOADERS.keys()];

/**
 * The commands that a command line can mean: the one that it names, or whose help it asks for; else all of them, for the
 * list in the help and for the guess at a misspelt name.
 */
export async function loadCommands(args: readonly string[]): Promise<readonly AddCommand[]> {
  const name = args[0] === 'help' ? args[1] : args[0];
  const load = LOADERS.get(name ?? '');
  if (load !== undefined) return [await load()];
  return Promise.all([...LOADERS.values()].map((loadOne) => loadOne()));
}
