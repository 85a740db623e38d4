/**
 * Limits of compilers. A sketch may come from a stranger, and text that is being typed is unfinished: either
 * can include a device that never ends, or expand templates without end.
 */
import { tr } from '../../../generator/words/tr.ts';
import { isWindows } from '../../setup/paths.mjs';

export interface Limits {
  /** Processor time of each process. */
  readonly cpuSeconds: number;
  /** Address space of each process. */
  readonly memoryMib: number;
  /** Size of a file that a process writes. */
  readonly fileMib: number;
  /** Printed text of all processes together. */
  readonly outputBytes: number;
  /** Also ends a process that waits, for example for a named pipe. */
  readonly wallMs: number;
  /** Maximum number of processes in a sandbox. Without a sandbox, the limit would include all processes of the user. */
  readonly processes?: number;
}

/** Maximum number of processes in a sandbox. Without a sandbox, the limit would include all processes of the user. */
export const MOST_PROCESSES = 1024;

export const CHECK_LIMITS: Limits = {
  cpuSeconds: 5,
  memoryMib: 1024,
  fileMib: 64,
  outputBytes: 1_000_000,
  wallMs: 60_000,
};

/** Limits of a build. PlatformIO and its compilers need about 300 MiB, and the first build of a core takes a minute. */
export const BUILD_LIMITS: Limits = {
  cpuSeconds: 600,
  memoryMib: 4096,
  fileMib: 512,
  outputBytes: 32_000_000,
  wallMs: 30 * 60_000,
};

/** Sets a limit in a POSIX shell, where the system has it. `option` is one of ulimit, with its number. */
export const shellLimit = (option: string): string => `ulimit ${option} 2>/dev/null`;

/** After its time a process that goes on is killed. Unit: s. */
const LAST_SECONDS = 5;
/** The first limit ends the process with SIGXCPU, which names the limit, and the second one with SIGKILL. */
export const shellLimitOfTime = (seconds: number): string =>
  [`-S -t ${seconds}`, `-H -t ${seconds + LAST_SECONDS}`].map(shellLimit).join('; ');

/** The option has another letter in Debian's and BusyBox's shell than in Bash. */
export const shellLimitOfProcesses = (most: number): string =>
  `{ ${shellLimit(`-u ${most}`)} || ${shellLimit(`-p ${most}`)}; }`;

/**
 * The command with the limits of the operating system. Windows has no command that sets them, and macOS
 * ignores the limit of the address space: there, the other limits have to do.
 */
export function limited(command: readonly string[], limitsOfIt: Limits): readonly string[] {
  if (isWindows) return command;
  const { cpuSeconds, memoryMib, fileMib, processes } = limitsOfIt;
  // The units of POSIX: seconds, KiB, blocks of 512 bytes.
  const limits = [
    shellLimitOfTime(cpuSeconds),
    shellLimit(`-v ${memoryMib * 1024}`),
    shellLimit(`-f ${fileMib * 2048}`),
  ];
  if (processes !== undefined) limits.push(shellLimitOfProcesses(processes));
  const script = `${limits.join('; ')}; exec "$@"`;
  return ['/bin/sh', '-c', script, 'sh', ...command];
}

/** For the user, when a limit has ended the compiler before it found an error. */
export const stoppedMessage = ({ cpuSeconds, memoryMib }: Limits): string =>
  tr`The check of the code was stopped: the compiler needed more than ${cpuSeconds} s of processor time, ${memoryMib} MiB of memory, or too much output. A template, a macro or an #include may have no end.`;
