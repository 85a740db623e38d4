/** A distribution of durations: count, extremes and mean are exact, quantiles are those of LogHistogram. */
import { type HistogramBucket, LogHistogram } from './histogram.ts';

export class Distribution {
  count = 0;
  /** null until there is a value. Unit of all durations in this file: ns. */
  worst: number | null = null;
  best: number | null = null;
  #sum = 0;
  readonly #histogram = new LogHistogram();

  add(ns: number): void {
    this.count++;
    this.#sum += ns;
    if (this.worst === null || ns > this.worst) this.worst = ns;
    if (this.best === null || ns < this.best) this.best = ns;
    this.#histogram.add(ns);
  }

  get mean(): number | null {
    return this.count === 0 ? null : this.#sum / this.count;
  }

  get sum(): number {
    return this.#sum;
  }

  /** At most QUANTILE_ERROR above the exact quantile, never below it, and never above the worst. */
  quantile(part: number): number | null {
    const upper = this.#histogram.quantile(part);
    return upper === null || this.worst === null ? null : Math.min(upper, this.worst);
  }

  /** From the first to the last non-empty bucket, four per doubling. */
  buckets(): HistogramBucket[] {
    return this.#histogram.buckets();
  }
}
