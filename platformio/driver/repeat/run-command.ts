/** Runs recorded commands in the project of a build. */
import type { RunResult } from '../../setup/run.mjs';
import type { Program } from '../../setup/tools.ts';
import type { BuildSession } from '../session.ts';
import { type Command, programOf } from './record.ts';

export function runCommand(session: BuildSession, pio: Program, { argv, path }: Command): Promise<RunResult> {
  return runCommands(session, pio, [argv], path);
}

/** Runs at least one command, one after the other, even after one has failed. */
export function runCommands(
  session: BuildSession,
  pio: Program,
  commands: readonly (readonly string[])[],
  path: string,
): Promise<RunResult> {
  return session.runAll(
    { ...pio, env: { PATH: path } },
    commands.map((argv) => [programOf({ argv: [...argv], path }), ...argv.slice(1)]),
  );
}
