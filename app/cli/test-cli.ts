/** Runs the real command line in its own process, for tests. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('bin.mjs', import.meta.url));
export const FIXTURES = fileURLToPath(new URL('../../test/fixtures/sketches/', import.meta.url));

export interface CliResult {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Resolves when the process has ended. Sends it an interrupt after `stopAfterMs`, or at `stop`, and kills it at `kill`. */
export function runCli(
  args: readonly string[],
  options: {
    readonly env?: NodeJS.ProcessEnv;
    readonly stopAfterMs?: number;
    readonly stop?: AbortSignal;
    readonly kill?: AbortSignal;
  } = {},
): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BIN, ...args], {
      env: { ...process.env, ...options.env },
    });
    if (options.stopAfterMs !== undefined) setTimeout(() => child.kill('SIGTERM'), options.stopAfterMs);
    options.stop?.addEventListener('abort', () => child.kill('SIGTERM'));
    options.kill?.addEventListener('abort', () => child.kill('SIGKILL'));
    let out = '';
    let error = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, error }));
  });
}

/**
 * Delays before a program is interrupted. On a busy machine it may not have installed its signal
 * handler after the first one. Unit: ms.
 */
const STOP_AFTER_MS = [1500, 5000, 20_000, 80_000, 320_000];

/**
 * Interrupts the program, with growing delays, until it has made enough progress before the
 * interrupt.
 * @param isFarEnough whether the program's document shows enough progress
 */
export async function runCliAndStop(
  args: readonly string[],
  isFarEnough: (document: Record<string, unknown> | undefined) => boolean,
  env: NodeJS.ProcessEnv = {},
): Promise<CliResult> {
  let result: CliResult | null = null;
  for (const stopAfterMs of STOP_AFTER_MS) {
    result = await runCli(args, { env, stopAfterMs });
    if (isFarEnough(documents(result)[0])) return result;
  }
  throw new Error(`The program did not get far enough: ${result?.code} ${result?.error}`);
}

/** Parses a result with one JSON document per line. */
export function documents(result: CliResult): Record<string, unknown>[] {
  return result.out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The task rows of a document. Empty when the document has none. */
export function tasksOf(document: Record<string, unknown> | undefined): Record<string, unknown>[] {
  return Array.isArray(document?.tasks) ? document.tasks : [];
}
