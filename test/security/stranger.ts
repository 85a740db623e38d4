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
 * reads the file.
 */
const PROGRAM = `
import { readdirSync, readFileSync } from 'node:fs';
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
const commands = {
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

export interface Stranger {
  ask(command: 'watch' | 'get' | 'enter' | 'read', argument: string): Promise<unknown>;
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
  return {
    ask: (command, argument) => {
      child.stdin.write(`${JSON.stringify([command, argument])}\n`);
      return answer();
    },
    end: () => void child.kill('SIGKILL'),
  };
}
