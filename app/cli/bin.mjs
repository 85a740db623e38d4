#!/usr/bin/env node
/**
 * `polyloop`: starts the command line under the Node that the program is pinned to, whatever Node the user has: from its
 * bundle, which is made first where it is missing or older than the sources, or from the sources where it cannot be made.
 * Plain JavaScript without packages, because it must be able to say what is missing.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileCacheDir, nodeProgram as program, root } from '../../platformio/setup/paths.mjs';
import { currentBundle } from './bundle/current.mjs';

const sources = path.join(root, 'app', 'cli', 'main.ts');
const bundler = path.join(root, 'app', 'cli', 'bundle', 'make.ts');

/** Exit code of a program that a signal ended, as shells have it. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** The file to run. An error in the sources keeps the bundle from being made; Node then reports it from the sources. */
function mainFile() {
  const current = currentBundle(root);
  if (current !== null) return current;
  spawnSync(program, [bundler, root], {
    stdio: 'ignore',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCacheDir },
  });
  return currentBundle(root) ?? sources;
}

/** Whether this process runs under the pinned Node, or one of its version. */
function isPinnedNode() {
  const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules', 'node', 'package.json'), 'utf8'));
  return process.versions.node === version;
}

/** @param {string} main */
async function runHere(main) {
  // For threads and processes that it starts as well.
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
  const main = mainFile();
  if (isPinnedNode()) await runHere(main);
  else runUnderPinnedNode(main);
} else {
  const setup = path.relative(process.cwd(), path.join(root, 'platformio', 'setup', 'setup.mjs'));
  process.stderr.write(
    `polyloop: its parts are not installed yet. Run \`node ${setup}\`, or \`npm start\` in ${root}.\n`,
  );
  process.exitCode = 1;
}
