#!/usr/bin/env node
/**
 * `polyloop`: starts the command line under the Node that the program is pinned to, whatever Node the user has. Plain
 * JavaScript without packages, because it must be able to say what is missing.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { compileCacheDir, nodeProgram as program, root } from '../../platformio/setup/paths.mjs';

const main = path.join(root, 'app', 'cli', 'main.ts');

/** Exit code of a program that a signal ended, as shells have it. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

function start() {
  const child = spawn(program, [main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCacheDir },
  });
  // Ctrl-C in a terminal reaches both; the child decides when to end. Others are handed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  child.on('error', (error) => {
    process.stderr.write(`polyloop: ${program} cannot be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? exitCodes[/** @type {keyof typeof exitCodes} */ (signal)] ?? 1;
  });
}

if (existsSync(program)) {
  start();
} else {
  const setup = path.relative(process.cwd(), path.join(root, 'platformio', 'setup', 'setup.mjs'));
  process.stderr.write(
    `polyloop: its parts are not installed yet. Run \`node ${setup}\`, or \`npm start\` in ${root}.\n`,
  );
  process.exitCode = 1;
}
