/**
 * Checks the source of a generated project with the real compiler, without making a program. Text that
 * is being typed is checked this way, so the compiler has limits.
 */
import { tr } from '../../../generator/words/tr.ts';
import { run } from '../../setup/run.mjs';
import { describeMissing, type Tools } from '../../setup/tools.ts';
import type { Diagnostic } from '../build.ts';
import { DiagnosticCollector } from '../diagnostics.ts';
import { SOURCE } from '../repeat/record.ts';
import { plainMessages } from '../session.ts';
import { compileCommand } from './command.ts';
import { CHECK_LIMITS, type Limits, stoppedMessage } from './limits.ts';
import type { PrecompiledHeaders } from './precompiled.ts';

/**
 * `syntax`: everything that the language forbids, and most warnings. `full`: also what the compiler finds
 * while it optimizes. That takes up to ten times as long.
 */
export type CheckDepth = 'syntax' | 'full';

export interface CheckRequest {
  /** The generated project. The compiler's output is written there, too. */
  readonly dir: string;
  /** The folder in which the same sketch is built. Its record names the flags, if there is one. */
  readonly buildDir: string;
  readonly tools: Tools;
  readonly depth: CheckDepth;
  /** Makes repeated checks of the same project faster. */
  readonly headers?: PrecompiledHeaders;
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
}

export interface CheckResult {
  /** `stopped`: a limit has ended the compiler. `unavailable`: there is no compiler for the board. */
  readonly outcome: 'checked' | 'cancelled' | 'stopped' | 'unavailable';
  /** For the user, if the outcome is `stopped` or `unavailable`. */
  readonly message: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING = { message: null, diagnostics: [] } as const;
const OUTPUT = 'checked.s';
/** The compiler ends after so many errors. */
const MOST_ERRORS = 100;
const MOST_DIAGNOSTICS = 200;

const END: Readonly<Record<CheckDepth, readonly string[]>> = {
  syntax: ['-fsyntax-only'],
  full: ['-S', '-o', OUTPUT],
};

export async function checkProject(request: CheckRequest): Promise<CheckResult> {
  const { dir, depth, signal, limits = CHECK_LIMITS } = request;
  const compiler = await compileCommand(request);
  if (!compiler.installed) return { ...NOTHING, outcome: 'unavailable', message: `${describeMissing(compiler)}.` };
  const collector = new DiagnosticCollector();
  const isFaster = depth === 'syntax' && compiler.hasStandardLibrary;
  const headers = isFaster ? ((await request.headers?.flagsFor(dir, compiler)) ?? []) : [];
  const command = [...compiler.command, ...headers, `-fmax-errors=${MOST_ERRORS}`, ...END[depth], SOURCE];
  const result = await run(await compiler.confine(command, limits), {
    endsWithParent: true,
    cwd: dir,
    ownTemporary: true,
    env: { ...compiler.env, ...plainMessages },
    timeoutMs: limits.wallMs,
    maxOutputBytes: limits.outputBytes,
    ...(signal && { signal }),
    onLine: (line) => collector.add(line),
  });
  if (result.cancelled) return { ...NOTHING, outcome: 'cancelled' };
  if (result.startError !== null) {
    return {
      ...NOTHING,
      outcome: 'unavailable',
      message: tr`The compiler could not be started: ${result.startError}.`,
    };
  }
  const diagnostics = collector.all.slice(0, MOST_DIAGNOSTICS);
  if (result.code === 0 || collector.hasError) return { outcome: 'checked', message: null, diagnostics };
  return { outcome: 'stopped', message: stoppedMessage(limits), diagnostics };
}
