/** A process of another user of this computer, who tries to take what is not theirs. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The user `nobody` on most systems. */
const NOBODY = 65_534;

/** Only the administrator can play another user. */
export const canPlayStranger = process.platform === 'linux' && process.getuid?.() === 0;

/**
 * `watch WORD` waits until a command line has the word, takes each path and address from that line, and tries
 * to use it. `get URL` requests the URL, `enter URL` connects to the host with the token in it, and `read PATH`
 * reads the file. `walk PIDS` tries all that /proc shows of these processes, and reads the tables of the system's
 * sockets. `knock DOORS` connects to ports and to sockets with a name, and says something to each. `rummage FOLDER
 * WORD` opens all files below the folder, and tells those that it can read, that have the word, and that it can write.
 */
const PROGRAM = `
import { accessSync, closeSync, constants, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const attempt = (action) => { try { return action(); } catch (error) { return error.code; } };
const read = (path) => attempt(() => readFileSync(path, 'utf8'));

// An IPv6 socket is listed in another table of the system than an IPv4 socket.
async function get(address, host, headers = '') {
  const url = new URL(address);
  return new Promise((done) => {
    const socket = connect({ host, port: Number(url.port) });
    let text = '';
    socket.on('data', (bytes) => (text += bytes)).on('close', () => done(text)).on('error', (error) => done(error.code));
    socket.write('GET ' + url.pathname + ' HTTP/1.1\\r\\nHost: ' + url.host + '\\r\\n' + (headers || 'Connection: close\\r\\n') + '\\r\\n');
  });
}
const visible = (word) => readdirSync('/proc').filter((name) => /^\\d+$/.test(name))
  .map((pid) => ({ pid, line: read('/proc/' + pid + '/cmdline') ?? '' })).filter(({ line }) => line.includes(word));

async function watch(word) {
  for (;;) {
    const [found] = visible(word);
    if (found === undefined) { await new Promise((done) => setTimeout(done, 5)); continue; }
    const { pid, line } = found;
    const words = line.split('\\0');
    const loot = [];
    for (const one of words) {
      if (one.startsWith('http:')) loot.push(await get(one, '127.0.0.1'));
      if (one.startsWith('file:')) loot.push(read(new URL(one)), attempt(() => readdirSync(new URL('.', one)).join()));
    }
    loot.push(read('/proc/' + pid + '/environ'), attempt(() => readdirSync('/proc/' + pid + '/fd').join()));
    return { words, loot };
  }
}
const enter = (address) => {
  const url = new URL(address);
  const token = url.hash.replace('#token=', 'token.');
  const key = 'Sec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\\r\\n';
  const offered = 'Sec-WebSocket-Protocol: polyloop.v1, ' + token + '\\r\\nOrigin: ' + url.origin + '\\r\\n';
  return get(url.origin + '/socket', '127.0.0.1', 'Connection: Upgrade\\r\\nUpgrade: websocket\\r\\n' + key + offered);
};
// One byte is enough: the memory of a process is a file of terabytes.
const peek = (path) => attempt(() => {
  const file = openSync(path, 'r');
  try { return 'opened, ' + readSync(file, Buffer.alloc(1), 0, 1, null) + ' bytes'; } finally { closeSync(file); }
});
const pry = (pid) => {
  const place = '/proc/' + pid + '/';
  const line = read(place + 'cmdline');
  const of = (names, action) => Object.fromEntries(names.map((name) => [name, action(place + name)]));
  const fds = attempt(() => readdirSync(place + 'fd'));
  // The list of descriptors may not be read, but their numbers can be guessed.
  const guessed = [0, 1, 2, 3, 4, 5, 10, 16, 20, 21, 22, 23].map((fd) => 'fd/' + fd);
  return {
    pid, line, fds,
    read: { ...of(['environ', 'maps', 'mem', 'auxv', 'io', 'stack', 'syscall'], peek), ...of(guessed, peek) },
    link: of(['cwd', 'root', 'exe'], (path) => attempt(() => readlinkSync(path))),
    write: of(['mem', 'oom_score_adj', 'comm'], (path) => attempt(() => closeSync(openSync(path, 'r+')) ?? 'opened')),
    signal: attempt(() => process.kill(pid, 0)),
  };
};
const tables = () => Object.fromEntries(['tcp', 'tcp6', 'udp', 'udp6', 'unix'].map((name) => [name, read('/proc/net/' + name)]));
const WORDS = ['', 'GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n', 'qmp_capabilities\\n', '{"execute":"qmp_capabilities"}\\n'];
const said = (where, word) => new Promise((done) => {
  let text = '';
  const socket = connect(where, () => socket.write(word || '\\0'));
  const end = (answer) => { clearTimeout(timer); socket.destroy(); done(answer); };
  const timer = setTimeout(() => end('connected ' + text), 500);
  socket.on('data', (bytes) => (text += bytes)).on('close', () => end('closed ' + text)).on('error', (error) => end(error.code));
});
async function knock(doors) {
  const answers = [];
  for (const door of doors) {
    const where = typeof door === 'number' ? { host: '127.0.0.1', port: door } : { path: door };
    for (const word of WORDS) answers.push({ door, word, answer: await said(where, word) });
  }
  return answers;
}
// Like a program that walks, it follows no link.
function* below(folder) {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true }));
  if (typeof entries === 'string') return;
  yield folder;
  for (const entry of entries) {
    const path = folder + '/' + entry.name;
    if (entry.isDirectory()) yield* below(path);
    else if (entry.isFile()) yield path;
  }
}
const can = (path, mode) => attempt(() => accessSync(path, mode) ?? true) === true;
function rummage([folder, word]) {
  const all = [...below(folder)];
  const texts = all.map((path) => [path, attempt(() => readFileSync(path, 'latin1'))]).filter(([, text]) => !/^E[A-Z]+$/.test(text));
  return {
    readable: texts.map(([path]) => path),
    found: texts.filter(([, text]) => text.includes(word)).map(([path]) => path),
    writable: all.filter((path) => can(path, constants.W_OK)),
  };
}
const commands = {
  rummage,
  walk: (pids) => ({ found: pids.map(pry), tables: tables() }),
  knock,
  watch: ([word]) => watch(word),
  get: async ([url]) => [await get(url, '127.0.0.1'), await get(url, '::ffff:127.0.0.1')],
  enter: ([url]) => enter(url),
  read: ([path]) => read(path),
};
process.stdout.write('null\\n');
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...args] = JSON.parse(line);
  process.stdout.write(JSON.stringify(await commands[name](args)) + '\\n');
}
`;

/** What the stranger got of a process. A word in capitals is the code of an error. */
export interface Pried {
  readonly pid: number;
  readonly line: string;
  readonly fds: unknown;
  readonly read: Readonly<Record<string, string>>;
  readonly link: Readonly<Record<string, string>>;
  readonly write: Readonly<Record<string, string>>;
  readonly signal: unknown;
}
export interface Walk {
  readonly found: readonly Pried[];
  /** The tables of sockets, by their names in /proc/net. */
  readonly tables: Readonly<Record<'tcp' | 'tcp6' | 'udp' | 'udp6' | 'unix', string>>;
}
/** A port of this computer, or the path of a socket. */
export type Door = number | string;
export interface Knock {
  readonly door: Door;
  readonly word: string;
  readonly answer: string;
}

/** Paths of files and folders. */
export interface Rummaged {
  readonly readable: readonly string[];
  readonly found: readonly string[];
  readonly writable: readonly string[];
}

export interface Stranger {
  ask(command: 'watch' | 'get' | 'enter' | 'read', argument: string): Promise<unknown>;
  walk(pids: readonly number[]): Promise<Walk>;
  knock(doors: readonly Door[]): Promise<readonly Knock[]>;
  rummage(folder: string, word: string): Promise<Rummaged>;
  end(): void;
}

export async function startStranger(): Promise<Stranger> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: '/',
    uid: NOBODY,
    gid: NOBODY,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('the stranger has ended');
    return JSON.parse(value) as unknown;
  };
  await answer();
  const ask = (command: string, args: readonly unknown[]) => {
    child.stdin.write(`${JSON.stringify([command, ...args])}\n`);
    return answer();
  };
  return {
    ask: (command, argument) => ask(command, [argument]),
    walk: async (pids) => (await ask('walk', pids)) as Walk,
    rummage: async (folder, word) => (await ask('rummage', [folder, word])) as Rummaged,
    knock: async (doors) => (await ask('knock', doors)) as Knock[],
    end: () => void child.kill('SIGKILL'),
  };
}
