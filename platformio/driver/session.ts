/**
 * One build: runs the programs, forwards their lines, collects their messages, cancels everything
 * together, and reports the result.
 */
import { tr } from '../../generator/words/tr.ts';
import { isWindows } from '../setup/paths.mjs';
import { type RunResult, run } from '../setup/run.mjs';
import { describeMissing, type Missing, type Program } from '../setup/tools.ts';
import type { BuildRequest, BuildResult, Diagnostic, Firmware, MemoryUse } from './build.ts';
import { confined } from './build-sandbox.ts';
import { BUILD_LIMITS, type Limits } from './check/limits.ts';
import { DiagnosticCollector, parseLine } from './diagnostics.ts';
import { bringHome } from './explain.ts';
import { limitIn, limitOf, type ReachedLimit, stoppedBuild } from './reached-limit.ts';

/** English messages with plain quotes in any locale, because a program parses them. */
export const plainMessages = { LC_ALL: 'C', LANGUAGE: undefined, GCC_COLORS: '', NO_COLOR: '1' };

/**
 * Removes environment variables of the user's own PlatformIO that would change the build directory
 * or the flags.
 */
function withoutForeignSettings(): Record<string, undefined> {
  const names = Object.keys(process.env).filter((name) => name.toUpperCase().startsWith('PLATFORMIO_'));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** The environment of a tool that this program starts. */
export const toolEnvironment = ({ env }: Program): Record<string, string | undefined> => ({
  ...withoutForeignSettings(),
  ...env,
  ...plainMessages,
});

/** A program and its arguments. */
type Argv = readonly string[];

/** Linux limits an argument to 128 KiB. */
const MOST_SCRIPT_CHARACTERS = 60_000;

const quoted = (part: string): string => `'${part.replaceAll("'", `'\\''`)}'`;

/** Commands that one program runs. */
interface Together {
  readonly command: Argv;
  readonly commands: readonly Argv[];
}

/** As few shells as possible that run all commands and end with the code of the last one that failed. */
function together(commands: readonly Argv[]): readonly Together[] {
  if (isWindows) return commands.map((command) => ({ command, commands: [command] }));
  const lines = commands.map((command) => `${command.map(quoted).join(' ')} || failed=$?`);
  const parts: number[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const [index, { length }] of lines.entries()) {
    characters += length + 1;
    if (characters > MOST_SCRIPT_CHARACTERS) {
      parts.push([]);
      characters = length;
    }
    parts.at(-1)?.push(index);
  }
  return parts.map((indices) => {
    const [first = [], ...others] = indices.map((index) => commands[index] ?? []);
    if (others.length === 0) return { command: first, commands: [first] };
    const script = ['failed=0', ...indices.map((index) => lines[index] ?? ''), 'exit $failed'].join('\n');
    return { command: ['/bin/sh', '-c', script], commands: [first, ...others] };
  });
}

export interface SessionOptions {
  /** Lines that are not useful to the user, e.g. each object from a cache. */
  readonly skip?: RegExp;
  /** Rewrites a message so that it names the file as the user knows it; null drops the message. */
  readonly revise?: (diagnostic: Diagnostic) => Diagnostic | null;
}

/** Information for the result after the programs have ended. */
export interface Ending {
  readonly result: RunResult;
  /** The tool that the result names if there is a failure without any message. */
  readonly toolName: string;
  readonly memory: MemoryUse | null;
  readonly firmware: () => Promise<Firmware | null>;
  /** Why the tool itself failed, if no compiler message says it. */
  readonly failure: string | null;
}

const nothing = { diagnostics: [], memory: null, firmware: null } as const;

export function failedAtOnce(message: string): BuildResult {
  return { ...nothing, outcome: 'failed', message, durationMs: 0 };
}

export const notInstalled = (part: Missing): BuildResult => failedAtOnce(`${describeMissing(part)}.`);

export class BuildSession {
  readonly lines: string[] = [];
  readonly #request: BuildRequest;
  readonly #options: SessionOptions;
  readonly #collector: DiagnosticCollector;
  readonly #started = performance.now();
  readonly #limits: Limits;
  #reached: ReachedLimit | null = null;

  constructor(request: BuildRequest, options: SessionOptions = {}) {
    this.#request = request;
    this.#options = options;
    this.#limits = request.limits ?? BUILD_LIMITS;
    this.#collector = new DiagnosticCollector(options.revise);
  }

  /** @param network for the installation of packages */
  run(program: Program, args: readonly string[], network = false): Promise<RunResult> {
    const command = [...program.command, ...args];
    return this.#run(program, { command, commands: [command] }, network);
  }

  /**
   * Runs at least one command, one after the other, in as few sandboxes as possible: to make one takes almost as long
   * as to compile a small file. All of them run, so that every error is shown. Returns the first failure.
   * @param program its environment is that of all commands
   */
  async runAll(program: Program, commands: readonly Argv[]): Promise<RunResult> {
    const results: RunResult[] = [];
    for (const part of together(commands)) {
      const result = await this.#run(program, part, false);
      results.push(result);
      if (result.cancelled) break;
    }
    const result = results.find(({ cancelled }) => cancelled) ?? results.find(({ code }) => code !== 0) ?? results[0];
    if (result === undefined) throw new Error('no commands');
    return result;
  }

  async #run(program: Program, { command, commands }: Together, network: boolean): Promise<RunResult> {
    const { projectDir, signal, onLine } = this.#request;
    for (const each of commands) onLine?.({ stream: 'command', text: each.join(' ') });
    return run(await confined(command, this.#request, this.#limits, network), {
      // A sandbox that is still starting does not end by itself.
      endsWithParent: true,
      ownTemporary: true,
      cwd: projectDir,
      timeoutMs: this.#limits.wallMs,
      maxOutputBytes: this.#limits.outputBytes,
      env: toolEnvironment(program),
      ...(signal && { signal }),
      onLine: (text, stream) => {
        if (this.#options.skip?.test(text)) return;
        this.lines.push(text);
        if (parseLine(text) === null) this.#reached ??= limitIn(text);
        this.#collector.add(text);
        onLine?.({ stream: stream === 'stdout' ? 'out' : 'error', text });
      },
    });
  }

  get projectDir(): string {
    return this.#request.projectDir;
  }

  /** Whether a program has reported an error so far. */
  get hasError(): boolean {
    return this.#collector.hasError;
  }

  async end(ending: Ending): Promise<BuildResult> {
    const { result, memory } = ending;
    const durationMs = performance.now() - this.#started;
    if (result.cancelled) return { ...nothing, outcome: 'cancelled', message: null, durationMs };
    const excess = memory && memoryExcess(memory);
    // A tool may only warn if variables exceed RAM, but such a program cannot work.
    if (excess && !this.#collector.hasError) this.#collector.push(excess);
    const firmware = result.code === 0 && !excess ? await ending.firmware() : null;
    if (firmware !== null) {
      return { outcome: 'ok', message: null, diagnostics: this.#collector.all, memory, firmware, durationMs };
    }
    const diagnostics = await bringHome(this.#collector.all, this.#request.projectDir);
    const reached = result.code === 0 ? null : (limitOf(result) ?? this.#reached);
    const message =
      reached === null
        ? this.#collector.hasError
          ? null
          : failureMessage(ending)
        : stoppedBuild(reached, this.#limits);
    return { outcome: 'failed', message, diagnostics, memory, firmware: null, durationMs };
  }
}

function memoryExcess({ ramBytes, ramAvailableBytes, flashBytes, flashAvailableBytes }: MemoryUse): Diagnostic | null {
  const nowhere = { severity: 'error', element: null, member: null, line: null, column: null, file: null } as const;
  if (ramBytes > ramAvailableBytes) {
    const message = tr`The program's variables take ${ramBytes} bytes of RAM; the board has ${ramAvailableBytes}. Make arrays smaller, or keep constant tables in flash with PROGMEM.`;
    return { ...nowhere, message };
  }
  if (flashBytes <= flashAvailableBytes) return null;
  const message = tr`The program takes ${flashBytes} bytes of flash; the board has ${flashAvailableBytes}. Use fewer libraries, or smaller tables.`;
  return { ...nowhere, message };
}

function failureMessage({ toolName, result, failure }: Ending): string {
  if (result.startError !== null) return tr`${toolName} could not be started: ${result.startError}.`;
  if (failure !== null) return failure;
  if (result.code === 0) return tr`${toolName} reported success but left no firmware.`;
  return result.code === null
    ? tr`${toolName} failed; its output says more.`
    : tr`${toolName} failed (exit code ${result.code}); its output says more.`;
}
