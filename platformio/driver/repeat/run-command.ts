/** Runs a recorded command in the project of a build. */
import type { RunResult } from '../../setup/run.mjs';
import type { Program } from '../../setup/tools.ts';
import type { BuildSession } from '../session.ts';
import { type Command, programOf } from './record.ts';

export function runCommand(session: BuildSession, pio: Program, command: Command): Promise<RunResult> {
  const program = { ...pio, command: [programOf(command)] as const, env: { PATH: command.path } };
  return session.run(program, command.argv.slice(1));
}
