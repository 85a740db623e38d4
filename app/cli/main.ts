/**
 * Entry point of the command line. bin.mjs starts it with the Node version that the program is
 * pinned to.
 */
import { removeLeftTemporary } from '../../platformio/setup/temporary.mjs';
import { runCommandLine } from './program.ts';
import { processTerminal } from './terminal.ts';

removeLeftTemporary();
// Does not call process.exit, because output that is still being written to a pipe would be lost.
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal());
