/** Entry of the command line; bin.mjs starts it under the Node that the program is pinned to. */
import { runCommandLine } from './program.ts';
import { processTerminal } from './terminal.ts';

// Not process.exit: what is still on its way to a pipe must arrive.
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal());
