/** The task sets of the bench: random, the same in every run. */
import type { TaskNumbers } from '../../generator/analysis/test-sketches.ts';
import { Random } from '../../generator/simulation/random.ts';

/**
 * Utilizations with a given sum, uniformly distributed: E. Bini, G. Buttazzo, "Measuring the performance of
 * schedulability tests", 2005.
 */
function shares(random: Random, count: number, load: number): number[] {
  let left = load;
  return Array.from({ length: count }, (_, index) => {
    const next = index === count - 1 ? 0 : left * random.unit() ** (1 / (count - index - 1));
    const share = left - next;
    left = next;
    return share;
  });
}

/** Periods that divide 200 ms, so that every schedule can be searched. Unit: µs. */
const PERIODS_US = [4000, 5000, 8000, 10_000, 20_000, 25_000, 40_000, 50_000, 100_000, 200_000];

/** Periods that divide 200 ms, jitters of up to a tenth of them, D = T. Unit: µs. */
export function harmonicTasks(seed: number, count: number, load: number): TaskNumbers[] {
  const random = new Random(seed, count);
  return shares(random, count, load).map((share) => {
    const T = PERIODS_US[Math.floor(random.unit() * PERIODS_US.length)] ?? 200_000;
    return { T, C: Math.max(1, Math.floor(T * share)), jitterUs: Math.floor(random.unit() * 0.1 * T) };
  });
}

/** Periods over three decades from 1 ms, deadlines from 0.8·T to T. Unit: µs. */
export function randomTasks(seed: number, count: number, load: number): TaskNumbers[] {
  const random = new Random(seed, count);
  return shares(random, count, load).map((share) => {
    const T = Math.round(1000 * 10 ** (3 * random.unit()));
    const C = Math.max(1, Math.floor(T * share));
    return { T, C, D: Math.max(C, Math.round(T * (0.8 + 0.2 * random.unit()))) };
  });
}
