/**
 * Runs the model checker: `spin` generates a verifier from a Promela model, the C compiler builds
 * the verifier, and the verifier searches every reachable state.
 * http://spinroot.com/spin/Man/Pan.html
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describeMissing, findTools } from '../../platformio/setup/tools.ts';
import { which } from '../../platformio/setup/which.mjs';

const run = promisify(execFile);
const MAX_DEPTH = 1_000_000;
/** Safety properties; every interleaving, without partial-order reduction. */
const VERIFIER_FLAGS = ['-DSAFETY', '-DNOREDUCE', '-w'];

const spin = which('spin');
const { hostCc } = findTools();

function whatIsMissing(): string | null {
  const howTo = process.platform === 'darwin' ? 'brew install spin' : 'apt-get install spin, or https://spinroot.com';
  if (spin === null) return `spin: not installed. To get it: ${howTo}`;
  return hostCc.installed ? null : describeMissing(hostCc);
}

/** The reason why models cannot be checked on this machine, with a remedy. Null if they can. */
export const missing: string | null = whatIsMissing();

export interface Search {
  readonly states: number;
  /** Longest path, in steps. */
  readonly depth: number;
  readonly errors: number;
  /**
   * Whether the search was complete: no path was cut off, no state was approximated, memory
   * sufficed.
   */
  readonly exhaustive: boolean;
  /** The verifier's messages about violations. */
  readonly violations: readonly string[];
  /** Steps of the model that no run reaches, except for the ends of endless processes. */
  readonly unreached: readonly string[];
}

function numberIn(report: string, pattern: RegExp): number {
  const found = pattern.exec(report)?.[1];
  if (found === undefined) throw new Error(`The verifier's report has no ${pattern}:\n${report}`);
  return Number(found);
}

function read(report: string): Search {
  const cutOff = /max search depth too small|Search not completed|out of memory|Bit statespace|hash-compact/i;
  return {
    states: numberIn(report, /(\d+) states, stored/),
    depth: numberIn(report, /depth reached (\d+)/),
    errors: numberIn(report, /errors: (\d+)/),
    exhaustive: /^Full statespace search/m.test(report) && !cutOff.test(report),
    violations: [...report.matchAll(/^pan:\d+: (.*)$/gm)].map(([, text]) => text ?? ''),
    unreached: [...report.matchAll(/^\t\S+:\d+, state \d+, "(.*)"$/gm)].flatMap(([, step = '']) =>
      step === '-end-' ? [] : [step],
    ),
  };
}

/**
 * Searches a model completely or to its first error. `constants`: macros that the model does not
 * define.
 */
export async function search(
  model: string,
  constants: Readonly<Record<string, string | number>> = {},
  optimize = '-O2',
): Promise<Search> {
  if (spin === null || !hostCc.installed) throw new Error(missing ?? 'spin: not installed');
  const directory = await mkdtemp(path.join(tmpdir(), 'polyloop-model-'));
  try {
    const verifier = path.join(directory, process.platform === 'win32' ? 'pan.exe' : 'pan');
    const macros = Object.entries(constants).map(([name, value]) => `-D${name}=${value}`);
    await writeFile(path.join(directory, 'model.pml'), model);
    await run(spin, [...macros, '-a', 'model.pml'], { cwd: directory });
    const [compiler, ...flags] = hostCc.command;
    await run(compiler, [...flags, optimize, ...VERIFIER_FLAGS, 'pan.c', '-o', verifier], { cwd: directory });
    const { stdout } = await run(verifier, [`-m${MAX_DEPTH}`], { cwd: directory, maxBuffer: 2 ** 24 });
    return read(stdout);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
