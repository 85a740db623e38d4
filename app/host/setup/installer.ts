/** Installs the tools that build sketches. One installation runs at a time, and all windows follow it. */
import { tr } from '../../../generator/words/tr.ts';

export interface SetupRequest {
  /** Receives each line that the set-up prints. */
  readonly onLine: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Resolves to whether all parts that a sketch needs are installed. Rejects when the set-up cannot be started. */
export type SetupRunner = (request: SetupRequest) => Promise<boolean>;

export interface InstallationWatcher {
  line(text: string): void;
  installed(ok: boolean): void;
}

export class Installer {
  readonly #run: SetupRunner;
  readonly #watcher: InstallationWatcher;
  readonly #abort = new AbortController();
  #running: Promise<void> | null = null;

  constructor(run: SetupRunner, watcher: InstallationWatcher) {
    this.#run = run;
    this.#watcher = watcher;
  }

  /** Does nothing while an installation runs. */
  start(): void {
    this.#running ??= this.#install().finally(() => {
      this.#running = null;
    });
  }

  async #install(): Promise<void> {
    const { signal } = this.#abort;
    const ok = await this.#run({ onLine: (text) => this.#watcher.line(text), signal }).catch((error: unknown) => {
      this.#watcher.line(tr`The set-up did not start: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    });
    this.#watcher.installed(ok);
  }

  /** Ends a running installation. The next one continues it. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.#running;
  }
}
