/** The whole command line: its commands, its help, and its error handling. */
import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { RpcError } from '../contract/errors.ts';
import type { AddCommand, Run } from './command.ts';
import { loadCommands } from './commands/index.ts';
import { CommandError, EXIT_INVALID, EXIT_OK, EXIT_REFUSED } from './exit-codes.ts';
import { printable, type Terminal } from './terminal.ts';

/**
 * Runs one command line and resolves to its exit code. Never rejects for an error that the user can
 * correct.
 */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = EXIT_OK;
  const run: Run = async (work) => {
    exitCode = await work(terminal);
  };
  try {
    await createProgram(await loadCommands(args), run).parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    return exitCodeOf(error, terminal);
  }
}

function createProgram(commands: readonly AddCommand[], run: Run): Command {
  const program = new Command('polyloop')
    .description('Draw tasks, check that every deadline is met, and run them.')
    .version(packageJson.version)
    .exitOverride()
    .showHelpAfterError('(see polyloop --help)')
    .helpCommand(true);
  for (const add of commands) add(program, run);
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  return program;
}

function exitCodeOf(error: unknown, terminal: Terminal): number {
  // Commander has already printed its message or help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_OK : EXIT_INVALID;
  if (error instanceof CommandError || error instanceof RpcError) {
    terminal.note(`${terminal.styleNote(['red', 'bold'], 'error')}: ${printable(error.message)}`);
    return error instanceof CommandError ? error.exitCode : EXIT_REFUSED;
  }
  terminal.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return EXIT_REFUSED;
}
