/**
 * Addresses that work once. Opening a browser shows the address to every user of this computer, in the list of its
 * processes; so what is shown there is a key that the browser itself has used up a moment later.
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
  /** By digest, so that the time of a look-up tells nothing about a key. */
  readonly #issued = new Map<string, Launch>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The path of an address that leads once to `target`. */
  issue(target: string): string {
    const key = randomBytes(32).toString('base64url');
    this.#issued.set(digest(key), { target, endMs: this.#now() + LIFETIME_MS });
    return LAUNCH_PATH + key;
  }

  /** Where this path leads; null when it was never issued, is used up or too old. */
  redeem(path: string): string | null {
    if (!path.startsWith(LAUNCH_PATH)) return null;
    const name = digest(path.slice(LAUNCH_PATH.length));
    const launch = this.#issued.get(name);
    this.#issued.delete(name);
    return launch !== undefined && this.#now() <= launch.endMs ? launch.target : null;
  }
}
