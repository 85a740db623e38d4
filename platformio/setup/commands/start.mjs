#!/usr/bin/env node
/**
 * `npm start`: sets up, builds the window if it changed, and opens it with the first starter sketch: in Electron where
 * that is there and can show a window, in the default browser otherwise. Arguments go to the server: see
 * `npm start -- --help`; `--browser` prefers the browser.
 */
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isPinnedNode, mainFile } from '../bundle/program.mjs';
import { compileCacheDir, nodeProgram, root } from '../paths.mjs';
import { endOnSignals, onEndOfNpm, run } from '../run.mjs';
import { requireNode20, setUp } from '../setup.mjs';
import { findElectron } from '../steps/electron.mjs';
import { toolEnvironment } from './node-tool.mjs';
import { buildWindow } from './window-build.mjs';

/** @param {string} text */
const print = (text) => process.stdout.write(`${text}\n`);

/** An Electron process that fails within this time never showed its window. */
const failsToStartMs = 5000;

const electronBundler = path.join(root, 'app', 'electron', 'build.ts');
const electronMain = path.join(root, 'build', 'electron', 'main.mjs');

/** npm changes to the checkout, but relative paths of sketches are relative to the caller. */
const callerDir = process.env.INIT_CWD ?? process.cwd();

function canShowWindow() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<number | null>} the exit code, or null when Electron cannot be used
 */
async function openInElectron(args) {
  const electron = findElectron();
  if (electron === null || !canShowWindow()) return null;
  const bundled = await run([nodeProgram, electronBundler], { cwd: root, env: toolEnvironment() });
  if (bundled.code !== 0) {
    print(
      `Electron's part cannot be bundled (${bundled.tail.at(-1) ?? bundled.startError}); the browser takes its place.`,
    );
    return null;
  }
  const started = performance.now();
  const { code, startError, tail } = await run([electron, electronMain, ...args], {
    cwd: callerDir,
    // Some editors' terminals set this variable, which makes Electron run as plain Node.
    env: { ELECTRON_RUN_AS_NODE: undefined },
  });
  const failed = startError !== null || (code !== 0 && performance.now() - started < failsToStartMs);
  if (!failed) return code ?? 0;
  print(
    `Electron does not start here (${startError ?? tail.at(-1) ?? `exit code ${code}`}); the browser takes its place.`,
  );
  return null;
}

/**
 * Runs the server. Under the pinned Node it runs in this process, because another process would only
 * take time to start.
 * @param {readonly string[]} args
 */
async function openInBrowser(args) {
  const server = mainFile('serve');
  const environment = toolEnvironment();
  if (!isPinnedNode()) {
    // The server uses this terminal, so Ctrl-C reaches it and it shuts down cleanly.
    const command = [nodeProgram, '--enable-source-maps', server, ...args];
    const { code } = await run(command, { cwd: callerDir, env: environment, terminal: true });
    process.exitCode = code ?? 1;
    return;
  }
  letServerEnd();
  onEndOfNpm(() => process.kill(process.pid, 'SIGTERM'));
  Object.assign(process.env, environment);
  process.argv.splice(1, Number.POSITIVE_INFINITY, server, ...args);
  process.chdir(callerDir);
  module.enableCompileCache(compileCacheDir);
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(server).href);
}

requireNode20();
/** From here on the server itself handles the signals, and shuts down cleanly. */
const letServerEnd = endOnSignals();
const args = process.argv.slice(2).filter((argument) => argument !== '--browser');
const browserOnly = process.argv.includes('--browser') || args.includes('--no-open') || args.includes('--help');

if (!(await setUp({ purpose: 'start' }))) process.exit(1);
if (!(await buildWindow(print))) {
  print('The window could not be built.');
  process.exit(1);
}
const electronEnded = browserOnly ? null : await openInElectron(args);
if (electronEnded === null) await openInBrowser(args);
else process.exitCode = electronEnded;
