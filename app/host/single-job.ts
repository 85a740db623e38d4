/** Long work of which the host does one at a time, for the window that asked for it. */
import { RpcError } from '../contract/errors.ts';

interface Running<Watcher> {
  readonly watcher: Watcher;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

export class SingleJob<Watcher> {
  #running: Running<Watcher> | null = null;

  /**
   * Starts the work in the next turn of the event loop, after the answer has been sent. Throws `unavailable` while
   * other work runs.
   * @param busy what the user reads then
   * @param work must not reject
   * @param onEnd called after `work`, when the next one can start
   */
  start<T>(
    watcher: Watcher,
    busy: string,
    work: (signal: AbortSignal) => Promise<T>,
    onEnd: (result: T) => void,
  ): void {
    if (this.#running !== null) throw new RpcError('unavailable', busy);
    const abort = new AbortController();
    const ended = new Promise<void>((resolve) => {
      setImmediate(async () => {
        const result = await work(abort.signal);
        this.#running = null;
        onEnd(result);
        resolve();
      });
    });
    this.#running = { watcher, abort, ended };
  }

  /** Cancels the work of a window. */
  cancel(watcher: Watcher): void {
    if (this.#running?.watcher === watcher) this.#running.abort.abort();
  }

  async close(): Promise<void> {
    this.#running?.abort.abort();
    await this.#running?.ended;
  }
}
