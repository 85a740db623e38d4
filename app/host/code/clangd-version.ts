/** Asks a clangd for its version, which shows that the program is a clangd. */
import { CHECK_LIMITS } from '../../../platformio/driver/check/limits.ts';
import { run } from '../../../platformio/setup/run.mjs';
import type { Program } from '../../../platformio/setup/tools.ts';

/** A program that waits for input is ended. */
const PATIENCE_MS = 30_000;

/** Null if the program is not a clangd, or does not start. */
export async function clangdVersion({ command, env }: Program): Promise<string | null> {
  const { tail } = await run([...command, '--version'], {
    env,
    timeoutMs: PATIENCE_MS,
    maxOutputBytes: CHECK_LIMITS.outputBytes,
  });
  return /\bclangd version (\S+)/.exec(tail.join('\n'))?.[1] ?? null;
}
