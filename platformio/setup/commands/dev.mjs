#!/usr/bin/env node
/**
 * `npm run dev`: the window from Vite with hot reload, and beside it the host that it talks to, restarted by hand. Opens
 * the browser; `--no-open` does not.
 */
import path from 'node:path';
import { nodeProgram, root } from '../paths.mjs';
import { endOnSignals, run } from '../run.mjs';
import { requireNode20, setUp } from '../setup.mjs';
import { nodeTool, toolEnvironment } from './node-tool.mjs';

const vitePort = Number(process.env.POLYLOOP_DEV_PORT ?? 5173);
const origins = [`http://127.0.0.1:${vitePort}`, `http://localhost:${vitePort}`];

/** @param {string} text */
const print = (text) => process.stdout.write(`${text}\n`);

/**
 * Starts the host; its first line with an address holds port and token.
 * @param {readonly string[]} args
 * @param {AbortSignal} signal
 * @returns {Promise<{ address: URL, ended: Promise<unknown> }>}
 */
function startHost(args, signal) {
  const devOrigins = origins.flatMap((origin) => ['--dev-origin', origin]);
  const command = [nodeProgram, path.join(root, 'app', 'serve', 'main.ts'), '--no-open', ...devOrigins, ...args];
  return new Promise((resolve, reject) => {
    const ended = run(command, {
      cwd: root,
      env: toolEnvironment(),
      signal,
      onLine(line) {
        const address = /https?:\/\/\S+/.exec(line)?.[0];
        if (address === undefined) print(`host | ${line}`);
        else resolve({ address: new URL(address), ended });
      },
    });
    ended.then(({ code, tail }) => reject(new Error(`the host ended (${code}): ${tail.at(-1) ?? ''}`)));
  });
}

requireNode20();
const abort = new AbortController();
endOnSignals();
const args = process.argv.slice(2);
if (!(await setUp({ purpose: 'start' }))) process.exit(1);

const { address, ended } = await startHost(
  args.filter((argument) => argument !== '--no-open'),
  abort.signal,
);
const windowAddress = `${origins[0]}${address.pathname}${address.search}${address.hash}`;
const open = args.includes('--no-open') ? [] : ['--open', `${address.pathname}${address.search}${address.hash}`];
const vite = run(nodeTool('vite', 'vite', ['--port', String(vitePort), '--strictPort', ...open]), {
  cwd: root,
  env: { ...toolEnvironment(), POLYLOOP_HOST: address.origin },
  signal: abort.signal,
  onLine: (line) => print(line),
});
print(`The window, with hot reload: ${windowAddress}`);
const first = await Promise.race([ended, vite]);
abort.abort();
await Promise.all([ended, vite]);
process.exitCode = /** @type {{ code: number | null }} */ (first).code ?? 1;
