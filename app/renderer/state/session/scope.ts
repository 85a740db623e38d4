/**
 * Everything that a session has started and must stop: subscriptions, timers, workers, listeners.
 */

export class Scope {
  readonly #ends = new Set<() => void>();
  #disposed = false;

  /**
   * Calls `end` once: when the scope is disposed or when the returned function is called, whichever
   * is first.
   */
  own(end: () => void): () => void {
    if (this.#disposed) {
      end();
      return () => {};
    }
    const once = () => {
      if (this.#ends.delete(once)) end();
    };
    this.#ends.add(once);
    return once;
  }

  /** Runs once after `delayMs`. Returns the function that cancels it. */
  after(delayMs: number, run: () => void): () => void {
    const timer = setTimeout(() => {
      cancel();
      run();
    }, delayMs);
    const cancel = this.own(() => clearTimeout(timer));
    return cancel;
  }

  /** Runs every `intervalMs`. Returns the function that stops it. */
  every(intervalMs: number, run: () => void): () => void {
    const timer = setInterval(run, intervalMs);
    return this.own(() => clearInterval(timer));
  }

  /** Ends everything, newest first. Anything that is added later ends immediately. */
  dispose(): void {
    this.#disposed = true;
    for (const end of [...this.#ends].reverse()) end();
  }
}
