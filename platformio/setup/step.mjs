/**
 * What a step of set-up is. A step says what it finds, or brings what is missing; it never half does it.
 *
 * @typedef {'start' | 'test' | 'check'} Purpose what set-up is for: using the product, all tests, or the quick checks
 */
/**
 * @typedef {object} Context
 * @property {(text: string) => void} say a line below the step's own
 * @property {(command: readonly string[], options?: import('./run.mjs').RunOptions) => Promise<void>} must runs a
 *   command; throws a SetupError with the end of its output when it fails
 */
/**
 * @typedef {object} Step
 * @property {string} title
 * @property {boolean} required without it nothing starts at all
 * @property {string} without what does not work while this part is missing
 * @property {() => string | null} present where it is, or null when it must be brought
 * @property {(context: Context) => Promise<void>} bring
 */

/** A part could not be installed. The message explains how the user can install it. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError';
}

/**
 * Node's own fetch ignores the proxy that this variable names; npm, pip, PlatformIO, Go and
 * Electron's installer use it.
 */
export const hasProxy = () =>
  ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'].some((name) => Boolean(process.env[name]));

/**
 * Whether a web host answers at all. Asked before a long download, because behind a closed network a download may
 * hang for minutes. Behind a proxy it cannot be asked, and the download must try.
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
