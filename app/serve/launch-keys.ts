/**
 * URLs that work once. Such a URL contains a key that becomes invalid as soon as the browser has used
 * it. The browser reads the URL from a file (`launch-page.ts`).
 */
import { createHash, randomBytes } from 'node:crypto';

export const LAUNCH_PATH = '/open/';
/** Longer than any browser takes to start. */
export const LAUNCH_LIFETIME_MS = 120_000;

const digest = (key: string) => createHash('sha256').update(key).digest('base64');

interface Launch {
  readonly target: string;
  readonly endMs: number;
}

export class LaunchKeys {
  /** Keyed by digest, so that the time of a look-up reveals nothing about a key. */
  readonly #issued = new Map<string, Launch>();
  readonly #now: () => number;

  /** The time of a clock that the user cannot set. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns a URL path that leads to `target` once. */
  issue(target: string): string {
    const key = randomBytes(32).toString('base64url');
    this.#issued.set(digest(key), { target, endMs: this.#now() + LAUNCH_LIFETIME_MS });
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
