/**
 * A step of set-up finds an installed part, or installs a missing part completely or not at all.
 *
 * @typedef {'start' | 'test' | 'check'} Purpose the purpose of set-up: using the product, all tests, or the quick checks
 */
/**
 * @typedef {object} Context
 * @property {(text: string) => void} say prints a line below the step's title
 * @property {(command: readonly string[], options?: import('./run.mjs').RunOptions) => Promise<void>} must runs a
 *   command; throws a SetupError with the end of the output if the command fails
 * @property {(title: string) => Promise<void>} ended resolves when another step has ended. That step must come earlier
 */
/**
 * @typedef {object} Step
 * @property {string} title
 * @property {boolean} required whether nothing works without the part
 * @property {string} without what does not work while this part is missing
 * @property {() => string | null} present where the part is, or null if it must be installed
 * @property {(context: Context) => Promise<void>} bring
 * @property {() => readonly string[]} [needs] titles of earlier steps that must have ended before this one begins
 * @property {() => boolean} [usesTerminal] whether the step asks the user, so that no other step may run meanwhile
 */

/** The title of the step that others need. */
export const SYSTEM_PACKAGES = 'System packages';

/** A part could not be installed. The message explains how the user can install it. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError';
}

/**
 * Whether the environment names a proxy. Node's fetch ignores it, but npm, pip, PlatformIO, Go and
 * Electron's installer use it.
 */
export const hasProxy = () =>
  ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'].some((name) => Boolean(process.env[name]));

/**
 * Whether a web host answers. Called before a long download, which may hang for minutes in a closed
 * network. With a proxy the answer is unknown, so this returns true and the download is tried.
 * @param {string} url
 */
export async function answers(url) {
  if (hasProxy()) return true;
  try {
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(8000) });
    return response.status < 500;
  } catch {
    return false;
  }
}
