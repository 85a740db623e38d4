#!/usr/bin/env node
/**
 * `npm run dev`: the window from Vite with hot reload, and its host, which restarts when its files
 * change. Arguments go to the host, among them `--no-open` and `--template NAME`.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { nodeProgram, root } from '../paths.mjs';
import { endOnSignals, run } from '../run.mjs';
import { requireNode20, setUp } from '../setup.mjs';
import { nodeTool, toolEnvironment } from './node-tool.mjs';
import { runAndRestart } from './restart.mjs';

const windowPort = Number(process.env.POLYLOOP_DEV_PORT ?? 5173);
const hostPort = Number(process.env.POLYLOOP_DEV_HOST_PORT ?? 4173);
const windowOrigin = `http://127.0.0.1:${windowPort}`;
const hostOrigin = `http://127.0.0.1:${hostPort}`;

/** @typedef {import('../run.mjs').RunResult} RunResult */

/** @param {string} text */
const print = (text) => process.stdout.write(`${text}\n`);

/** @param {AbortSignal} signal @param {() => void} onReady once the window can be opened */
function serveWindow(signal, onReady) {
  let ready = false;
  return run(nodeTool('vite', 'vite', ['--port', String(windowPort), '--strictPort', '--clearScreen', 'false']), {
    cwd: root,
    env: { ...toolEnvironment(), POLYLOOP_HOST: hostOrigin },
    signal,
    onLine(line) {
      print(line);
      if (ready || !line.includes('Local:')) return;
      ready = true;
      onReady();
    },
  });
}

const hostFolders = ['app/contract', 'app/host', 'app/serve', 'generator', 'platformio', 'runtime-c', 'templates'];
/** All starts of the host use the same token, so an open window can reconnect. */
const token = randomBytes(32).toString('base64url');

/** @param {AbortSignal} signal @param {readonly string[]} args */
function serveHost(signal, args) {
  const main = path.join(root, 'app', 'serve', 'main.ts');
  return run([nodeProgram, main, '--port', String(hostPort), '--dev-origin', windowOrigin, ...args], {
    cwd: root,
    env: { ...toolEnvironment(), POLYLOOP_DEV_TOKEN: token },
    signal,
    // The host prints its own address, which serves the window as it was last built.
    onLine: (line) => print(line.replace(hostOrigin, windowOrigin)),
  });
}

/** @param {AbortSignal} signal */
function keepHostRunning(signal) {
  const args = process.argv.slice(2);
  return runAndRestart((stop, isRestart) => serveHost(stop, isRestart ? [...args, '--no-open'] : args), {
    folders: hostFolders.map((folder) => path.join(root, folder)),
    print,
    signal,
  });
}

requireNode20();
endOnSignals();
if (!(await setUp({ purpose: 'start' }))) process.exit(1);
const abort = new AbortController();
/** @type {Promise<RunResult>} */
const first = new Promise((resolve) => {
  const start = () => resolve(keepHostRunning(abort.signal));
  const window = serveWindow(abort.signal, start);
  window.then(resolve);
});
const { code } = await first;
abort.abort();
process.exitCode = code ?? 1;
