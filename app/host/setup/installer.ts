/** Installs parts of the set-up. One installation runs at a time, and all windows follow it. */
import { tr } from '../../../generator/words/tr.ts';
import type { SetupPart } from '../../contract/settings.ts';

export interface SetupRequest {
  readonly part: SetupPart;
  /** Receives each line that the set-up prints. */
  readonly onLine: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Resolves to whether the part is installed. Rejects when the set-up cannot be started. */
export type SetupRunner = (request: SetupRequest) => Promise<boolean>;

export interface InstallationWatcher {
  line(part: SetupPart, text: string): void;
  installed(part: SetupPart, ok: boolean): void;
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
  start(part: SetupPart): void {
    this.#running ??= this.#install(part).finally(() => {
      this.#running = null;
    });
  }

  async #install(part: SetupPart): Promise<void> {
    const { signal } = this.#abort;
    const ok = await this.#run({ part, onLine: (text) => this.#watcher.line(part, text), signal }).catch(
      (error: unknown) => {
        this.#watcher.line(
          part,
          tr`The set-up did not start: ${error instanceof Error ? error.message : String(error)}`,
        );
        return false;
      },
    );
    this.#watcher.installed(part, ok);
  }

  /** Ends a running installation. The next one continues it. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.#running;
  }
}
