#!/usr/bin/env node
/**
 * `polyloop`: starts the command line with the Node version that the program is pinned to, whatever
 * Node version the user has. It runs the bundle, and makes the bundle first if it is missing or
 * older than the sources. If no bundle can be made, it runs the sources. This is plain JavaScript
 * without packages, because it must be able to report missing packages.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isPinnedNode, mainFile } from '../../platformio/setup/bundle/program.mjs';
import { compileCacheDir, nodeProgram as program, root } from '../../platformio/setup/paths.mjs';

/** Exit code of a program that a signal ended, as in shells. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** @param {string} main */
async function runHere(main) {
  // Processes and threads that this process starts use the cache too.
  process.env.NODE_COMPILE_CACHE = compileCacheDir;
  module.enableCompileCache(compileCacheDir);
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(main).href);
}

/** @param {string} main */
function runUnderPinnedNode(main) {
  const child = spawn(program, ['--enable-source-maps', main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCacheDir },
  });
  // In a terminal, Ctrl-C reaches both processes, and the child decides when to end. Other signals
  // are forwarded to the child.
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
  const main = mainFile('cli');
  if (isPinnedNode()) await runHere(main);
  else runUnderPinnedNode(main);
} else {
  const setup = path.relative(process.cwd(), path.join(root, 'platformio', 'setup', 'setup.mjs'));
  process.stderr.write(
    `polyloop: its parts are not installed yet. Run \`node ${setup}\`, or \`npm start\` in ${root}.\n`,
  );
  process.exitCode = 1;
}
