/**
 * How long a level was held: the items that wait in a buffer. The levels are whole numbers. Its quantiles
 * are shares of the time: with a 95 % quantile of 3, the level was at most 3 in 95 % of the known time.
 */
export class LevelTimes {
  readonly #heldNs = new Map<number, number>();
  #level: number | null = null;
  #sinceNs = 0;

  /** @param level from this time on; null: it is not known. Unit of the time: ns */
  set(timeNs: number, level: number | null): void {
    if (this.#level !== null && timeNs > this.#sinceNs) {
      this.#heldNs.set(this.#level, (this.#heldNs.get(this.#level) ?? 0) + timeNs - this.#sinceNs);
    }
    this.#level = level;
    this.#sinceNs = timeNs;
  }

  /** null: no level was known for any time. Unit: ns. */
  until(timeNs: number): HeldLevels | null {
    const held = new Map(this.#heldNs);
    if (this.#level !== null && timeNs > this.#sinceNs) {
      held.set(this.#level, (held.get(this.#level) ?? 0) + timeNs - this.#sinceNs);
    }
    const levels = [...held].sort(([a], [b]) => a - b);
    const knownNs = levels.reduce((sum, [, ns]) => sum + ns, 0);
    if (knownNs === 0) return null;
    return {
      mean: levels.reduce((sum, [level, ns]) => sum + level * (ns / knownNs), 0),
      quantile: (share) => {
        let sum = 0;
        for (const [level, ns] of levels) {
          sum += ns;
          if (sum >= share * knownNs) return level;
        }
        return levels.at(-1)?.[0] ?? 0;
      },
    };
  }
}

export interface HeldLevels {
  readonly mean: number;
  /** @param share of the known time, from 0 to 1 */
  readonly quantile: (share: number) => number;
}
