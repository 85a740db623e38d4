#!/usr/bin/env node
/** `npm run pio -- …`: PlatformIO as the driver runs it, for building a generated project by hand. */
import { findTools } from '../find.mjs';
import { endOnSignals, run } from '../run.mjs';

endOnSignals();
const { pio } = findTools();
if (pio.installed) {
  const command = [...pio.command, ...process.argv.slice(2)];
  // npm changes the directory to the checkout, but relative paths are relative to the caller.
  const { code } = await run(command, { cwd: process.env.INIT_CWD ?? process.cwd(), env: pio.env, terminal: true });
  process.exitCode = code ?? 1;
} else {
  process.stderr.write(`PlatformIO is not installed. To get it: ${pio.howToGet}\n`);
  process.exitCode = 1;
}
