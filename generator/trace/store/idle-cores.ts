/**
 * The idle time of the cores. A core is idle from the event that it has no job until a job runs on it. This time
 * includes interrupts.
 *
 *   const idle = new IdleCores((fromNs, toNs) => …);   // gets each part of the idle time of a core once
 *   idle.begin(core, timeNs);
 *   idle.end(core, timeNs);
 */
export class IdleCores {
  /** For each idle core, the time up to which its idle time is counted. */
  readonly #since = new Map<number, number>();
  readonly #count: (fromNs: number, toNs: number) => void;

  constructor(count: (fromNs: number, toNs: number) => void) {
    this.#count = count;
  }

  begin(core: number, timeNs: number): void {
    if (!this.#since.has(core)) this.#since.set(core, timeNs);
  }

  end(core: number, timeNs: number): void {
    const since = this.#since.get(core);
    if (since === undefined) return;
    this.#since.delete(core);
    if (timeNs > since) this.#count(since, timeNs);
  }

  /** Counts the time up to now of all cores that are still idle. */
  advance(nowNs: number): void {
    for (const [core, since] of this.#since) {
      if (nowNs <= since) continue;
      this.#count(since, nowNs);
      this.#since.set(core, nowNs);
    }
  }

  /** From now on it is not known which cores are idle. */
  forget(): void {
    this.#since.clear();
  }
}
