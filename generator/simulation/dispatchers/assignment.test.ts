import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { leastCostAssignment } from './assignment.ts';

/** Minimum cost over all assignments; infinite if none is allowed. */
function leastByTrying(costs: readonly (readonly number[])[], row = 0, taken: readonly number[] = []): number {
  const own = costs[row];
  if (own === undefined) return 0;
  const sums = own.map((cost, column) =>
    taken.includes(column) ? Number.POSITIVE_INFINITY : cost + leastByTrying(costs, row + 1, [...taken, column]),
  );
  return Math.min(...sums);
}

describe('the assignment of minimum cost', () => {
  it('has minimum cost, and uses no column twice and no forbidden column', () => {
    const random = new Random(6);
    let compared = 0;
    for (let round = 0; round < 500; round += 1) {
      const columns = random.integer(1, 5);
      const costs = Array.from({ length: random.integer(1, columns) }, () =>
        Array.from({ length: columns }, () => (random.unit() < 0.3 ? Number.POSITIVE_INFINITY : random.integer(0, 6))),
      );
      const least = leastByTrying(costs);
      if (!Number.isFinite(least)) continue;
      const found = leastCostAssignment(costs.length, columns, (row, column) => costs[row]?.[column] ?? Number.NaN);
      expect(new Set(found).size).toBe(costs.length);
      expect([...found].reduce((sum, column, row) => sum + (costs[row]?.[column] ?? Number.NaN), 0)).toBe(least);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(200);
  });
});
