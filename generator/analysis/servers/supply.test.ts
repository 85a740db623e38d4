import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Server, supplyNs, timeToSupplyNs } from './supply.ts';

const servers = fc
  .record({ budgetNs: fc.integer({ min: 1, max: 7 }), more: fc.nat(7) })
  .map(({ budgetNs, more }): Server => ({ budgetNs, periodNs: budgetNs + more }));

/** More than the longest window below. */
const PERIODS = 50;

/**
 * Minimum supply over all windows of a sequence of periods. Each period supplies its budget at
 * once, at a given moment.
 */
function leastSupply({ budgetNs, periodNs }: Server, moments: readonly number[], length: number): number {
  const given: number[] = [];
  for (let k = 0; k < PERIODS; k += 1) {
    const at = Math.round((periodNs - budgetNs) * moments[k % moments.length]!);
    for (let unit = 0; unit < periodNs; unit += 1) given.push(unit >= at && unit < at + budgetNs ? 1 : 0);
  }
  let least = Number.POSITIVE_INFINITY;
  for (let from = 0; from + length <= given.length; from += 1) {
    least = Math.min(
      least,
      given.slice(from, from + length).reduce((sum, unit) => sum + unit, 0),
    );
  }
  return least;
}

describe('the supply of a budget', () => {
  it('is reached if one budget comes at the start of its period and the next at the end of its period', () => {
    fc.assert(
      fc.property(servers, fc.nat(40), (server, length) => {
        expect(supplyNs(server, length)).toBe(leastSupply(server, [0, ...Array<number>(PERIODS).fill(1)], length));
      }),
      { numRuns: 300, seed: 2003 },
    );
  });

  it('is never less, wherever in its period each budget comes', () => {
    const moments = fc.array(fc.constantFrom(0, 0.3, 0.5, 1), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(servers, moments, fc.nat(40), (server, when, length) => {
        expect(supplyNs(server, length)).toBeLessThanOrEqual(leastSupply(server, when, length));
      }),
      { numRuns: 300, seed: 2004 },
    );
  });

  it('first reaches a length at the computed time', () => {
    fc.assert(
      fc.property(servers, fc.integer({ min: 1, max: 60 }), (server, length) => {
        const time = timeToSupplyNs(server, length);
        expect(supplyNs(server, time)).toBeGreaterThanOrEqual(length);
        expect(supplyNs(server, time - 1)).toBeLessThan(length);
      }),
    );
  });

  it('matches the figures of the paper: 3 in every 5', () => {
    // Figure 3: nothing for 4, then 3 in 5 after every gap of 2.
    expect([4, 5, 7, 8, 9, 10, 12].map((t) => supplyNs({ budgetNs: 3, periodNs: 5 }, t))).toEqual([
      0, 1, 3, 3, 3, 4, 6,
    ]);
  });
});
