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
import { tr } from '../../../generator/words/tr.ts';
import { shellLimit, shellLimitOfProcesses, shellLimitOfTime } from '../../../platformio/driver/check/limits.ts';
import { hasSandbox, inSandbox, resolved } from '../../../platformio/driver/sandbox.ts';
import { threadsOfUser } from './user-threads.ts';

const HOURS = 24;
const DATA_GIB = 2;
/**
 * The units of POSIX's ulimit: seconds, KiB, blocks of 512 bytes. The program sends its telemetry in pipes, so
 * it needs no file. A thread reserves many more addresses than it uses, for its stack and its heap.
 */
const LIMITS = { cpuSeconds: HOURS * 3600, dataKib: DATA_GIB * 2 ** 20, addressKib: 16 * 2 ** 20, fileBlocks: 0 };
/** Linux reads no more of the first line of a script. Unit: bytes. */
const LONGEST_INTERPRETER = 256;
/** Processes and threads of a program. */
const MOST_PROCESSES = 4096;

export interface Sandboxed {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether all that the program starts ends with it. */
  readonly isConfined: boolean;
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

/** The system ends this program first when memory runs out. A sandbox cannot say so itself. */
const FIRST_TO_END = '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null';

type Command = [string, ...string[]];

/** Runs the words after it as a command, after the steps of a shell. */
const after = (steps: readonly string[]): Command => ['/bin/sh', '-c', `${steps.join('; ')}; exec "$@"`, 'sh'];

/** Outside of a sandbox the limit is for all processes of the user. */
async function limitOfProcesses(isConfined: boolean): Promise<string[]> {
  const others = isConfined ? 0 : await threadsOfUser();
  return others === null ? [] : [shellLimitOfProcesses(others + MOST_PROCESSES)];
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
/** What a signal says about the limits of a program, for the user. Null: nothing. */
export function causeOf(signal: NodeJS.Signals): string | null {
  switch (signal) {
    case 'SIGSEGV':
    case 'SIGABRT':
      return tr`It may have used a pointer that leads nowhere, or needed more than its ${DATA_GIB} GiB of memory.`;
    case 'SIGXFSZ':
      return tr`It tried to write a file, which a sketch on this computer may not do.`;
    case 'SIGXCPU':
      return tr`It used its ${HOURS} hours of processor time.`;
    case 'SIGKILL':
      return tr`The system does this first to a sketch when memory runs out.`;
    default:
      return null;
  }
}

/** A shell, and bubblewrap, report a signal as 128 plus its number. */
const signalOf = (code: number | null): NodeJS.Signals | null => SIGNALS.get((code ?? 0) - 128) ?? null;

/** The command that runs the program at `path`, an absolute path. */
export async function sandboxed(path: string, own: Readonly<Record<string, string>>): Promise<Sandboxed> {
  const env = environment(own);
  if (process.platform === 'win32') return { command: [path], env, isConfined: false, signalOf: () => null };
  const interpreter = await interpreterOf(path);
  const { cpuSeconds, dataKib, addressKib, fileBlocks } = LIMITS;
  // The addresses of a JavaScript engine are more than its memory.
  const memory = interpreter !== null ? [] : [`-v ${addressKib}`, `-d ${dataKib}`];
  const isConfined = await hasSandbox();
  const limits = [
    shellLimitOfTime(cpuSeconds),
    ...[...memory, `-f ${fileBlocks}`, '-c 0'].map(shellLimit),
    ...(await limitOfProcesses(isConfined)),
  ];
  if (!isConfined) {
    return { command: [...after([FIRST_TO_END, ...limits]), path], env, isConfined, signalOf: () => null };
  }
  const readable = await resolved(interpreter === null ? [path] : [path, interpreter]);
  const [program = path] = readable;
  const sandbox = inSandbox({ readable, sealed: true, cwd: '/' });
  // Apart from the terminal of this process, into which it could type.
  const confined = ['bwrap', '--new-session', ...sandbox.slice(1), ...after(limits), program];
  return { command: [...after([FIRST_TO_END]), ...confined], env, isConfined, signalOf };
}
