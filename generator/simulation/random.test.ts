import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';

const DRAWS = 100_000;

function mean(draw: () => number): number {
  let sum = 0;
  for (let i = 0; i < DRAWS; i++) sum += draw();
  return sum / DRAWS;
}

/** The generator as its author publishes it, in big integers that do not wrap by themselves. */
function sfc32(seed: readonly [bigint, bigint, bigint], count: number): number[] {
  const word = (value: bigint): bigint => BigInt.asUintN(32, value);
  let [a, b, c] = seed.map(word) as [bigint, bigint, bigint];
  let counter = 1n;
  const next = (): number => {
    const sum = word(a + b + counter);
    counter = word(counter + 1n);
    a = b ^ (b >> 9n);
    b = word(c + (c << 3n));
    c = word(((c << 21n) | (c >> 11n)) + sum);
    return Number(sum);
  };
  for (let i = 0; i < 12; i++) next();
  return Array.from({ length: count }, next);
}

describe('the random numbers of a simulation', () => {
  it.each([
    [0, 0],
    [1, 0],
    [1, 7],
    [-5, 3],
    [2 ** 53 - 1, 1],
    [123_456_789_012, 4_000_000_000],
  ])('are sfc32’s for seed %d, stream %d', (seed, stream) => {
    const random = new Random(seed, stream);
    const high = BigInt(Math.floor(seed / 2 ** 32));
    const expected = sfc32([BigInt(seed), high, BigInt(stream)], 1000);
    expect(Array.from({ length: 1000 }, () => random.uint32())).toEqual(expected);
  });

  it('differ by seed, upper half of the seed, and stream', () => {
    const firsts = [new Random(1), new Random(2), new Random(1 + 2 ** 32), new Random(1, 1)].map((it) => it.uint32());
    expect(new Set(firsts).size).toBe(4);
  });

  it('are uniform in 0 ≤ x < 1', () => {
    const random = new Random(42);
    const tenths = new Array<number>(10).fill(0);
    for (let i = 0; i < DRAWS; i++) {
      const tenth = Math.floor(random.unit() * 10);
      tenths[tenth] = (tenths[tenth] ?? Number.NaN) + 1;
    }
    const chiSquare = tenths.reduce((sum, count) => sum + (count - DRAWS / 10) ** 2 / (DRAWS / 10), 0);
    // Nine degrees of freedom: above 27.9 for one seed in a thousand.
    expect(chiSquare).toBeLessThan(27.9);
  });

  it('as whole numbers are uniform, including both ends', () => {
    const random = new Random(3);
    const counts = new Map<number, number>();
    for (let i = 0; i < DRAWS; i++) {
      const value = random.integer(-2, 2);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2]);
    for (const count of counts.values()) expect(Math.abs(count - DRAWS / 5)).toBeLessThan(600);
    expect(random.integer(7, 7)).toBe(7);
    const most = 2 ** 53 - 2;
    for (let i = 0; i < 1000; i++) expect(random.integer(0, most)).toBeLessThanOrEqual(most);
  });

  it('are exponentially distributed with mean 1 and variance 1', () => {
    const random = new Random(5);
    const draws = Array.from({ length: DRAWS }, () => random.exponential());
    const average = draws.reduce((sum, value) => sum + value, 0) / DRAWS;
    const variance = draws.reduce((sum, value) => sum + (value - average) ** 2, 0) / DRAWS;
    // Standard errors: 1/√n = 0.0032, √(8/n) = 0.0089.
    expect(Math.abs(average - 1)).toBeLessThan(0.0128);
    expect(Math.abs(variance - 1)).toBeLessThan(0.036);
    for (const x of [0.1, 0.5, 1, 2, 4]) {
      const beyond = draws.filter((value) => value > x).length / DRAWS;
      expect(Math.abs(beyond - Math.exp(-x))).toBeLessThan(0.0064);
    }
  });

  it('have the mean of their interval', () => {
    const random = new Random(6);
    expect(Math.abs(mean(() => random.integer(1000, 3000)) - 2000)).toBeLessThan(8);
  });
});
