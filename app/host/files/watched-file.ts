/**
 * Watches one sketch file for changes by other programs. The system's notification about the folder
 * is the fast way: it also reports a file that is replaced by a rename, or deleted and created
 * again. Network drives do not notify, so the file's status is also read every two seconds. In
 * either case the content decides: the file changed if its revision did.
 */
import { type FSWatcher, unwatchFile, watch, watchFile } from 'node:fs';
import { dirname } from 'node:path';
import { currentRevision } from './sketch-file.ts';

const POLL_MS = 2_000;
/** Many programs write a file in several steps. The content is read when they pause. */
const SETTLE_MS = 100;

interface KnownFile {
  readonly path: string;
  /** The content that is known already. */
  readonly revision: string;
}

export class WatchedFile {
  /** Null as the revision says that the file no longer exists. */
  readonly #changed: (path: string, revision: string | null) => void;
  #file: KnownFile | null = null;
  /** The last revision that was passed on or known from the start. */
  #last: string | null = null;
  #folder: FSWatcher | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(changed: (path: string, revision: string | null) => void) {
    this.#changed = changed;
  }

  /**
   * Watches this file instead of the one before. Reports the difference at once if the content is
   * not the known one.
   */
  watch(file: KnownFile | null): void {
    const isSame = file !== null && file.path === this.#file?.path;
    if (!isSame) this.close();
    this.#file = file;
    if (file === null) return;
    this.#last = file.revision;
    if (!isSame) this.#start(file.path);
    this.#soon();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#folder?.close();
    this.#folder = null;
    if (this.#file !== null) unwatchFile(this.#file.path, this.#soon);
    this.#file = null;
  }

  #start(path: string): void {
    watchFile(path, { interval: POLL_MS, persistent: false }, this.#soon);
    try {
      this.#folder = watch(dirname(path), { persistent: false }, this.#soon);
      // The folder was deleted, or the system has no more watches. Polling goes on.
      this.#folder.on('error', () => this.#folder?.close());
    } catch {
      this.#folder = null;
    }
  }

  readonly #soon = (): void => {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#compare(), SETTLE_MS);
  };

  async #compare(): Promise<void> {
    const file = this.#file;
    if (file === null) return;
    // A file that cannot be read now is compared again at its next change.
    const revision = await currentRevision(file.path).catch(() => undefined);
    if (this.#file !== file || revision === undefined || revision === this.#last) return;
    this.#last = revision;
    this.#changed(file.path, revision);
  }
}
