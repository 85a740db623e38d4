/** Which of its limits has ended a build, by what its programs print. */
import { tr } from '../../generator/words/tr.ts';
import type { RunResult } from '../setup/run.mjs';
import { type Limits, MOST_PROCESSES } from './check/limits.ts';

export type ReachedLimit = 'processor' | 'memory' | 'file' | 'processes' | 'time' | 'output';

/** What GCC, its assembler and linker, Clang, Python and shells print when the system refuses them something. */
const PRINTED: readonly (readonly [ReachedLimit, RegExp])[] = [
  ['processor', /\bCPU time limit exceeded\b/i],
  [
    'memory',
    /\bout of memory\b|\b(?:virtual )?memory exhausted\b|\bCannot allocate memory\b|\bbad_alloc\b|^MemoryError\b|\bKilled signal terminated program\b|\[Killed\]$/i,
  ],
  ['file', /\bFile size limit exceeded\b|\bFile too large\b/i],
  ['processes', /\bResource temporarily unavailable\b|\bCannot fork\b/i],
];

/** @param line of the output of a program that failed, and no message about code, which could quote such words */
export const limitIn = (line: string): ReachedLimit | null =>
  PRINTED.find(([, words]) => words.test(line))?.[0] ?? null;

/** The limit that this process noticed itself. */
export function limitOf({ timedOut, overflowed }: RunResult): ReachedLimit | null {
  if (timedOut) return 'time';
  return overflowed ? 'output' : null;
}

function need(reached: ReachedLimit, { cpuSeconds, memoryMib, fileMib, wallMs, outputBytes }: Limits): string {
  switch (reached) {
    case 'processor':
      return tr`one of its programs needed more than ${cpuSeconds} s of processor time`;
    case 'memory':
      return tr`one of its programs needed more than ${memoryMib} MiB of memory, or the computer has none left`;
    case 'file':
      return tr`one of its programs wrote a file of more than ${fileMib} MiB`;
    case 'processes':
      return tr`it started more than ${MOST_PROCESSES} processes, or more than the system permits`;
    case 'time':
      return tr`it took more than ${wallMs / 60_000} minutes`;
    case 'output':
      return tr`it printed more than ${outputBytes / 1e6} MB`;
  }
}

/** For the user, when a limit has ended a build. */
export const stoppedBuild = (reached: ReachedLimit, limits: Limits): string =>
  tr`The build was stopped: ${need(reached, limits)}. A template, a macro, an #include or a library may have no end.`;
