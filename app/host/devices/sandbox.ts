/**
 * Limits of a program that a sketch becomes on this computer. The sketch may come from a stranger, so the
 * program gets no more than it needs: its own file, its standard streams, processor time and memory.
 *
 * On Linux with bubblewrap (`bwrap`), the program has no network, writes no file, sees its own file and the programs
 * and libraries of the system alone, and ends with Polyloop. Elsewhere it has the limits that a
 * POSIX shell can set, and on Windows none.
 */
import { open } from 'node:fs/promises';
import { constants } from 'node:os';
import { hasSandbox, inSandbox, resolved } from '../../../platformio/driver/sandbox.ts';

/**
 * The units of POSIX's ulimit: seconds, KiB, blocks of 512 bytes. The program sends its telemetry in pipes, so
 * it needs no file. A thread reserves up to 8 MiB of addresses for its stack.
 */
const LIMITS = { cpuSeconds: 24 * 3600, addressKib: 16 * 2 ** 20, fileBlocks: 0 };
/** Linux reads no more of the first line of a script. Unit: bytes. */
const LONGEST_INTERPRETER = 256;
/** In a sandbox only: outside, all processes of the user count. */
const MOST_PROCESSES = 4096;

export interface Sandboxed {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The signal that ended the program, by the exit code of its sandbox. */
  signalOf(code: number | null): NodeJS.Signals | null;
}

/** A script, as in tests, needs its interpreter, which may be in a folder of the user. A compiler makes no script. */
async function interpreterOf(path: string): Promise<string | null> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST_INTERPRETER), 0, LONGEST_INTERPRETER, 0);
    const [, interpreter = null] = /^#! *(\S+)/.exec(buffer.toString('utf8', 0, bytesRead)) ?? [];
    return interpreter;
  } finally {
    await handle.close();
  }
}

function limitedBy(limits: readonly string[], path: string): [string, ...string[]] {
  // The system ends this program first when memory runs out.
  const script = `{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null; ${limits.map((limit) => `ulimit ${limit} 2>/dev/null`).join('; ')}; exec "$0"`;
  return ['/bin/sh', '-c', script, path];
}

/** Contains no secret of this process's environment. */
function environment(own: Readonly<Record<string, string>>): Sandboxed['env'] {
  if (process.platform === 'win32') return { ...process.env, ...own };
  const { PATH, LANG, LC_ALL, TZ } = process.env;
  return { PATH, LANG, LC_ALL, TZ, ...own };
}

/** By number. The first of two names is the usual one: SIGABRT, not SIGIOT. */
const SIGNALS = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name as NodeJS.Signals]),
);
/** A shell, and bubblewrap, report a signal as 128 plus its number. */
const signalOf = (code: number | null): NodeJS.Signals | null => SIGNALS.get((code ?? 0) - 128) ?? null;

/** The command that runs the program at `path`, an absolute path. */
export async function sandboxed(path: string, own: Readonly<Record<string, string>>): Promise<Sandboxed> {
  const env = environment(own);
  if (process.platform === 'win32') return { command: [path], env, signalOf: () => null };
  const interpreter = await interpreterOf(path);
  const { cpuSeconds, addressKib, fileBlocks } = LIMITS;
  // The addresses of a JavaScript engine are more than its memory.
  const address = interpreter !== null ? [] : [`-v ${addressKib}`];
  const limits = [`-t ${cpuSeconds}`, ...address, `-f ${fileBlocks}`, '-c 0'];
  if (!(await hasSandbox())) return { command: limitedBy(limits, path), env, signalOf: () => null };
  const readable = await resolved(interpreter === null ? [path] : [path, interpreter]);
  const [program = path] = readable;
  const sandbox = inSandbox({ readable, cwd: '/' });
  const command = limitedBy([...limits, `-u ${MOST_PROCESSES}`], program);
  // Apart from the terminal of this process, into which it could type.
  return { command: ['bwrap', '--new-session', ...sandbox.slice(1), ...command], env, signalOf };
}
