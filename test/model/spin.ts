/**
 * Runs the model checker: `spin` makes a verifier of a Promela model, the C compiler builds it, and it searches every
 * reachable state. http://spinroot.com/spin/Man/Pan.html
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

/** Why no model can be checked here, and what to do about it; null if it can. */
export const missing: string | null = whatIsMissing();

export interface Search {
  readonly states: number;
  /** Longest path, in steps. */
  readonly depth: number;
  readonly errors: number;
  /** Nothing was left out: no path was cut off, no state was approximated, memory sufficed. */
  readonly exhaustive: boolean;
  /** What was violated, in the verifier's words. */
  readonly violations: readonly string[];
  /** Steps of the model that no run takes, but the ends of processes that never end. */
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

/** Searches a model to the end, or to its first error. `constants` are macros that it leaves open. */
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
