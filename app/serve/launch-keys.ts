/**
 * URLs that work once. When a browser is started, its URL is visible to every user of this computer
 * in the process list. That URL contains a key that becomes invalid as soon as the browser has used
 * it.
 */
import { createHash, randomBytes } from 'node:crypto';

export const LAUNCH_PATH = '/open/';
/** Longer than any browser takes to start. */
const LIFETIME_MS = 120_000;

const digest = (key: string) => createHash('sha256').update(key).digest('base64');

interface Launch {
  readonly target: string;
  readonly endMs: number;
}

export class LaunchKeys {
  /** Keyed by digest, so that the time of a look-up reveals nothing about a key. */
  readonly #issued = new Map<string, Launch>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Returns a URL path that leads to `target` once. */
  issue(target: string): string {
    const key = randomBytes(32).toString('base64url');
    this.#issued.set(digest(key), { target, endMs: this.#now() + LIFETIME_MS });
    return LAUNCH_PATH + key;
  }

  /**
   * Returns the target of this path. Null when the path was never issued, was already used, or is
   * too old.
   */
  redeem(path: string): string | null {
    if (!path.startsWith(LAUNCH_PATH)) return null;
    const name = digest(path.slice(LAUNCH_PATH.length));
    const launch = this.#issued.get(name);
    this.#issued.delete(name);
    return launch !== undefined && this.#now() <= launch.endMs ? launch.target : null;
  }
}
