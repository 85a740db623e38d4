/**
 * Runs the main process of a collected desktop program in plain Node, and does in it what a window does: lists
 * boards, builds a sketch, and uploads it to a port until avrdude runs.
 *
 *     node app/electron/package/test-window.ts MAIN PORT
 *
 * Prints a JSON document.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { connectHost, type HostClient } from '../../contract/contract.ts';
import { portChannel } from '../../contract/port.ts';
import { APP_URL } from '../policy.ts';
import { CONNECT, mainPort } from '../ports.ts';
import type { MessageChannelMain } from './test-electron.ts';

const ELECTRON = new URL('./test-electron.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: ELECTRON, shortCircuit: true } : next(name, context)),
});

const [main = '', port = ''] = process.argv.slice(2);
const SKETCH = {
  ...{ polyloop: 1, name: 'staged', board: 'uno', target: 'superloop' },
  tasks: [{ name: 'blink', periodUs: 20_000, budgetUs: 1000, body: 'digitalWrite(13, HIGH);' }],
};

async function connect(): Promise<HostClient> {
  await import(pathToFileURL(main).href);
  const { ipcMain } = (await import(ELECTRON)) as typeof import('./test-electron.ts');
  // The program listens when Electron is ready.
  while (ipcMain.listenerCount(CONNECT) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  return new Promise((resolve) => {
    const postMessage = (_name: string, _message: null, [given]: readonly MessageChannelMain['port2'][]) => {
      if (given !== undefined) resolve(connectHost(portChannel(mainPort(given))));
    };
    ipcMain.emit(CONNECT, { senderFrame: { url: APP_URL, parent: null, postMessage } });
  });
}

async function build(host: HostClient, sketch: object) {
  const text = JSON.stringify(sketch);
  const finished = new Promise<{ outcome: string; firmwareId: string | null; message: string | null }>((resolve) =>
    host.on('builds.finished', resolve),
  );
  const lines: string[] = [];
  host.on('builds.line', (line) => lines.push(line.text));
  await host.builds.start({ text, path: null, tool: 'platformio' });
  return { ...(await finished), lines };
}

/** The command line of avrdude, or the message with which the upload fails before. */
async function write(host: HostClient, firmwareId: string): Promise<string> {
  let message: string | null = null;
  host.on('runs.status', ({ status }) => {
    if (status.state === 'failed') message = status.message;
  });
  const { runId } = await host.runs.start({ firmwareId, deviceId: `port:${port}`, windowId: 'test' });
  let command = '';
  while (command === '' && message === null) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    command = avrdudeAtPort();
  }
  await host.runs.stop({ runId });
  return message ?? command;
}

function avrdudeAtPort(): string {
  const commands = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        // The process has ended.
        return '';
      }
    });
  return commands.find((command) => /^\S*avrdude /.test(command) && command.includes(port)) ?? '';
}

const host = await connect();
const { boards, problem } = await host.boards.list({});
const { firmwareId, ...built } = await build(host, SKETCH);
const written = firmwareId === null ? null : await write(host, firmwareId);
process.stdout.write(JSON.stringify({ boards: boards.length, problem, built, written }), () => process.exit());
