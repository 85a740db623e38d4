/** The set of explored states. Each is moved back by whole hyperperiods towards the start. */
import type { State } from './explore.ts';
import type { Pattern } from './pattern.ts';

interface Times {
  readonly fromNs: number;
  readonly toNs: number;
}

/** States with the same key have the same numbers of completed jobs. */
export const keyOf = (served: readonly number[]): string => served.join();

export class Covered {
  readonly #pattern: Pattern;
  /** Jobs of each task in a hyperperiod. */
  readonly #jobs: readonly number[];
  /**
   * Keyed by the numbers of completed jobs: the times at which the processor becomes free, as
   * disjoint ascending intervals.
   */
  readonly #times = new Map<string, Times[]>();

  constructor(pattern: Pattern) {
    this.#pattern = pattern;
    this.#jobs = pattern.tasks.map(({ periodNs }) => pattern.hyperperiodNs / periodNs);
  }

  /**
   * False if the state was already covered.
   *
   * @param key the key of its completed jobs
   */
  add({ served, earliestNs, latestNs }: State, key: string): boolean {
    const jobs = this.#jobs;
    let rounds = Number.POSITIVE_INFINITY;
    for (let task = 0; task < jobs.length && rounds > 0; task += 1) {
      rounds = Math.min(rounds, Math.floor(served[task]! / jobs[task]!));
    }
    if (rounds === 0) return this.#insert(key, { fromNs: earliestNs, toNs: latestNs });
    const shift = rounds * this.#pattern.hyperperiodNs;
    const back = served.map((count, task) => count - rounds * jobs[task]!);
    return this.#insert(keyOf(back), { fromNs: earliestNs - shift, toNs: latestNs - shift });
  }

  #insert(key: string, { fromNs, toNs }: Times): boolean {
    const known = this.#times.get(key);
    if (known === undefined) {
      this.#times.set(key, [{ fromNs, toNs }]);
      return true;
    }
    if (known.some((times) => times.fromNs <= fromNs && toNs <= times.toNs)) return false;
    const touching = known.filter((times) => times.fromNs <= toNs + 1 && times.toNs >= fromNs - 1);
    const rest = known.filter((times) => !touching.includes(times));
    rest.push({
      fromNs: Math.min(fromNs, ...touching.map((times) => times.fromNs)),
      toNs: Math.max(toNs, ...touching.map((times) => times.toNs)),
    });
    this.#times.set(
      key,
      rest.sort((a, b) => a.fromNs - b.fromNs),
    );
    return true;
  }
}
