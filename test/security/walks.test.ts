/** Another user walks through all that a run opens: its processes, ports and sockets, during builds and runs. */
import { chmod, mkdtemp, readdir, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HostClient } from '../../app/contract/contract.ts';
import { LAUNCH_PATH } from '../../app/serve/launch-keys.ts';
import { host as thisComputer } from '../../generator/boards/host/index.ts';
import { mps2An385 } from '../../generator/boards/mps2-an385/index.ts';
import { uno } from '../../generator/boards/uno/index.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { buildWindow } from '../../platformio/setup/commands/window-build.mjs';
import { findBrowser, findHeadlessShell } from '../../platformio/setup/find.mjs';
import { findTools } from '../../platformio/setup/tools.ts';
import { eventually } from '../eventually.ts';
import {
  canPlayStranger,
  type Door,
  type Knock,
  type Pried,
  type Stranger,
  startStranger,
  type Walk,
} from './stranger.ts';
import { type Server, Victims } from './victims.ts';

const { pio, hostCc, hostCxx, armGcc, armGxx, qemuArm, clangd } = findTools();
const nameOfMissing = (...tools: readonly { installed: boolean; name: string }[]) =>
  tools.find(({ installed }) => !installed)?.name ?? null;
const RUNS = [
  { what: 'virtual Uno', board: uno.id, device: 'virtual', missing: nameOfMissing(pio) },
  { what: 'program on this computer', board: thisComputer.id, device: 'host', missing: nameOfMissing(hostCc, hostCxx) },
  { what: 'board in QEMU', board: mps2An385.id, device: 'qemu', missing: nameOfMissing(pio, armGcc, armGxx, qemuArm) },
] as const;
const browser = findHeadlessShell() ?? findBrowser();

/** Nothing else is a refusal. A process can end while the stranger looks at it. */
const REFUSED = /^(?:EACCES|EPERM|ENOENT|ESRCH)$/;
/** A process that has ended is still listed for a moment. It has no command line and no memory. */
const ENDED = /^(?:EACCES|EPERM|ENOENT|ESRCH|opened, 0 bytes)$/;
/** State of a TCP socket that accepts connections, and flag of such a Unix socket (proc(5)). */
const TCP_LISTENS = '0A';
const UNIX_LISTENS = '00010000';

/** A helper process of a browser ends with it. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const rowsOf = (table: string) =>
  table
    .split('\n')
    .slice(1)
    .map((row) => row.trim().split(/\s+/));

/** The inodes of the sockets that these processes have. */
async function socketsOf(pids: readonly number[]): Promise<Set<string>> {
  const links = await Promise.all(
    pids.map(async (pid) => {
      const fds = await readdir(`/proc/${pid}/fd`).catch(() => []);
      return Promise.all(fds.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
    }),
  );
  return new Set(links.flat().flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

/** To which of their sockets another process can connect, by what every user of the computer can read. */
async function doorsIn({ tables }: Walk, pids: readonly number[]): Promise<Door[]> {
  const own = await socketsOf(pids);
  const portsIn = (table: string, isOpen: (state: string) => boolean) =>
    rowsOf(table)
      .filter((row) => own.has(row[9] ?? '') && isOpen(row[3] ?? ''))
      .map((row) => Number.parseInt(row[1]?.split(':')[1] ?? '', 16));
  const tcp = [tables.tcp, tables.tcp6].flatMap((table) => portsIn(table, (state) => state === TCP_LISTENS));
  const udp = [tables.udp, tables.udp6].flatMap((table) => portsIn(table, () => true));
  expect(udp).toEqual([]);
  const unix = rowsOf(tables.unix)
    .filter((row) => own.has(row[6] ?? '') && row[3] === UNIX_LISTENS && row[7] !== undefined)
    // The name of an abstract socket begins with a zero, which the table shows as @.
    .map((row) => (row[7] ?? '').replace(/^@/, '\0'));
  return [...new Set([...tcp, ...unix])];
}

describe.skipIf(!canPlayStranger || !pio.installed)('another user, while a server runs', () => {
  let folder: string;
  let victims: Victims;
  let stranger: Stranger;
  let server: Server;
  let token: string;
  const pried: Pried[] = [];
  const knocks: Knock[] = [];

  beforeAll(async () => {
    expect(await buildWindow(() => {})).toBe(true);
    // Others can enter the folder, as home folders often permit it.
    folder = await mkdtemp(join(tmpdir(), 'polyloop-walks-'));
    await chmod(folder, 0o755);
    victims = new Victims(folder);
    await victims.prepare();
    stranger = await startStranger();
    server = await victims.server();
    token = new URL(server.url).hash.replace('#token=', '');
  });
  afterAll(async () => {
    stranger?.end();
    await server?.end();
    expect(await victims.leftAfterTenSeconds()).toEqual([]);
    await victims.remove();
    await rm(folder, { recursive: true, force: true });
  });

  async function walk(): Promise<{ doors: Door[]; found: readonly Pried[] }> {
    const pids = [...(await victims.survivors()).keys()];
    const seen = await stranger.walk(pids);
    const doors = await doorsIn(seen, pids);
    pried.push(...seen.found);
    knocks.push(...(await stranger.knock(doors)));
    return { doors, found: seen.found };
  }

  /** Walks until the action has ended. */
  async function walkDuring<T>(action: Promise<T>): Promise<T> {
    let isOver = false;
    const ended = action.finally(() => {
      isOver = true;
    });
    while (!isOver) await walk();
    return ended;
  }

  /** No secret is in a command line, and of the rest the stranger got nothing. */
  function expectNothingTaken(): void {
    expect(pried.length).toBeGreaterThan(0);
    for (const { line, fds, read, link, write, signal } of pried.splice(0)) {
      expect(line).not.toContain(token);
      expect(line).not.toContain(`${new URL(server.url).host}${LAUNCH_PATH}`);
      expect(JSON.stringify({ fds, signal }), line).toMatch(/^\{"fds":("E\w+"|\[\]),"signal":"E\w+"\}$/);
      for (const [name, got] of Object.entries({ ...read, ...link, ...write }))
        expect(got, `${name} of ${line}`).toMatch(line === '' ? ENDED : REFUSED);
    }
    for (const { door, word, answer } of knocks.splice(0)) {
      expect(answer, `${door}`).not.toContain(token);
      // The only port is the server's. It takes a page's request for the window's files.
      expect(answer, `${door}: ${word}`).toMatch(/^(?:connected|closed|ECONNRESET|EPIPE)/);
    }
  }

  const buildOf = (host: HostClient, text: string, path: string) => {
    const done = new Promise<string | null>((resolve) => {
      host.on('builds.finished', ({ firmwareId }) => resolve(firmwareId));
    });
    return host.builds.start({ text, path, tool: 'platformio' }).then(() => done);
  };

  it.for(RUNS)('finds no way into a $what', async ({ what, board, device, missing }, { skip }) => {
    if (missing !== null) skip(`not installed: ${missing}`);
    const { host } = server;
    const path = join(folder, `${device}.polyloop.json`);
    const text = writeSketch(newSketch('walked', { board, tasks: [newTask('work', { body: 'Serial.print("x");' })] }));
    await writeFile(path, text);
    const port = Number(new URL(server.url).port);
    if (device === 'host') await host.settings.set({ trustedFolders: [folder] });
    const firmwareId = await walkDuring(buildOf(host, text, path));
    if (firmwareId === null) throw new Error('the build failed');
    let sent = 0;
    host.on('runs.serial', ({ bytes }) => {
      sent += bytes.length;
    });
    const { runId } = await host.runs.start({ firmwareId, deviceId: device, windowId: 'walked-window' });
    await eventually(() => expect(sent, what).toBeGreaterThan(100));
    const { doors, found } = await walk();
    const before = sent;
    await walk();
    await eventually(() => expect(sent, `${what} goes on`).toBeGreaterThan(before));
    await host.runs.stop({ runId });
    expect(doors).toEqual([port]);
    if (device !== 'virtual') expect(found.length).toBeGreaterThan(1);
    expectNothingTaken();
  });

  it('finds neither the token nor unsaved changes in the files, and can write none', async () => {
    const { host } = server;
    const text = writeSketch(newSketch('secret_of_the_user', { tasks: [newTask('work', { body: '' })] }));
    const file = { path: null, revision: null, writable: true };
    expect(await host.recovery.keep({ id: 'private-thoughts', unsaved: { file, text, saved: text } })).toEqual({
      kept: true,
    });
    // Where the settings are, which can be another disk, others may look too.
    const config = await realpath(join(victims.home, 'config'));
    await chmod(config, 0o755);
    for (const word of [token, 'secret_of_the_user']) {
      const places = await Promise.all([folder, config].map((place) => stranger.rummage(place, word)));
      expect(places.flatMap(({ readable }) => readable).some((path) => path.endsWith('settings.json'))).toBe(true);
      expect(places.flatMap(({ found }) => found)).toEqual([]);
      expect(places.flatMap(({ writable }) => writable)).toEqual([]);
    }
    await host.recovery.drop({ id: 'private-thoughts' });
  });

  it('finds no way into clangd', async ({ skip }) => {
    if (!clangd.installed) skip('not installed: clangd');
    const text = writeSketch(newSketch('helped', { tasks: [newTask('work', { body: 'digitalWri' })] }));
    const element = { kind: 'task', name: 'work' } as const;
    const at = { text, path: null, tool: 'platformio', element, member: 'body', line: 1, column: 11 } as const;
    const answer = await walkDuring(server.host.code.help({ ...at, kind: 'completion' }));
    expect(answer.available).toBe(true);
    await walk();
    expect(pried.some(({ line }) => line.includes('clangd'))).toBe(true);
    expectNothingTaken();
  });

  it('finds no way into a real browser, nor the address that it opens', async ({ skip }) => {
    if (browser === null) skip('not installed: a browser');
    const opener = join(folder, 'browser.sh');
    const options = ['--headless', '--disable-gpu', '--no-sandbox', `--user-data-dir=${join(folder, 'profile')}`];
    await writeFile(opener, `#!/bin/sh\nexec ${browser} ${options.join(' ')} "$1"\n`, { mode: 0o755 });
    await server.end();
    // A desktop would choose the browser.
    server = await victims.server([], { BROWSER: opener, DISPLAY: '', XDG_CURRENT_DESKTOP: '' });
    token = new URL(server.url).hash.replace('#token=', '');
    const isOpen = async () =>
      [...(await victims.survivors()).values()].some((line) => line.includes('--user-data-dir'));
    await eventually(async () => {
      const { found } = await walk();
      if (!(await isOpen()) || found.length < 4) throw new Error('no browser yet');
    });
    await walk();
    const lines = pried.map(({ line }) => line);
    expect(lines.some((line) => line.includes('file://'))).toBe(true);
    expectNothingTaken();
    // Its caller first: xdg-open starts a browser that has failed once more.
    for (const part of ['xdg-open', '--user-data-dir'])
      for (const [pid, line] of await victims.survivors()) if (line.includes(part)) kill(pid);
  });
});
